/**
 * TextRank (Mihalcea and Tarau, 2004): weighted PageRank over sentences, the weight being the number of shared
 * words over the sum of the logarithms of both lengths.
 */
import type { Baseline, BaselineDocument } from './document.ts';
import { type Edge, pageRank } from './graph.ts';

export function textRank({ damping = 0.85 } = {}): Baseline {
  return { name: 'TextRank', rank: (document) => pageRank(overlapGraph(document), { damping }) };
}

function overlapGraph({ sentences }: BaselineDocument): Edge[][] {
  const postings = new Map<string, number[]>();
  sentences.forEach(({ terms }, index) => {
    for (const term of terms.keys()) {
      const list = postings.get(term);
      if (list) list.push(index);
      else postings.set(term, [index]);
    }
  });
  return sentences.map(({ terms }, from) => {
    const shared = new Map<number, number>();
    for (const term of terms.keys())
      for (const other of postings.get(term)!)
        if (other !== from) shared.set(other, (shared.get(other) ?? 0) + 1);
    return [...shared].map(([to, count]) => {
      const lengths = Math.log(terms.size) + Math.log(sentences[to]!.terms.size);
      // Two one-word sentences have no logarithm to divide by; they count as one word shared.
      return { to, weight: lengths > 0 ? count / lengths : count };
    });
  });
}
