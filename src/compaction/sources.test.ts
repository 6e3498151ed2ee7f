import { describe, expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import type { PlanStep } from '../strategy.ts';
import { chooseSources } from './sources.ts';

const step = (from: number, to: number, sources: PlanStep['sources']): PlanStep => ({
  from,
  to,
  sources,
  level: 'merge-1',
  tier: 1,
  depth: 0,
  parentId: null,
  shape: 'plain',
  limits: { targetTokens: 100, maxWords: null, maxOutputTokens: 200 },
  status: 'live',
});
const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);

/** Forty messages of ten tokens. */
async function setup(maxInputTokens = 150) {
  const test = await testEngine({ compaction: { maxInputTokens } });
  await test.sayMany(40);
  const choose = (one: PlanStep, other: Partial<Parameters<typeof chooseSources>[0]> = {}) =>
    chooseSources({ ports: test.engine, threadId: 't', step: one, earlier: [], ...other });
  return { ...test, choose };
}

describe('what a step reads', () => {
  it('fold: the named summaries and messages, in order', async () => {
    const { choose, keep } = await setup();
    await keep(summary('a', 1, 10, { rewrites: 3 }));
    const sources = await choose(
      step(1, 20, { summaries: ['a'], messages: { from: 11, to: 20 }, method: 'fold' }),
    );
    expect(sources).toMatchObject({ messages: { from: 11, to: 20 }, rewrites: 4, partial: false });
    expect([ids(sources.summaries), ids(sources.ledgers)]).toEqual([['a'], ['a']]);
  });

  it('fold: results of earlier steps of the same plan, by number', async () => {
    const { choose, keep } = await setup();
    await keep(summary('a', 1, 5));
    const made = [summary('new', 6, 10)];
    const one = step(1, 10, { summaries: ['a', '#0'], messages: null, method: 'fold' });
    expect(ids((await choose(one, { earlier: made })).summaries)).toEqual(['a', 'new']);
    await expect(choose(one)).rejects.toMatchObject({ code: 'unknown_summary', field: 'summaries' });
  });

  it('R-37 rederive: the originals, if they fit one call', async () => {
    const { choose, keep } = await setup(200);
    await keep(summary('a', 1, 10), summary('b', 11, 20));
    const one = step(1, 20, { summaries: ['a', 'b'], messages: null, method: 'rederive' });
    expect(await choose(one)).toEqual({
      summaries: [],
      messages: { from: 1, to: 20 },
      rewrites: 1,
      partial: false,
      ledgers: [],
    });
  });

  it('R-37 rederive: otherwise the sources of the summaries, or the summaries themselves', async () => {
    const { choose, keep } = await setup(150);
    const behind = { status: 'replaced' as const };
    await keep(summary('x', 1, 5, behind), summary('y', 6, 10, behind));
    await keep(
      summary('a', 1, 10, { sourceIds: ['x', 'y'], readFrom: null, readTo: null, rewrites: 2 }),
      summary('b', 11, 20),
    );
    const one = step(1, 20, { summaries: ['a', 'b'], messages: null, method: 'rederive' });
    const sources = await choose(one);
    expect(ids(sources.summaries)).toEqual(['x', 'y', 'b']);
    expect(sources).toMatchObject({ foldable: true, rewrites: 2, messages: null });
    // Exact facts come from the shown summaries.
    expect(ids(sources.ledgers)).toEqual(['a', 'b']);
  });

  it('R-37 R-70 rederive: summaries that a paid model wrote; the originals are only used to check the result', async () => {
    const { choose, keep, engine } = await setup(200);
    const byModel = { rung: 'model' as const };
    await keep(summary('a', 1, 10, byModel), summary('b', 11, 20, byModel));
    const one = step(1, 20, { summaries: ['a', 'b'], messages: null, method: 'rederive' });
    const paid = { ports: { ...engine, expectsModel: true } };
    const sources = await choose(one, paid);
    expect([ids(sources.summaries), ids(sources.ledgers)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(sources).toMatchObject({ messages: null, behind: { from: 1, to: 20 }, rewrites: 2 });
    // If code writes, reading costs nothing.
    const free = await choose(one, { ports: { ...engine, expectsModel: false } });
    expect(free).toMatchObject({ summaries: [], messages: { from: 1, to: 20 } });
  });

  it('R-38 rederive: the originals, if code wrote one of the summaries in the model’s place', async () => {
    const { choose, keep, engine } = await setup(200);
    await keep(summary('a', 1, 10, { rung: 'model' }), summary('b', 11, 20, { rung: 'extractive' }));
    const one = step(1, 20, { summaries: ['a', 'b'], messages: null, method: 'rederive' });
    const sources = await choose(one, { ports: { ...engine, expectsModel: true } });
    expect(sources).toMatchObject({ summaries: [], messages: { from: 1, to: 20 }, rewrites: 1 });
  });

  it('R-42 rederive: a summary that a person wrote, not its sources', async () => {
    const { choose, keep } = await setup(150);
    await keep(summary('x', 1, 10, { status: 'replaced' }));
    const edited = { at: '2026-01-01T00:00:00.000Z', version: 2 };
    await keep(
      summary('a', 1, 10, { sourceIds: ['x'], readFrom: null, readTo: null, edited }),
      summary('b', 11, 20),
    );
    const one = step(1, 20, { summaries: ['a', 'b'], messages: null, method: 'rederive' });
    expect(ids((await choose(one)).summaries)).toEqual(['a', 'b']);
  });

  it('R-15 rederive: the summaries, if the originals were deleted', async () => {
    const { choose, keep, deleteFirstOriginal } = await setup(1_000);
    await keep(summary('a', 1, 10), summary('b', 11, 20));
    await deleteFirstOriginal();
    const one = step(1, 20, { summaries: ['a', 'b'], messages: null, method: 'rederive' });
    const sources = await choose(one);
    expect([ids(sources.summaries), sources.messages]).toEqual([['a', 'b'], null]);
  });

  it('R-26 renew: exactly what the summary was made from', async () => {
    const { choose, keep } = await setup();
    await keep(summary('x', 1, 5, { status: 'replaced', rewrites: 2 }));
    await keep(summary('a', 1, 10, { sourceIds: ['x'], readFrom: 6, readTo: 10 }));
    const sources = await choose(step(1, 10, { summaries: ['a'], messages: null, method: 'renew' }));
    expect(sources).toMatchObject({ messages: { from: 6, to: 10 }, rewrites: 3 });
    expect([ids(sources.summaries), ids(sources.ledgers)]).toEqual([['x'], ['a']]);
  });

  it('R-25 reroot: the stored partial results, then the messages after them', async () => {
    const { choose, keep } = await setup();
    const part = { status: 'partial' as const, level: 'partial', rung: 'model' as const };
    await keep(summary('live', 1, 20));
    await keep(summary('p1', 1, 8, part), summary('p2', 9, 16, part), summary('p4', 20, 25, part));
    const one = step(1, 30, { summaries: [], messages: { from: 1, to: 30 }, method: 'reroot' });
    const sources = await choose(one);
    expect(sources).toMatchObject({ messages: { from: 17, to: 30 }, partial: true, outdated: ['p4'] });
    expect([ids(sources.summaries), ids(sources.ledgers)]).toEqual([['p1', 'p2'], ['live']]);
  });

  it('R-38 reroot: no partial results that code wrote in the model’s place', async () => {
    const { choose, keep, engine } = await setup();
    const part = { status: 'partial' as const, level: 'partial' };
    await keep(
      summary('p1', 1, 8, { ...part, rung: 'model' }),
      summary('p2', 9, 16, { ...part, rung: 'extractive' }),
    );
    const one = step(1, 30, { summaries: [], messages: { from: 1, to: 30 }, method: 'reroot' });
    const expecting = await choose(one, { ports: { ...engine, expectsModel: true } });
    expect(expecting).toMatchObject({ messages: { from: 9, to: 30 }, outdated: ['p2'] });
    const without = await choose(one, { ports: { ...engine, expectsModel: false } });
    expect(without).toMatchObject({ messages: { from: 17, to: 30 }, outdated: [] });
  });
});
