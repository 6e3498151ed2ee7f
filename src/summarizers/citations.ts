/**
 * Checks the message numbers that a summary cites, "(#42)": whether the message says what it is cited for. A
 * number that the conversation itself uses, such as that of an issue, is not a citation.
 */
import type { SummaryRequest } from '../summarizer.ts';
import { carriedTerms } from './carrying-terms.ts';

/** If more citations are wrong than this, and more than this share of all, the text is made up. */
const fewWrong = 1;
const mostWrongShare = 0.34;

const group = /[ \t]?\(\s*#\d{1,9}(?:\s*(?:,|;|&|and|to|–|-)?\s*#?\d{1,9})*\s*\)/gu;
const number = /#(\d{1,9})(?![\p{L}\p{N}])/gu;

type Sources = Pick<SummaryRequest, 'transcript' | 'previous'>;

export type CheckedCitations = {
  /** The text without wrong citations. */
  text: string;
  /** So many citations are wrong that the whole text cannot be trusted. */
  madeUp: boolean;
};

export function checkCitations(text: string, sources: Sources): CheckedCitations {
  const cited = [...text.matchAll(number)].filter(([whole]) => !isInSources(whole, sources));
  const wrong = new Set(cited.filter((match) => !isRight(text, match, sources)).map(({ index }) => index));
  if (wrong.size === 0) return { text, madeUp: false };
  const madeUp = wrong.size > fewWrong && wrong.size > cited.length * mostWrongShare;
  return { text: without(text, wrong), madeUp };
}

/** The text without its citations, for comparison with its sources, which do not contain them. */
export function withoutCitations(text: string, { from, to }: { from: number; to: number }): string {
  const isOne = (digits: string) => Number(digits) >= from && Number(digits) <= to;
  return text.replace(group, (whole) => (whole.match(/\d+/gu)!.every(isOne) ? '' : whole));
}

function isInSources(written: string, { transcript, previous }: Sources): boolean {
  const pattern = new RegExp(`${written}(?!\\d)`, 'u');
  return transcript.some(({ text }) => pattern.test(text)) || previous.some(({ text }) => pattern.test(text));
}

function isRight(text: string, match: RegExpExecArray, { transcript, previous }: Sources): boolean {
  const seq = Number(match[1]);
  const at = transcript.findIndex((entry) => entry.seq === seq);
  // Messages behind an earlier summary are not available here, so citing them counts as right.
  if (at < 0) return previous.some(({ from, to }) => seq >= from && seq <= to);
  const stated = [...carriedTerms(sentenceAt(text, match.index).replace(number, ' ')).content.keys()];
  if (stated.length === 0) return true;
  // A call and its result are neighbours, and either may be cited for both.
  const nearby = transcript.slice(Math.max(0, at - 1), at + 2).map((entry) => entry.text);
  const terms = carriedTerms(nearby.join('\n')).content;
  return stated.some((term) => terms.has(term));
}

function sentenceAt(text: string, index: number): string {
  const lineStart = text.lastIndexOf('\n', index) + 1;
  const before = text.slice(lineStart, index);
  const start = Math.max(before.lastIndexOf('. '), before.lastIndexOf('; ')) + 1;
  const after = /[.;](?=\s)|\n|$/u.exec(text.slice(index))!;
  return text.slice(lineStart + start, index + after.index);
}

const groupOrNumber = new RegExp(`${group.source}|${number.source}`, 'gu');

/**
 * Removes the wrong numbers of a bracket, or the whole bracket if none is left. Elsewhere a number is replaced by a
 * word.
 */
function without(text: string, wrong: ReadonlySet<number>): string {
  return text.replace(groupOrNumber, (whole, _digits, offset: number) => {
    const numbers = [...whole.matchAll(number)];
    const kept = numbers.filter(({ index }) => !wrong.has(offset + index));
    if (kept.length === numbers.length) return whole;
    if (!whole.includes('(')) return 'another message';
    return kept.length === 0 ? '' : ` (${kept.map(([written]) => written).join(', ')})`;
  });
}
