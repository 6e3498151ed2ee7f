import { describe, expect, it } from 'vitest';
import type { SummaryHead } from '../records/summary.ts';
import { mergesForRoom, runsForRoom } from './forest.ts';

const head = (number: number, tokens = 200): SummaryHead =>
  ({ id: `s${number}`, tier: 0, tokens, sourceTokens: 4_000 }) as SummaryHead;
const half = (run: readonly { tokens: number }[]) => run.reduce((sum, { tokens }) => sum + tokens, 0) / 2;
const room = { fanout: 4, leafTokens: 4_000, limit: 16, mergedTokens: half };

describe('merges for room', () => {
  const live = Array.from({ length: 12 }, (_, number) => head(number));

  it('R-37 R-70 are each made once, with the same result as merging one after the other', () => {
    const bound = 600;
    let calls = 0;
    let standing: SummaryHead[] = live;
    for (;;) {
      const excess = standing.reduce((sum, { tokens }) => sum + tokens, 0) - bound;
      const runs = excess > 0 ? runsForRoom(standing, { ...room, excess }) : [];
      if (runs.length === 0) break;
      calls += runs.length;
      standing = standing.flatMap((one) => {
        const run = runs.find((other) => other.includes(one));
        if (run === undefined) return [one];
        const sourceTokens = run.reduce((sum, part) => sum + part.sourceTokens, 0);
        return run[0] === one ? [{ ...one, tokens: half(run), sourceTokens }] : [];
      });
    }
    const merges = mergesForRoom(live, { ...room, bound });
    const left = live.filter((one) => !merges.some(({ run }) => run.includes(one)));
    const sizes = [...merges, ...left].map(({ tokens }) => tokens).sort((a, b) => a - b);
    expect(sizes).toEqual(standing.map(({ tokens }) => tokens).sort((a, b) => a - b));
    expect(merges.length).toBeLessThan(calls);
    const merged = merges.flatMap(({ run }) => run.map(({ id }) => id));
    expect(new Set(merged).size).toBe(merged.length);
    for (const { run } of merges) {
      const first = live.indexOf(run[0]!);
      expect(run).toEqual(live.slice(first, first + run.length));
    }
  });

  it('R-37 no merges are planned while there is room', () => {
    expect(mergesForRoom(live, { ...room, bound: 2_400 })).toEqual([]);
    expect(mergesForRoom([head(1, 900)], { ...room, bound: 100 })).toEqual([]);
  });
});
