/** The input of every baseline, sentences with stemmed terms, and one way to fill a summary up to a length. */
import type { TranscriptEntry } from '../../src/summarizer.ts';
import { rougeTokens } from '../rouge.ts';

export type BaselineSentence = { text: string; terms: Map<string, number>; words: number };
export type BaselineDocument = { sentences: BaselineSentence[]; inverseFrequency: Map<string, number> };
/** Scores the sentences; the highest are taken first. */
export type Baseline = { name: string; rank(document: BaselineDocument): Float64Array };

/** Stop words of the baselines alone. They are fixed, so that changes to the product do not change its yardstick. */
const stopWords = new Set(
  (
    'a about after again all also am an and any are as at be because been before being but by can could did do ' +
    'does doing don down for from had has have having he her here him his how i if in into is it its just me ' +
    'more most my no nor not now of off on once only or other our out over own s same she should so some such t ' +
    'than that the their them then there these they this those through to too under up very was we were what ' +
    'when where which while who why will with would you your ll m re ve d'
  ).split(' '),
);

/** Shorter sentences are left out: "Yeah." and "Okay, sure." would fill a baseline's summary of a meeting. */
const leastTerms = 3;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

export function documentOf(
  transcript: readonly TranscriptEntry[],
  options: { withSpeakers: boolean },
): BaselineDocument {
  const sentences: BaselineSentence[] = [];
  for (const { name, text } of transcript) {
    for (const { segment } of segmenter.segment(text)) {
      const content = segment.trim();
      const terms = termsOf(content);
      if (terms.size < leastTerms) continue;
      const line = options.withSpeakers && name ? `${name}: ${content}` : content;
      sentences.push({ text: line, terms, words: wordCount(line) });
    }
  }
  return { sentences, inverseFrequency: inverseFrequency(sentences) };
}

function termsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
    if (word === '' || stopWords.has(word)) continue;
    const [term = word] = rougeTokens(word);
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

function inverseFrequency(sentences: readonly BaselineSentence[]): Map<string, number> {
  const containing = new Map<string, number>();
  for (const { terms } of sentences)
    for (const term of terms.keys()) containing.set(term, (containing.get(term) ?? 0) + 1);
  return new Map([...containing].map(([term, count]) => [term, Math.log(sentences.length / count)]));
}

/**
 * Takes sentences by score until the length is reached and returns them in the order of the transcript. The last one is
 * cut at the limit, so that every baseline uses all of the length.
 */
export function fill(document: BaselineDocument, scores: Float64Array, maxWords: number): string {
  const order = document.sentences.map((_, index) => index);
  order.sort((left, right) => scores[right]! - scores[left]! || left - right);
  const chosen = new Map<number, string>();
  let remaining = maxWords;
  for (const index of order) {
    if (remaining <= 0) break;
    const { text, words } = document.sentences[index]!;
    chosen.set(index, words <= remaining ? text : text.split(/\s+/).slice(0, remaining).join(' '));
    remaining -= words;
  }
  return [...chosen]
    .sort(([first], [second]) => first - second)
    .map(([, text]) => text)
    .join('\n');
}
