import { describe, expect, it } from 'vitest';
import type { Candidate } from './candidates.ts';
import { select } from './selection.ts';

function candidate(
  index: number,
  terms: string[],
  words: number,
  act: 'statement' | 'question' = 'statement',
): Candidate {
  return {
    sentence: {
      index,
      turn: index,
      speaker: null,
      addressee: null,
      text: terms.join(' '),
      kind: 'prose',
      verbatim: false,
      act,
      label: null,
      terms,
    },
    narrated: terms.join(' '),
    bare: null,
    size: { tokens: words, words },
    importance: 1,
    isOpen: false,
    acceptedBy: null,
  };
}
const weights = new Map([
  ['a', 5],
  ['b', 4],
  ['c', 3],
]);
const chosenIndexes = (candidates: Candidate[], words: number) =>
  select({ candidates, weights, size: { tokens: words, words } }).chosen.map(
    ({ sentence }) => sentence.index,
  );

describe('select', () => {
  it('R-52 prefers new content to a second mention of the most important content', () => {
    expect(
      chosenIndexes([candidate(0, ['a'], 4), candidate(1, ['a'], 4), candidate(2, ['c'], 4)], 8),
    ).toEqual([0, 2]);
  });

  it('R-52 fills the size and never passes it', () => {
    expect(
      chosenIndexes([candidate(0, ['a', 'b'], 9), candidate(1, ['c'], 3), candidate(2, ['b'], 4)], 8),
    ).toEqual([2, 1]);
  });

  it('R-52 keeps a question and its answer together', () => {
    const answered = [candidate(0, ['a'], 4, 'question'), candidate(1, ['c'], 4), candidate(5, ['b'], 4)];
    expect(chosenIndexes(answered, 8)).toEqual([0, 1]);
    const apart = [candidate(0, ['a'], 4, 'question'), candidate(3, ['c'], 4), candidate(5, ['b'], 4)];
    expect(chosenIndexes(apart, 8)).toEqual([0, 5]);
  });
});
