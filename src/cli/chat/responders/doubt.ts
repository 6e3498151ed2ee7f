/**
 * Judges whether the quoted passages are about the question. The user is told which words of the question no passage
 * mentions, and which misspelt words were read as the nearest word of the thread. Pure.
 */

import { editDistance } from '../../../input/nearest.ts';
import { isStopTerm } from '../../../text/stop-terms.ts';
import { generalWords } from '../../../text/stop-words.ts';
import { textTerms } from '../../../text/terms.ts';
import { decidingWords, decisionWords } from './weigh.ts';

export type Correction = { from: string; to: string };
/** A word of the question, and its terms in the index. */
export type Topic = { word: string; terms: readonly string[] };

/** Shorter words have too many neighbours to guess which is meant. */
const leastCorrected = 5;
/** Words of at least this length may have two wrong letters. */
const longWord = 8;
const meaningful = /\p{L}|\p{N}{2}/u;
const generalTerms = new Set([...generalWords].flatMap((word) => textTerms(word)));
const wordPattern = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}._/@#+-]*/gu;

/**
 * What a question is about. Stop words and words that fit every question are left out; words for deciding count only
 * if there are no others.
 */
export function topicsOf(question: string): Topic[] {
  const topics = (question.match(wordPattern) ?? [])
    .filter((word) => meaningful.test(word))
    .map((word) => word.replace(/[._/@#+-]+$/u, ''))
    .map((word) => ({ word, terms: textTerms(word).filter((term) => !isStopTerm(term)) }))
    .filter(({ terms }) => terms.length > 0 && !terms.every((term) => generalTerms.has(term)));
  const others = topics.filter(({ terms }) => !terms.some((term) => decisionWords.has(term)));
  return others.length > 0 ? others : topics;
}

/** The topics of which no term occurs in any of the texts. */
export function unmatchedTopics(topics: readonly Topic[], texts: readonly string[]): Topic[] {
  const knownTerms = new Set(texts.flatMap((text) => textTerms(text)));
  return topics.filter(({ terms }) => !terms.some((term) => knownTerms.has(term)));
}

/** For words that occur nowhere: the word of the thread that was probably meant. */
export function correctionsFor(unknown: readonly Topic[], vocabulary: ReadonlySet<string>): Correction[] {
  return unknown.flatMap(({ word }) => {
    const wanted = word.toLowerCase();
    if (wanted.length < leastCorrected || !/^\p{L}+$/u.test(wanted)) return [];
    const most = wanted.length < longWord ? 1 : 2;
    let best: { to: string; distance: number } | undefined;
    for (const to of [...decidingWords, ...vocabulary]) {
      if (to[0] !== wanted[0] || Math.abs(to.length - wanted.length) > most) continue;
      const distance = editDistance(wanted, to);
      if (distance <= (best?.distance ?? most + 1) - 1) best = { to, distance };
    }
    return best === undefined ? [] : [{ from: word, to: best.to }];
  });
}

export function corrected(question: string, corrections: readonly Correction[]): string {
  return corrections.reduce((text, { from, to }) => text.replace(from, to), question);
}

/** Adds the words of a text to those that a misspelt word may stand for. */
export function addWords(vocabulary: Set<string>, text: string): void {
  for (const word of text.toLowerCase().match(/\p{L}{4,20}/gu) ?? []) vocabulary.add(word);
}
