/** The brief of a chat: its subject, what was asked, decided and promised, open questions, and the rules that hold. */

import { whoseWords } from '../facts/own-words/own-words.ts';
import type { Pin } from '../records/pin.ts';
import type { ActionItem, StructuredRecord } from '../records/summary.ts';
import type { TranscriptEntry } from '../summarizer.ts';
import { actOf } from '../summarizers/extractive/acts.ts';
import { detectLanguage } from '../text/language.ts';
import { splitSentences } from '../text/sentences.ts';
import { textTerms } from '../text/terms.ts';
import { asOneLine, type BriefSection, newestFirst } from './brief.ts';

const lineCharacters = 400;
const sampleCharacters = 20_000;
/** A line that shares this part of its words with another one repeats it. */
const repeatedShare = 0.8;

export function chatSections(options: {
  record: StructuredRecord;
  entries: readonly TranscriptEntry[];
  rules: readonly Pick<Pin, 'text' | 'seq'>[];
}): BriefSection[] {
  const { record, entries, rules } = options;
  const { decisions, actionItems, unresolved, participants } = record.context;
  const summary = record.summary.trim();
  const requests = requestsOf(entries);
  const decisionLines = decisions.map((text) =>
    line(text.replace(/^(?:(?:we|they|i) )?(?:decisions?|decided)\s*:\s*/iu, '')),
  );
  const promises = actionItems
    .filter((item) => !repeats(item.task, requests) && isPromised(item, entries))
    .map(promiseOf);
  const openQuestions = [...new Set([...lastQuestion(entries), ...unresolved.map(line)])];
  const listed = [
    summary,
    ...rules.map(({ text }) => text),
    ...requests,
    ...decisionLines,
    ...promises,
    ...openQuestions,
  ];
  return [
    { heading: 'What it is about', lines: summary === '' ? [] : [summary], prose: true },
    { heading: 'Requests', lines: requests, byImportance: firstAndNewest(requests.length) },
    { heading: 'Rules', lines: rules.map(({ text, seq }) => `${line(text)} (#${seq})`) },
    { heading: 'Decisions', lines: decisionLines },
    { heading: 'Promises', lines: promises },
    { heading: 'Open questions', lines: openQuestions },
    { heading: 'Also said', lines: record.keyPoints.filter((text) => !repeats(text, listed)).map(line) },
    { heading: 'People', lines: participants.length > 2 ? [line(participants.join(', '))] : [] },
  ];
}

function line(text: string): string {
  return asOneLine(text, lineCharacters);
}

/** What the user asks the assistant to do is a promise only when the assistant says so. */
function isPromised({ owner, task }: ActionItem, entries: readonly TranscriptEntry[]): boolean {
  if (owner !== 'the assistant') return true;
  const replies = entries.filter(({ role, name }) => role === 'assistant' && name === undefined);
  return repeats(
    task,
    replies.flatMap(({ text }) => sentencesOf(text)),
  );
}

function promiseOf({ owner, task, due }: ActionItem): string {
  const until = due === '' || task.includes(due) ? '' : ` (${due})`;
  return line(`${owner === '' ? '' : `${owner}: `}${task}${until}`);
}

/** Ignored when comparing: a retelling in the third person turns "for me" into "for the user". */
const participantTerms: ReadonlySet<string> = new Set(textTerms('user assistant'));

function repeats(text: string, others: readonly string[]): boolean {
  const words = textTerms(text).filter((word) => !participantTerms.has(word));
  return others.some((other) => {
    const known = new Set(textTerms(other));
    return words.filter((word) => known.has(word)).length >= words.length * repeatedShare;
  });
}

/** The newest line and the first one come first: they tell the current state and the purpose. */
function firstAndNewest(lines: number): number[] {
  const [newest, ...others] = newestFirst(lines);
  if (newest === undefined || others.length === 0) return newest === undefined ? [] : [newest];
  return [newest, others.at(-1)!, ...others.slice(0, -1)];
}

/** The user's requests: the first asking sentence of each message, as written. */
function requestsOf(entries: readonly TranscriptEntry[]): string[] {
  const userEntries = entries.filter(({ role, name }) => role === 'user' && name === undefined);
  const sample = userEntries.map(({ text }) => text.slice(0, 500)).join('\n');
  const english = detectLanguage(sample.slice(0, sampleCharacters)) === 'en';
  return userEntries.flatMap(({ text, seq }) => {
    const request = sentencesOf(text, isForeign(text)).find((sentence) => {
      const act = actOf(sentence, sentence.split(/\s+/u).length, { english, role: 'user' });
      return act === 'request' || act === 'question';
    });
    return request === undefined ? [] : [`${line(request)} (#${seq})`];
  });
}

/** The questions of the last message, which nobody has answered. */
function lastQuestion(entries: readonly TranscriptEntry[]): string[] {
  const last = entries.at(-1);
  const questions = last && sentencesOf(last.text).filter((sentence) => /[?？؟]["'”’)]*$/u.test(sentence));
  return questions === undefined ? [] : questions.map(line);
}

/** Whether a place of the text is quoted or pasted. Questions there are not addressed to the assistant. */
function isForeign(text: string): (start: number) => boolean {
  const ownership = whoseWords(text);
  return (start) => ownership(start) === 'foreign';
}

function sentencesOf(text: string, isLeftOut: (start: number) => boolean = () => false): string[] {
  let start = 0;
  return text.split('\n').flatMap((one) => {
    const line = { text: one, start };
    start += one.length + 1;
    return splitSentences(line)
      .filter((sentence) => !isLeftOut(sentence.start + sentence.text.search(/\S|$/u)))
      .map((sentence) => sentence.text.trim());
  });
}
