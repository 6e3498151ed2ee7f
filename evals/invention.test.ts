import { describe, expect, it } from 'vitest';
import { inventFor, isFlagged, spread } from './invention.ts';
import { inventionKinds, isInvented } from './inventions.ts';
import { createRandom } from './random.ts';
import { retellings } from './retellings.ts';

describe('invention evaluation', () => {
  it('R-39 plants nothing that the source holds, in digits or in words', () => {
    expect(isInvented('41', 'There were forty-one of them.')).toBe(false);
    expect(isInvented('forty-one', 'There were 41 of them.')).toBe(false);
    expect(isInvented('12,500', 'It cost 12500 in all.')).toBe(false);
    expect(isInvented('Ingrid Holloway', 'Ingrid said hello.')).toBe(false);
    expect(isInvented('17', 'There were seventeen.')).toBe(false);
    expect(isInvented('41', 'There were 410 of them.')).toBe(true);
    expect(isInvented('Ingrid Holloway', 'Nobody said hello.')).toBe(true);
  });

  it('R-39 makes an invention of every kind, with its value in its sentence', () => {
    const random = createRandom(3);
    for (const kind of Object.keys(inventionKinds)) {
      const invention = inventFor(random, kind, 'A source that says nothing exact.')!;
      expect(invention.kind).toBe(kind);
      expect(invention.sentence).toContain(invention.value);
    }
  });

  it('R-39 counts a find as caught only where it is the planted one', () => {
    const invention = { kind: 'money', value: '$1,200', sentence: 'It cost $1,200.' };
    expect(isFlagged(invention, [{ value: '$1,200' }])).toBe(true);
    expect(isFlagged(invention, [{ value: 'Lyon' }])).toBe(false);
  });

  it('R-39 retells with the same meaning', () => {
    const sentences = retellings('It took 2 hours and cost $1,500 on March 5 at 3 pm.', 3).map(
      ({ sentence }) => sentence,
    );
    expect(sentences).toContain('It takes 120 minutes.');
    expect(sentences).toContain('It costs 1,500 dollars.');
    expect(sentences).toContain('It happens on the 5th of March.');
    expect(sentences).toContain('They meet at 15:00.');
  });

  it('R-39 the same seed gives the same cases, and samples are spread over all of them', () => {
    const draw = () =>
      Array.from(
        { length: 5 },
        (
          (random) => () =>
            random.integer(0, 1_000)
        )(createRandom(9)),
      );
    expect(draw()).toEqual(draw());
    expect(spread([0, 1, 2, 3, 4, 5], 3)).toEqual([0, 2, 4]);
    expect(spread([1], 3)).toEqual([1]);
  });
});
