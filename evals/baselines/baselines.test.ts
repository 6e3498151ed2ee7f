import { describe, expect, it } from 'vitest';
import { entriesOf } from '../data.ts';
import { type BaselineDocument, documentOf, fill } from './document.ts';
import { pageRank } from './graph.ts';
import { lead, leadTail } from './lead.ts';
import { lexRank } from './lexrank.ts';
import { lsa, rightSingularVectors } from './lsa.ts';
import { textRank } from './textrank.ts';

/** A document of given terms; terms not listed weigh 1. */
function documentWith(sentences: string[][], weights: Record<string, number> = {}): BaselineDocument {
  const terms = new Set(sentences.flat());
  return {
    sentences: sentences.map((words) => ({
      text: words.join(' '),
      words: words.length,
      terms: new Map(words.map((word) => [word, words.filter((other) => other === word).length])),
    })),
    inverseFrequency: new Map([...terms].map((term) => [term, weights[term] ?? 1])),
  };
}

const round = (scores: Float64Array) => [...scores].map((score) => Math.round(score * 1_000) / 1_000);

describe('baselines', () => {
  it('R-52 PageRank of a star is what the equations give', () => {
    // Leaves 1 and 2 point to 0, which points to both: x0 = 0.05 + 0.85 (x1 + x2), x1 = x2 = 0.05 + 0.425 x0.
    const edges = [
      [
        { to: 1, weight: 1 },
        { to: 2, weight: 1 },
      ],
      [{ to: 0, weight: 1 }],
      [{ to: 0, weight: 1 }],
    ];
    const centre = (0.05 + 0.85 * 0.1) / (1 - 0.85 * 0.85);
    const leaf = 0.05 + 0.425 * centre;
    const scores = pageRank(edges, { tolerance: 1e-12, maxIterations: 1_000 });
    expect(scores[0]).toBeCloseTo(centre, 6);
    expect(scores[1]).toBeCloseTo(leaf, 6);
    expect(scores[2]).toBeCloseTo(leaf, 6);
  });

  it('R-52 PageRank spreads what dangles over all', () => {
    expect(round(pageRank([[], [], [], []]))).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  it('R-52 LexRank joins sentences by the cosine of their weighted terms', () => {
    // cos(0,1) = cos(0,2) = 1/√2·1 = 0.707; 1 and 2 share nothing; 3 stands alone.
    const document = documentWith([['a', 'b'], ['a'], ['b'], ['z']]);
    const scores = lexRank().rank(document);
    expect(scores[0]).toBeGreaterThan(scores[1]!);
    expect(scores[1]).toBeCloseTo(scores[2]!, 6);
    expect(scores[3]).toBeCloseTo(0.25, 3);
  });

  it('R-52 LexRank drops edges below its threshold', () => {
    // One shared word of weight 1 beside others of weight 9: cosine 1/82, below 0.1.
    const document = documentWith([['a', 'x'], ['a', 'y'], ['q']], { x: 9, y: 9 });
    expect(round(lexRank().rank(document))).toEqual([0.333, 0.333, 0.333]);
  });

  it('R-52 TextRank weighs an edge by shared words over the logarithms of the lengths', () => {
    // Edges: 0–1 two words, 1/(log 3 + log 3)·2; 1–2 one word, 1/(log 3 + log 3): 1 is joined to both, 0 more than 2.
    const document = documentWith([
      ['a', 'b', 'c'],
      ['a', 'b', 'd'],
      ['d', 'e', 'f'],
    ]);
    const [first, second, third] = textRank().rank(document);
    expect(second).toBeGreaterThan(first!);
    expect(first).toBeGreaterThan(third!);
    // x1 = 0.05 + 0.85 (x0 + x2), x0 = 0.05 + 0.85·(2/3)·x1, x2 = 0.05 + 0.85·(1/3)·x1.
    expect(second).toBeCloseTo((0.05 + 0.085) / (1 - 0.7225), 4);
  });

  it('R-52 the singular values of a known matrix come out', () => {
    // [[3, 0], [4, 5]] has the singular values √45 and √5.
    const columns = [
      [
        { row: 0, value: 3 },
        { row: 1, value: 4 },
      ],
      [{ row: 1, value: 5 }],
    ];
    const found = rightSingularVectors(columns, { dimensions: 2, iterations: 60 });
    expect(found.map(({ value }) => value)[0]).toBeCloseTo(Math.sqrt(45), 8);
    expect(found.map(({ value }) => value)[1]).toBeCloseTo(Math.sqrt(5), 8);
    expect(Math.abs(found[0]!.vector[0]!)).toBeCloseTo(Math.SQRT1_2, 8);
  });

  it('R-52 LSA scores a sentence by its length in the space of the topics', () => {
    // With as many dimensions as the matrix has rank, that is the length of its term vector: √3, 1, √2.
    const scores = lsa({ dimensions: 3, iterations: 200 }).rank(
      documentWith([['a', 'b', 'c'], ['a'], ['b', 'd']]),
    );
    expect(scores[0]).toBeCloseTo(Math.sqrt(3), 6);
    expect(scores[1]).toBeCloseTo(1, 6);
    expect(scores[2]).toBeCloseTo(Math.SQRT2, 6);
  });

  it('R-52 lead takes the beginning, lead-tail the two ends by turns', () => {
    const document = documentWith([['a'], ['b'], ['c'], ['d'], ['e']]);
    expect(fill(document, lead.rank(document), 3)).toBe('a\nb\nc');
    expect(fill(document, leadTail.rank(document), 3)).toBe('a\nb\ne');
  });

  it('R-52 every baseline fills the length to the word and keeps the order of the transcript', () => {
    const document = documentWith([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ]);
    expect(fill(document, Float64Array.of(1, 3, 2), 5)).toBe('a\nc d\ne f');
    expect(fill(document, Float64Array.of(1, 3, 2), 2)).toBe('c d');
  });

  it('R-52 sentences are stemmed, without stop words, with or without the speaker', () => {
    const transcript = entriesOf([{ speaker: 'Anna', text: 'The dogs were running home. Yeah. Okay then.' }]);
    const [sentence, ...others] = documentOf(transcript, { withSpeakers: true }).sentences;
    expect(others).toEqual([]);
    expect(sentence!.text).toBe('Anna: The dogs were running home.');
    expect([...sentence!.terms.keys()]).toEqual(['dog', 'run', 'home']);
    expect(documentOf(transcript, { withSpeakers: false }).sentences[0]!.text).toBe(
      'The dogs were running home.',
    );
  });
});
