/**
 * Whether what was found is about what was asked. A word of the question that nothing quoted speaks of is a reason to
 * doubt, and is told; a misspelt word is read as the nearest word of the thread, which is told too. Pure.
 */
import { isStopTerm } from '../../../text/stop-terms.ts';
import { generalWords } from '../../../text/stop-words.ts';
import { textTerms } from '../../../text/terms.ts';
import { editDistance } from '../../nearest.ts';
import { decidingWords, decisionWords } from './weigh.ts';

export type Correction = { from: string; to: string };
/** A word as it was asked, and its terms in the index. */
export type Topic = { word: string; terms: readonly string[] };

/** Shorter words have too many neighbours to guess which is meant. */
const leastCorrected = 5;
/** From here on two letters may be wrong. */
const longWord = 8;
const meaningful = /\p{L}|\p{N}{2}/u;
const generalTerms = new Set([...generalWords].flatMap((word) => textTerms(word)));
const wordPattern = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}._/@#+-]*/gu;

/** What a question is about: no grammar, no words that fit every question, and deciding only where it is all that is asked. */
export function topicsOf(question: string): Topic[] {
  const topics = (question.match(wordPattern) ?? [])
    .filter((word) => meaningful.test(word))
    .map((word) => word.replace(/[._/@#+-]+$/u, ''))
    .map((word) => ({ word, terms: textTerms(word).filter((term) => !isStopTerm(term)) }))
    .filter(({ terms }) => terms.length > 0 && !terms.every((term) => generalTerms.has(term)));
  const others = topics.filter(({ terms }) => !terms.some((term) => decisionWords.has(term)));
  return others.length > 0 ? others : topics;
}

/** Topics of which no term stands in any of the texts. */
export function unmatchedTopics(topics: readonly Topic[], texts: readonly string[]): Topic[] {
  const held = new Set(texts.flatMap((text) => textTerms(text)));
  return topics.filter(({ terms }) => !terms.some((term) => held.has(term)));
}

/** Words that stand nowhere, each with the word of the thread that was probably meant. */
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

/** Whole words of texts, as they can be meant by a misspelt one. */
export function addWords(vocabulary: Set<string>, text: string): void {
  for (const word of text.toLowerCase().match(/\p{L}{4,20}/gu) ?? []) vocabulary.add(word);
}
