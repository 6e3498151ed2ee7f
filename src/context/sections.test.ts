import { describe, expect, it } from 'vitest';
import { isEverthreadError } from '../errors.ts';
import {
  allotStable,
  completeOrder,
  recallBesideWork,
  recallReserve,
  referenceBudget,
  shareBudgets,
  withTalk,
} from './sections.ts';

const { tokens, responseTokens } = referenceBudget;

describe('section budgets', () => {
  it('R-44 are the documented figures at 10,300 tokens and fill the budget exactly', () => {
    const budgets = shareBudgets(tokens - responseTokens);
    expect(budgets).toEqual({
      system: 1_500,
      profile: 800,
      summaries: 500,
      tail: 3_000,
      facts: 2_000,
      recall: 1_500,
      resources: 0,
    });
    expect(Object.values(budgets).reduce((sum, size) => sum + size, responseTokens)).toBe(10_300);
  });

  it('R-44 scale with the window and can be set', () => {
    expect(shareBudgets((tokens - responseTokens) * 10).tail).toBe(30_000);
    expect(
      shareBudgets(1_000, { tail: 1, system: 0, profile: 0, summaries: 1, facts: 0, recall: 0 }),
    ).toMatchObject({
      tail: 500,
      summaries: 500,
      facts: 0,
    });
  });

  it('R-44 refuse an invalid share by its name', () => {
    const refusal = (shares: object) => {
      try {
        shareBudgets(1_000, shares);
      } catch (error) {
        return isEverthreadError(error, 'invalid_option') ? error.field : undefined;
      }
      return undefined;
    };
    expect(refusal({ tail: -1 })).toBe('sectionShares.tail');
    expect(refusal({ recal: 1 })).toBe('sectionShares.recal');
    expect(refusal({ system: 0, profile: 0, summaries: 0, tail: 0, facts: 0, recall: 0 })).toBe(
      'sectionShares',
    );
  });

  it('R-44 give what one section leaves to the others, to summaries before the tail', () => {
    const budgets = shareBudgets(9_300);
    const room = 9_300;
    expect(
      allotStable({ room, budgets, pinned: 0, demand: { summaries: 0, ledger: 0, hasTail: true } }),
    ).toEqual({
      ledger: 0,
      summaries: 0,
      tail: room,
    });
    const crowded = allotStable({
      room,
      budgets,
      pinned: 500,
      demand: { summaries: 20_000, ledger: 20_000, hasTail: true },
    });
    expect(crowded).toEqual({ ledger: 1_500, summaries: room - 1_500 - 3_000, tail: 3_000 });
  });

  it('R-70 give the facts of a talk less under a long system prompt, down to a share of what is left', () => {
    const budgets = shareBudgets(9_300);
    const factsUnder = (callerTokens: number) => withTalk({ available: 9_300, callerTokens, budgets }).facts;
    expect([0, 2_300, 2_600, 8_000, 9_300].map(factsUnder)).toEqual([2_000, 2_000, 1_400, 195, 0]);
  });

  it('R-44 have a place for sections that the strategy does not name', () => {
    expect(completeOrder(['system', 'resources', 'summaries', 'tail'])).toEqual([
      'system',
      'resources',
      'summaries',
      'tail',
      'profile',
      'pinned',
      'ledger',
      'recall',
    ]);
  });
});

describe('recall beside a work record', () => {
  it('R-44 leaves most small windows some room besides passages, whatever their limit', () => {
    for (const available of [100, 1_000, 4_000, 30_000])
      expect(recallReserve({ available, most: 1_000_000 })).toBeLessThan(available);
    expect(recallReserve({ available: 30_000, most: 700 })).toBe(700);
  });

  it('R-50 has room for a few pieces in a small window, and its share in a larger one', () => {
    expect([600, 1_000, 1_400, 4_000].map(recallBesideWork)).toEqual([300, 500, 500, 1_200]);
    expect(recallBesideWork(-50)).toBe(0);
  });
});
