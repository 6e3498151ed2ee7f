/** The baselines for recall: the newest turns, and plain BM25, each with the whole budget. */

import { termShare, termWeight } from '../../src/text/bm25.ts';
import { isStopTerm } from '../../src/text/stop-terms.ts';
import { textTerms } from '../../src/text/terms.ts';
import type { TokenCounter } from '../../src/tokens/counter.ts';
import type { Turn } from '../recall-data.ts';

export type Retrieval = {
  /** Indices of turns, best first. */
  newest(): number[];
  bm25(query: string, options: { neighbours: number }): number[];
  /** The turns that fit, in the given order; a turn that does not fit is skipped. */
  fill(order: readonly number[], tokens: number): Set<number>;
};

/** The default values of most search engines. */
const saturation = { repetition: 1.2, length: 0.75 };

export function retrievalOver(turns: readonly Turn[], counter: TokenCounter): Retrieval {
  const sizes = turns.map(({ speaker, text, at }) => counter.count(`${dayText(at)} ${speaker}: ${text}\n`));
  const documents = turns.map(({ speaker, text }) => {
    const terms = new Map<string, number>();
    for (const term of textTerms(`${speaker} ${text}`)) terms.set(term, (terms.get(term) ?? 0) + 1);
    return { terms, length: [...terms.values()].reduce((sum, times) => sum + times, 0) };
  });
  const middle = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const frequencies = new Map<string, number>();
  for (const { terms } of documents)
    for (const term of terms.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);

  const scoreOf = (terms: readonly string[], index: number): number => {
    const { terms: said, length } = documents[index]!;
    let score = 0;
    for (const term of terms) {
      const times = said.get(term) ?? 0;
      if (times === 0) continue;
      const weight = termWeight({ messages: turns.length, frequency: frequencies.get(term)! });
      score += weight * termShare(times, length / middle, saturation);
    }
    return score;
  };

  return {
    newest: () => turns.map((_, index) => turns.length - 1 - index),
    bm25(query, { neighbours }) {
      const terms = [...new Set(textTerms(query))].filter((term) => !isStopTerm(term));
      const scores = turns.map((_, index) => scoreOf(terms, index));
      const best = [...scores.keys()]
        .filter((index) => scores[index]! > 0)
        .sort((first, second) => scores[second]! - scores[first]! || first - second);
      return [...new Set(best.flatMap((index) => around(index, neighbours)))];
    },
    fill(order, tokens) {
      const filled = new Set<number>();
      let remaining = tokens;
      for (const index of order) {
        if (sizes[index]! > remaining || filled.has(index)) continue;
        filled.add(index);
        remaining -= sizes[index]!;
      }
      return filled;
    },
  };

  function around(index: number, neighbours: number): number[] {
    const found = [index];
    for (let distance = 1; distance <= neighbours; distance += 1) {
      if (index - distance >= 0) found.push(index - distance);
      if (index + distance < turns.length) found.push(index + distance);
    }
    return found;
  }
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
