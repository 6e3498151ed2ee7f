/** LexRank (Erkan and Radev, 2004): PageRank over sentences joined where their tf-idf cosine reaches 0.1. */
import type { Baseline, BaselineDocument } from './document.ts';
import { type Edge, pageRank } from './graph.ts';

export function lexRank({ threshold = 0.1, damping = 0.85 } = {}): Baseline {
  return {
    name: 'LexRank',
    rank: (document) => pageRank(similarityGraph(document, threshold), { damping }),
  };
}

function similarityGraph({ sentences, inverseFrequency }: BaselineDocument, threshold: number): Edge[][] {
  const weights = sentences.map(({ terms }) => {
    const vector = [...terms].map(
      ([term, count]) => [term, count * (inverseFrequency.get(term) ?? 0)] as const,
    );
    const norm = Math.sqrt(vector.reduce((sum, [, weight]) => sum + weight * weight, 0));
    return norm === 0 ? [] : vector.map(([term, weight]) => [term, weight / norm] as const);
  });
  const postings = new Map<string, { sentence: number; weight: number }[]>();
  weights.forEach((vector, sentence) => {
    for (const [term, weight] of vector) {
      const list = postings.get(term);
      if (list) list.push({ sentence, weight });
      else postings.set(term, [{ sentence, weight }]);
    }
  });
  return weights.map((vector) => {
    const cosines = new Map<number, number>();
    for (const [term, weight] of vector) {
      for (const other of postings.get(term)!)
        cosines.set(other.sentence, (cosines.get(other.sentence) ?? 0) + weight * other.weight);
    }
    return [...cosines].filter(([, cosine]) => cosine >= threshold).map(([to]) => ({ to, weight: 1 }));
  });
}
