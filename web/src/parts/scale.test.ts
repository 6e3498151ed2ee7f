import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allMessages, leftEdge, messageAt, pan, rangeInSight, zoom } from './scale.ts';

describe('what is in sight of a thread', () => {
  it('R-61 zooms from a million messages to single ones and back', () => {
    let sight = allMessages(1_000_000);
    for (let step = 0; step < 30; step += 1) sight = zoom(sight, 1_000_000, 0.5, 0.25);
    expect(sight.to - sight.from + 1).toBe(8);
    for (let step = 0; step < 30; step += 1) sight = zoom(sight, 1_000_000, 2);
    expect(sight).toEqual(allMessages(1_000_000));
  });

  it('R-61 never leaves the thread, and what is pointed at stays under the pointer', () => {
    const move = fc.oneof(
      fc.record({ factor: fc.constantFrom(0.5, 2, 1.5), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ pan: fc.double({ min: -2, max: 2, noNaN: true }) }),
      fc.record({ first: fc.integer({ min: 1, max: 5_000 }), size: fc.integer({ min: 0, max: 300 }) }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.array(move, { maxLength: 30 }), (total, moves) => {
        let sight = allMessages(total);
        for (const step of moves) {
          if ('factor' in step) {
            const pointed = messageAt(sight, step.share);
            const size = sight.to - sight.from + 1;
            sight = zoom(sight, total, step.factor, step.share);
            const free = sight.from > 1 && sight.to < allMessages(total).to;
            if (free)
              expect(Math.abs(messageAt(sight, step.share) - pointed)).toBeLessThanOrEqual(
                Math.ceil(size / 100) + 2,
              );
          } else if ('pan' in step) sight = pan(sight, total, step.pan);
          else
            sight = rangeInSight(
              { from: Math.min(step.first, total), to: Math.min(step.first + step.size, total) },
              total,
            );
          expect(sight.from).toBeGreaterThanOrEqual(1);
          expect(sight.to).toBeLessThanOrEqual(allMessages(total).to);
          expect(sight.to - sight.from + 1).toBeGreaterThanOrEqual(Math.min(8, allMessages(total).to));
          expect(leftEdge(sight, sight.from)).toBe(0);
          expect(leftEdge(sight, sight.to + 1)).toBe(1);
        }
      }),
    );
  });
});
