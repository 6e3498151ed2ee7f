import { describe, expect, it } from 'vitest';
import { askedParts, withRequestTokens } from './context-parts.ts';

const threadBudget = { tokens: 4_000, responseTokens: 400 };
const ask = (options: Parameters<typeof askedParts>[0]['options'], ratio = 1) =>
  askedParts({ threadBudget, shares: { tail: 5, recall: 2 }, longMessages: 'ends', options, ratio });

describe('what is asked of a context', () => {
  it('R-65 has the thread’s budget, unless another one is asked for', () => {
    expect(ask({}).asked).toEqual(threadBudget);
    expect(ask({ budget: { tokens: 1_000, responseTokens: 100 } }).budget).toMatchObject({
      tokens: 1_000,
      responseTokens: 100,
    });
  });

  it('R-44 shares its budget as the thread does, but for what is asked', () => {
    expect(ask({ sectionShares: { recall: 9 } }).parts.sectionShares).toEqual({ tail: 5, recall: 9 });
  });

  it('I-3 leaves room for what the request takes besides, in tokens of the model', () => {
    const { asked, budget, parts } = ask({ reserve: { requestTokens: 500, responseTokens: 900 } }, 1.5);
    expect(asked).toEqual(threadBudget);
    expect(budget).toEqual({ tokens: 4_000 - 750, responseTokens: 900 });
    expect(parts.budget).toEqual(budget);
    // Never more than half of the budget for the answer.
    expect(ask({ reserve: { responseTokens: 9_000 } }).budget).toEqual({
      tokens: 4_000,
      responseTokens: 2_000,
    });
  });

  it('I-3 is refused where the request alone leaves nothing', () => {
    expect(() => ask({ reserve: { requestTokens: 3_599 } })).not.toThrow();
    expect(() => ask({ reserve: { requestTokens: 3_600 } })).toThrow(
      expect.objectContaining({ code: 'context_overflow', field: 'reserve.requestTokens' }),
    );
  });

  it('holds what the caller gave, and asks for recall unless told not to', () => {
    const pinned = ['Be brief.'];
    const { parts } = ask({ system: 'S', profile: 'P', pinned, query: 'Q' });
    expect(parts).toMatchObject({ system: 'S', profile: 'P', pinned, query: 'Q', recall: true, rules: [] });
    expect(parts.pinned).not.toBe(pinned);
    expect(ask({ recall: false }).parts.recall).toBe(false);
    expect(ask({}).parts).not.toHaveProperty('system');
  });

  it('says what the request takes besides, where it takes something', () => {
    const context = { budget: threadBudget } as unknown as Parameters<typeof withRequestTokens>[0];
    expect(withRequestTokens(context, ask({}))).toBe(context);
    const reserved = withRequestTokens(context, ask({ reserve: { requestTokens: 500 } }));
    expect(reserved.budget).toEqual({ ...threadBudget, requestTokens: 500 });
  });
});
