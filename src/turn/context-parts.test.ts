import { describe, expect, it } from 'vitest';
import { requestParts, withRequestTokens } from './context-parts.ts';

const threadBudget = { tokens: 4_000, responseTokens: 400 };
const ask = (options: Parameters<typeof requestParts>[0]['options'], ratio = 1) =>
  requestParts({ threadBudget, shares: { tail: 5, recall: 2 }, longMessages: 'ends', options, ratio });

describe('the parts of a context', () => {
  it('R-65 have the thread’s budget, unless the caller passes another one', () => {
    expect(ask({}).requestBudget).toEqual(threadBudget);
    expect(ask({ budget: { tokens: 1_000, responseTokens: 100 } }).budget).toMatchObject({
      tokens: 1_000,
      responseTokens: 100,
    });
  });

  it('R-44 have the thread’s shares, except for those that the caller passes', () => {
    expect(ask({ sectionShares: { recall: 9 } }).parts.sectionShares).toEqual({ tail: 5, recall: 9 });
  });

  it('I-3 leave room for the rest of the request, in tokens of the model', () => {
    const { requestBudget, budget, parts } = ask(
      { reserve: { requestTokens: 500, responseTokens: 900 } },
      1.5,
    );
    expect(requestBudget).toEqual(threadBudget);
    expect(budget).toEqual({ tokens: 4_000 - 750, responseTokens: 900 });
    expect(parts.budget).toEqual(budget);
    // The answer gets half of the budget at most.
    expect(ask({ reserve: { responseTokens: 9_000 } }).budget).toEqual({
      tokens: 4_000,
      responseTokens: 2_000,
    });
  });

  it('I-3 are refused if the rest of the request alone leaves no room', () => {
    expect(() => ask({ reserve: { requestTokens: 3_599 } })).not.toThrow();
    expect(() => ask({ reserve: { requestTokens: 3_600 } })).toThrow(
      expect.objectContaining({ code: 'context_overflow', field: 'reserve.requestTokens' }),
    );
  });

  it('hold what the caller passes, and recall passages unless it is switched off', () => {
    const pinned = ['Be brief.'];
    const { parts } = ask({ system: 'S', profile: 'P', pinned, query: 'Q' });
    expect(parts).toMatchObject({ system: 'S', profile: 'P', pinned, query: 'Q', recall: true, rules: [] });
    expect(parts.pinned).not.toBe(pinned);
    expect(ask({ recall: false }).parts.recall).toBe(false);
    expect(ask({}).parts).not.toHaveProperty('system');
  });

  it('say how many tokens the rest of the request takes, if any', () => {
    const context = { budget: threadBudget } as unknown as Parameters<typeof withRequestTokens>[0];
    expect(ask({}).budget).toEqual(threadBudget);
    expect(withRequestTokens(context, ask({})).budget).toEqual(threadBudget);
    const reserved = withRequestTokens(context, ask({ reserve: { requestTokens: 500 } }));
    expect(reserved.budget).toEqual({ ...threadBudget, requestTokens: 500 });
  });
});
