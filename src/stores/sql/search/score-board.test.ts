import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScoreBoard, nthLargest, splitByScore } from './score-board.ts';

describe('scoring of matched messages', () => {
  it('R-49 a term counts once for a message, and more if the message repeats it', () => {
    const board = createScoreBoard();
    board.add(0, 2, { threadKeys: 7, seqs: [9, 4] });
    board.add(0, 2, { threadKeys: [7, 8], seqs: [4, 4] });
    board.add(1, 3, { threadKeys: 7, seqs: [4] });
    board.addRepeated(1, 3, { threadKeys: 7, seqs: [9, 4] });
    const all = Array.from({ length: board.length }, (_, index) => ({
      ...board.place(index),
      once: board.once(index),
      repeated: board.repeated(index),
    }));
    expect(all).toEqual([
      { threadKey: 7, seq: 9, once: 2, repeated: 0 },
      { threadKey: 7, seq: 4, once: 2, repeated: 3 },
      { threadKey: 8, seq: 4, once: 2, repeated: 0 },
    ]);
    const { best, others } = splitByScore(board, 2);
    expect(best).toEqual([1, 0]);
    expect(others()).toEqual([2]);
  });

  it('R-49 the n-th largest number is the same as in the sorted list', () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1 });
    fc.assert(
      fc.property(numbers, fc.nat(), (values, some) => {
        const count = 1 + (some % values.length);
        const inOrder = values.toSorted((first, second) => second - first);
        expect(nthLargest(Float64Array.from(values), count)).toBe(inOrder[count - 1]);
        expect(nthLargest(Float64Array.from(values), values.length + 1)).toBe(Number.NEGATIVE_INFINITY);
      }),
    );
  });
});
