/**
 * Renders the data of a summary request as text that stays data: a message cannot forge the tags around data or the
 * headers that name a speaker. Redaction and trimming happen before; prompts.ts chooses the prompt.
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
// biome-ignore lint/suspicious/noControlCharactersInRegex: providers refuse bodies with these characters.
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Long ranges have thousands of facts; the first ones are the important ones. */
const factLimit = 60;
const factValueLimit = 240;

/** Text for a model: whole characters, no control characters, none of our delimiters. */
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

/** Includes the tag, so that the prompt has nothing at all if there is nothing before. */
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

/** Names and times are in a header line, which they must not be able to end. */
function label(text: string): string {
  return oneLine(asData(text).replace(/[[\]<>#]/g, ' '))
    .slice(0, 80)
    .toWellFormed();
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
