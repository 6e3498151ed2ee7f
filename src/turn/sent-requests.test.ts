import { describe, expect, it } from 'vitest';
import { pricesFor } from '../cost/model-prices.ts';
import { nextSent } from './sent-requests.ts';

const minute = 60_000;
const prices = pricesFor('claude-sonnet-4-5');
const request = { tokens: 1_000, historyTokens: 1_000, model: 'claude-sonnet-4-5', ratio: 1 };
const expected = {
  readTokens: 0,
  writtenTokens: 1_000,
  historyReadTokens: 0,
  historyWrittenTokens: 1_000,
};
const made = (at: number) => ({ places: [], request, expected, prices, revision: 0, at });

describe('R-70 the figures that a request leaves for the next one', () => {
  it('R-70 have the time of the request, and how often the cache had lapsed before one', () => {
    const first = nextSent(undefined, made(0));
    expect(first).toMatchObject({ requests: 1, at: 0 });
    const soon = nextSent(first, made(minute));
    expect(soon.lapses).toBeUndefined();
    const later = nextSent(soon, made(10 * minute));
    expect(later).toMatchObject({ requests: 3, at: 10 * minute, lapses: 1 });
    expect(nextSent(later, made(30 * minute)).lapses).toBe(2);
  });

  it('R-70 count no pause if an earlier version wrote the row', () => {
    const old = { recalled: [], requests: 7, paid: 9_000, full: 9_000 };
    expect(nextSent(old, made(90 * minute))).toMatchObject({ requests: 8, at: 90 * minute });
    expect(nextSent(old, made(90 * minute)).lapses).toBeUndefined();
  });

  it('R-70 have the cost of passages: written once, then read until everything is sent anew', () => {
    const place = { after: 1, asked: 1, revision: 0, seqs: [1], room: 100, tokens: 100, characters: 100 };
    const read = { ...expected, readTokens: 900, writtenTokens: 100 };
    const first = nextSent(undefined, { ...made(0), places: [place] });
    expect(first.passages).toBe(125);
    const second = nextSent(first, { ...made(1), places: [place], expected: read });
    expect(second.passages).toBe(135);
    const anew = nextSent(second, { ...made(2), places: [place], expected: read, revision: 1 });
    expect(anew.passages).toBe(260);
    expect(nextSent(anew, { ...made(3), expected: read, revision: 1 }).passages).toBe(260);
    expect(nextSent(undefined, made(0))).not.toHaveProperty('passages');
  });
});
