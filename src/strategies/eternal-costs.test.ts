import { describe, expect, it } from 'vitest';
import type { CheckInput } from '../strategy.ts';
import { isWorthSwapping, paysOff } from './eternal-costs.ts';
import type { Measures } from './eternal-options.ts';

const measures: Measures = {
  room: 180_000,
  ratio: 0.3,
  trigger: 0.9,
  tailTarget: 2_000,
  pauseTail: 4_000,
  mostRecent: 4_000,
  summaryBound: 3_600,
  summaryMost: 45_000,
  leafAtOnce: 1_000,
  leafTokens: 6_000,
  spareTail: 0,
  isShort: false,
  leastPrepared: 3_000,
  leastForPause: 5_400,
  patience: 2,
  affordsFirst: true,
  paid: false,
};

/** A conversation of so many requests, 700 tokens each, nothing of it summarized yet. */
function inputOf(requests: number, changes: { sent?: object; prices?: object } = {}): CheckInput {
  const tokens = requests * 700;
  const full = 1.25 * tokens + 0.1 * 0.5 * requests * tokens;
  return {
    state: {
      tokens,
      tailTokens: tokens,
      summaryTokens: 0,
      sent: { recalled: [], requests, paid: full, full, ...changes.sent },
    },
    budget: { prices: { read: 0.1, write: 1.25, summarize: 0, ...changes.prices } },
  } as unknown as CheckInput;
}

describe('R-70 whether a compaction pays', () => {
  it('R-70 no compaction pays in a short conversation, and one does in a long one', () => {
    expect(paysOff(inputOf(10), measures)).toBe(false);
    expect(paysOff(inputOf(30), measures)).toBe(false);
    expect(paysOff(inputOf(150), measures)).toBe(true);
  });

  it('R-70 a compaction pays sooner if something was saved already', () => {
    const saved = { sent: { paid: 1_000 } };
    const first = (changes: object) =>
      Array.from({ length: 150 }, (_, index) => index + 1).find((count) =>
        paysOff(inputOf(count, changes), measures),
      )!;
    expect(first(saved)).toBeLessThan(first({}));
  });

  it('R-70 a compaction pays later if a model has to be paid for summaries, and never if it costs more than it saves', () => {
    expect(paysOff(inputOf(150, { prices: { summarize: 1 } }), measures)).toBe(true);
    expect(paysOff(inputOf(150, { prices: { summarize: 20 } }), measures)).toBe(false);
  });

  it('R-70 no compaction pays while most of the tail is the newest messages, which stay in it', () => {
    expect(paysOff(inputOf(150), measures, 100_000)).toBe(false);
  });

  it('R-70 no compaction pays before anything was sent', () => {
    const never = inputOf(150);
    expect(paysOff({ ...never, state: { ...never.state, sent: undefined } } as CheckInput, measures)).toBe(
      false,
    );
  });
});

describe('R-70 whether a shorter context is worth its words where the cache has lapsed', () => {
  it('R-70 it is if much is saved, whatever was sent before, and it is not if little is saved', () => {
    const input = inputOf(30);
    const { tailTokens } = input.state;
    expect(isWorthSwapping(input, { summaryTokens: 500, tailTokens: tailTokens / 2 })).toBe(true);
    expect(isWorthSwapping(input, { summaryTokens: 500, tailTokens: tailTokens * 0.9 })).toBe(false);
  });
});
