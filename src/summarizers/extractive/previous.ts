/**
 * Takes an older summary apart: its sentences compete with new ones, and its exact details and topics are carried over
 * instead of being summarized again.
 */

import type { ActionItem } from '../../records/summary.ts';
import type { SummaryRequest } from '../../summarizer.ts';
import type { Act } from './acts.ts';
import { detailsIn } from './details.ts';
import { sentencesOf } from './sentences.ts';
import { topicsIn } from './subject.ts';

export type EarlierSentence = { text: string; act: Act | null; label: string | null };

export type Earlier = {
  sentences: EarlierSentence[];
  details: string[];
  topics: string[];
  participants: string[];
  decisions: string[];
  actionItems: ActionItem[];
  unresolved: string[];
  domainEntities: string[];
  /** Messages that the older summaries cover. */
  messages: number;
};

/** The state when the older summary was made. By now it is an ordinary statement. */
export const endLabel = 'At the end';
/** The labels that bullets.ts writes, in this order. */
export const bulletLabels: readonly (readonly [label: string, act: Act])[] = [
  ['Goal', 'request'],
  ['Asked', 'question'],
  ['Action', 'action'],
  ['Proposed', 'proposal'],
  ['Decided', 'decision'],
  ['Found', 'finding'],
  ['Said', 'statement'],
  ['Promised', 'commitment'],
  ['Open', 'question'],
  [endLabel, 'statement'],
];
const labelled = new RegExp(`^\\s*-\\s+(${bulletLabels.map(([label]) => label).join('|')}):\\s+`);

export function readEarlier(previous: SummaryRequest['previous']): Earlier {
  const earlier: Earlier = {
    sentences: [],
    details: [],
    topics: [],
    participants: [],
    decisions: [],
    actionItems: [],
    unresolved: [],
    domainEntities: [],
    messages: 0,
  };
  for (const { text, record, from, to } of previous) {
    earlier.messages += Math.max(0, to - from + 1);
    if (record) {
      earlier.participants.push(...record.context.participants);
      earlier.decisions.push(...record.context.decisions);
      earlier.actionItems.push(...record.context.actionItems);
      earlier.unresolved.push(...record.context.unresolved);
      earlier.domainEntities.push(...record.context.domainEntities);
      readLines(record.summary.toWellFormed(), earlier);
      for (const point of record.keyPoints) earlier.sentences.push({ text: point, act: null, label: null });
    } else readLines(text.toWellFormed(), earlier);
  }
  const seen = new Set<string>();
  earlier.sentences = earlier.sentences.filter(({ text }) => !seen.has(text) && seen.add(text) !== undefined);
  return earlier;
}

function readLines(text: string, earlier: Earlier): void {
  for (const line of text.split('\n')) {
    const label = labelled.exec(line);
    const [name, act] = bulletLabels.find(([name]) => name === label?.[1]) ?? [null, null];
    const rest = label ? line.slice(label[0].length) : line;
    const details = detailsIn(rest);
    earlier.details.push(...details.items);
    for (const sentence of wholeSentences(details.rest)) {
      const topics = topicsIn(sentence);
      if (topics.length > 0) earlier.topics.push(...topics);
      else earlier.sentences.push({ text: sentence, act, label: name === endLabel ? null : name });
    }
  }
}

/** Keeps a line of a summary even if it looks like code, because it was chosen before. */
function wholeSentences(line: string): string[] {
  const found = sentencesOf(line, { tool: false, ordinalDots: false }).map(({ text }) => text);
  if (found.length > 0) return found;
  const bare = line.replace(/^\s*[-*•]\s+/u, '').trim();
  return /[\p{L}\p{N}]/u.test(bare) ? [bare.slice(0, 400).toWellFormed()] : [];
}
