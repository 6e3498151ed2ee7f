import { describe, expect, it } from 'vitest';
import { termShare, termWeight } from './bm25.ts';

describe('BM25', () => {
  it('R-49 weighs a rare term more than a common one, and none below zero', () => {
    const rare = termWeight({ messages: 1_000, frequency: 1 });
    const common = termWeight({ messages: 1_000, frequency: 500 });
    const everywhere = termWeight({ messages: 1_000, frequency: 1_000 });
    expect(rare).toBeCloseTo(6.5, 1);
    expect(rare).toBeGreaterThan(common);
    expect(common).toBeGreaterThan(everywhere);
    expect(everywhere).toBeGreaterThan(0);
    // An estimate may exceed what there is.
    expect(termWeight({ messages: 10, frequency: 99 })).toBe(termWeight({ messages: 10, frequency: 10 }));
  });

  it('R-49 counts repetitions less and less, and long texts less than short ones', () => {
    const usual = { repetition: 1.2, length: 0.75 };
    expect(termShare(1, 1, usual)).toBeCloseTo(1);
    const [once, twice, often] = [1, 2, 50].map((times) => termShare(times, 1, usual));
    expect(twice! - once!).toBeGreaterThan(0);
    expect(often!).toBeLessThan(1 + usual.repetition);
    expect(termShare(1, 4, usual)).toBeLessThan(termShare(1, 0.5, usual));
    expect(termShare(1, 4, { ...usual, length: 0 })).toBe(termShare(1, 0.5, { ...usual, length: 0 }));
  });
});
