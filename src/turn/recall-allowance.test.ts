/** Tests how much may be recalled for messages, by what they ask about the past. */
import { describe, expect, it } from 'vitest';
import { pricesFor } from '../cost/model-prices.ts';
import type { SentState } from '../records/sent-state.ts';
import { noFigures, type ThreadState } from '../records/thread-state.ts';
import { anyRecall, recallAllowance } from './recall-allowance.ts';

const prices = pricesFor('claude-sonnet-4-5');

function threadWith(sent: Partial<SentState>, figures: Partial<ThreadState> = {}): ThreadState {
  return {
    ...{ id: 't', createdAt: '', updatedAt: '', pins: [], settings: {} },
    ...noFigures,
    ...{ revision: 1, messages: 400, tokens: 20_000, summaryTokens: 1_000, tailTokens: 3_000 },
    ...figures,
    sent: { recalled: [], requests: 200, revision: 1, paid: 100_000, full: 100_000, ...sent },
  };
}

const mixed = (state: ThreadState) => recallAllowance(state, { prices, available: 15_000 }).mixed;

describe('the allowance for passages that nobody asked for', () => {
  it('R-70 is zero while the conversation has cost more than its full history', () => {
    expect(mixed(threadWith({ paid: 103_000 }))).toBeLessThan(0);
  });

  it('R-70 is zero in the request that writes a compaction', () => {
    expect(mixed(threadWith({ revision: 0 }))).toBeLessThan(0);
  });

  it('R-70 grows with the savings', () => {
    const some = mixed(threadWith({ paid: 90_000 }));
    expect(some).toBeGreaterThan(0);
    expect(mixed(threadWith({ paid: 80_000 }))).toBeGreaterThan(1.5 * some);
  });

  it('R-70 is at most a few times what a request adds, and less for a message that asks nothing', () => {
    const saved = { paid: 10_000, full: 10_000_000 };
    const long = threadWith(saved, { tokens: 2_000_000, tailTokens: 10_000 });
    const { mixed, statement } = recallAllowance(long, { prices, available: 11_200 });
    expect([mixed, statement]).toEqual([anyRecall.mixed, anyRecall.statement]);
    const many = { ...long, sent: { ...long.sent!, requests: 20_000 } };
    expect(recallAllowance(many, { prices, available: 11_200 })).toMatchObject({
      mixed: 400,
      statement: 100,
    });
  });

  it('R-70 is the same after the first requests of an imported thread as in a thread with all its requests', () => {
    const saved = { paid: 10_000, full: 10_000_000 };
    const figures = { messages: 40_000, tokens: 2_000_000, tailTokens: 10_000 };
    const allowedAfter = (requests: number) =>
      recallAllowance(threadWith({ ...saved, requests }, figures), { prices, available: 11_200 });
    expect(allowedAfter(20_000)).toMatchObject({ mixed: 400, statement: 100 });
    expect(allowedAfter(3)).toMatchObject({ mixed: 400, statement: 100 });
  });

  it('R-70 leaves most of what a request saves, however much was saved before', () => {
    for (const tokens of [40_000, 80_000, 160_000]) {
      const state = threadWith({ paid: 10_000, full: 10_000_000, requests: tokens / 500 }, { tokens });
      const { mixed, statement } = recallAllowance(state, { prices, available: 15_000 });
      const savedNow = 0.1 * (tokens - 4_000);
      expect(1.25 * mixed).toBeLessThan(0.12 * savedNow);
      expect(1.25 * statement).toBeLessThan(0.03 * savedNow);
      expect(mixed).toBeGreaterThanOrEqual(150);
    }
  });

  it('R-70 is zero if it would remove the passages of earlier messages', () => {
    const place = { asked: 1, revision: 1, seqs: [1], room: 100, tokens: 10, characters: 100 };
    const beside = (count: number, seqs: number[]) =>
      recallAllowance(
        threadWith({
          ...{ paid: 10_000, full: 10_000_000 },
          recalled: Array.from({ length: count }, (_, index) => ({ ...place, seqs, after: index + 1 })),
        }),
        { prices, available: 15_000 },
      );
    expect(beside(15, [1]).mixed).toBe(150);
    expect(beside(16, [1])).toMatchObject({ mixed: 0, statement: 0 });
    expect(beside(16, []).mixed).toBe(150);
  });

  it('R-50 is a small part of all savings for a message that also asks, if the request saves little', () => {
    const state = threadWith({ paid: 10_000, full: 10_000_000 });
    expect(recallAllowance(state, { prices, available: 15_000 })).toMatchObject({ mixed: 150, statement: 3 });
  });

  it('R-50 is large in a long thread before its first request', () => {
    const { sent: _sent, ...imported } = threadWith({}, { tokens: 500_000 });
    const { question, ...unasked } = recallAllowance(imported, { prices, available: 15_000 });
    expect(unasked).toEqual({ mixed: anyRecall.mixed, statement: anyRecall.statement });
    expect(question).toBeGreaterThan(15_000);
  });
});

describe('the allowance for a question', () => {
  const question = (state: ThreadState, available = 15_000) =>
    recallAllowance(state, { prices, available }).question;

  it('R-70 is a few passages if nothing was saved, fewer in a small window', () => {
    const nothingSaved = threadWith({ paid: 2_000_000, full: 2_000_000 });
    expect(question(nothingSaved)).toBe(1_000);
    expect(question(nothingSaved, 7_000)).toBe(630);
  });

  it('R-70 is nothing while the conversation has cost much more than its full history, but not for the first question', () => {
    const asked = (questions: number) => {
      const place = { asked: 1, revision: 1, seqs: [1], room: 100, tokens: 10, characters: 100 };
      const recalled = Array.from({ length: questions }, (_, index) => ({ ...place, after: index + 1 }));
      return threadWith({ paid: 2_080_000, full: 2_000_000, recalled });
    };
    expect([0, 1, 2].map((questions) => question(asked(questions)))).toEqual([300, 0, 0]);
    expect(question(asked(1), 7_000)).toBe(0);
  });

  it('R-70 is less the more of the savings passages have taken already', () => {
    const figures = { recalled: [], paid: 60_000 };
    const [none, some, much] = [0, 20_000, 40_000].map((passages) =>
      question(threadWith({ ...figures, passages }, { messages: 4_000 })),
    );
    expect(some).toBeLessThan(none!);
    // Two fifths of the savings are for passages; beyond that a question has the few that it always has.
    expect(much).toBe(600);
  });

  it('R-50 is plenty for the first question about an imported conversation, and less for those that follow at once', () => {
    const { sent: _sent, ...imported } = threadWith({}, { tailTokens: 3_000, summaryTokens: 1_500 });
    const first = question(imported, 9_300);
    expect(first).toBeGreaterThan(4_000);
    const place = { after: 1, asked: 1, revision: 1, seqs: [1], room: first, tokens: first, characters: 100 };
    const sent = { recalled: [place], requests: 1, revision: 1, paid: 12_000, full: 25_000 };
    const second = question({ ...imported, sent }, 9_300);
    expect(second).toBeLessThan(0.75 * first);
    expect(second).toBeGreaterThan(600);
  });

  it('R-70 is a share of the savings, and in the end more than any window shows', () => {
    const some = question(threadWith({ paid: 60_000 }));
    expect(some).toBeGreaterThan(1_000);
    expect(1.25 * some).toBeLessThan(0.3 * 42_000);
    expect(question(threadWith({ paid: 100_000, full: 1_000_000 }))).toBeGreaterThan(15_000);
  });
});
