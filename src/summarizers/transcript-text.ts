/**
 * Renders the data of a summary request to text that stays data: tags that delimit it and headers that name a
 * speaker cannot be forged from inside a message. Redaction and trimming happen before; choosing a prompt
 * happens in prompts.ts.
 */
import type { Fact } from '../records/fact.ts';
import type { SummaryRequest, TranscriptEntry } from '../summarizer.ts';

/** The tags that delimit data in a prompt. */
export const dataTags = [
  'came_before',
  'previous_summaries',
  'work_record',
  'exact_facts',
  'transcript',
] as const;

const forgedTag = new RegExp(`[<＜](?=\\s*(?:[/／]\\s*)?(?:${dataTags.join('|')})\\b)`, 'giu');
const forgedHeader = /^([^\S\n\r\u2028\u2029]*)\[#/gm;
// biome-ignore lint/suspicious/noControlCharactersInRegex: providers refuse bodies that hold these characters.
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** The facts of long ranges run into thousands; the first ones are the important ones. */
const factLimit = 60;
const factValueLimit = 240;

/** What a model may be given: whole characters, no control characters, no delimiter of ours. */
export function asData(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(controlCharacters, '')
    .replace(forgedTag, '‹')
    .replace(forgedHeader, '$1[ #');
}

export function renderTranscript(entries: readonly TranscriptEntry[]): string {
  if (entries.length === 0) return '(no messages)';
  return entries.map(renderEntry).join('\n\n');
}

function renderEntry(entry: TranscriptEntry): string {
  const speaker = [label(entry.role), entry.name === undefined ? '' : `(${label(entry.name)})`]
    .filter((word) => word !== '')
    .join(' ');
  const time = entry.at === '' ? '' : `, ${label(entry.at)}`;
  return `[#${entry.seq} ${speaker}${time}]\n${asData(entry.text)}`;
}

export function renderPrevious(previous: SummaryRequest['previous']): string {
  if (previous.length === 0) return '(none)';
  return previous
    .map((summary) => `[#${summary.from} to #${summary.to}]\n${asData(summary.text)}`)
    .join('\n\n');
}

/** With its tag, so that nothing at all is said where there is nothing. */
export function renderBefore(before = ''): string {
  return before === '' ? '' : tagged('came_before', before);
}

export function renderWork(work = ''): string {
  return work === '' ? '' : tagged('work_record', work);
}

function tagged(tag: (typeof dataTags)[number], text: string): string {
  return `<${tag}>\n${asData(text)}\n</${tag}>\n\n`;
}

/** A text as one line of data. */
export function asLine(text: string): string {
  return oneLine(asData(text));
}

export function renderFacts(facts: readonly Fact[]): string {
  if (facts.length === 0) return '(none)';
  return facts
    .slice(0, factLimit)
    .map((fact) => `- ${fact.kind}: ${asLine(fact.value).slice(0, factValueLimit).toWellFormed()}`)
    .join('\n');
}

/** Names and times stand in a header line: they must not be able to end it. */
function label(text: string): string {
  return oneLine(asData(text).replace(/[[\]<>#]/g, ' '))
    .slice(0, 80)
    .toWellFormed();
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
