import { describe, expect, it } from 'vitest';
import { retelling } from '../../test/retelling.ts';
import { auditEntry } from '../editing/audit.ts';
import { honest, type RecordingSummarizer, scripted, talk, testEngine } from '../engine/test-engine.suite.ts';
import { hashMessage } from '../message/hash.ts';
import type { EverthreadOptions } from '../options.ts';
import { memoryStore } from '../stores/memory/memory.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import { createEternal } from '../strategies/eternal.ts';
import type { PlanInput } from '../strategy.ts';
import { SummarizerFailure } from '../summarizer.ts';
import { type RunOptions, runCompaction } from './run.ts';

const failing = () =>
  scripted(() => {
    throw new SummarizerFailure({ kind: 'transport', message: 'connection reset' });
  });

async function setup(
  options: { summarizer?: RecordingSummarizer; messages?: number } & Omit<
    EverthreadOptions,
    'summarizer'
  > = {},
) {
  const { summarizer = honest(), messages = 60, ...given } = options;
  const test = await testEngine({
    summarizer,
    strategy: { name: 'rolling', messages: 10, verbatimExchanges: 2 },
    ...given,
  });
  await test.say(talk(messages));
  const run = (other: Partial<RunOptions> = {}) =>
    runCompaction({
      ports: test.engine,
      threadId: 't',
      trigger: 'append',
      signal: new AbortController().signal,
      ...other,
    });
  return { ...test, run, summarizer };
}

describe.each([
  ['memory', () => memoryStore()],
  ['SQLite', () => sqliteStore({ path: ':memory:' })],
])('a run on %s', (_name, open) => {
  it('R-27 commits its summaries with receipt and cost, and ends', async () => {
    const { run, store, named } = await setup({ store: open() });
    const outcome = await run();
    expect(outcome.status).toBe('done');
    expect(outcome.receipts).toHaveLength(1);
    const live = await store.readSummaries({ threadId: 't', statuses: ['live'] });
    expect(live.map(({ id }) => id)).toEqual(outcome.receipts[0]!.summaryIds);
    const state = (await store.readThread('t'))!;
    expect(state.coveredTo).toBe(live.at(-1)!.to);
    expect(state).toMatchObject({ compactions: 1, checkpoint: 60 });
    expect(await store.readReceipts({ threadId: 't', limit: 5 })).toEqual(outcome.receipts);
    expect(named('compaction-started')).toMatchObject([{ threadId: 't', model: true }]);
    expect(named('compaction-ended')).toEqual([{ threadId: 't', outcome: 'committed' }]);
    expect(named('summarization')).toMatchObject([{ receipt: outcome.receipts[0] }]);
    // Nothing is left to do.
    expect(await run()).toMatchObject({ status: 'done', receipts: [] });
  });

  it('I-5 does not touch a thread that another worker holds, and releases its own lease', async () => {
    const { run, store, runtime, summarizer } = await setup({ store: open() });
    const take = () =>
      store.acquireLease({ threadId: 't', owner: 'other', now: runtime.now(), ttlMs: 1_000 });
    const lease = await take();
    expect(await run()).toMatchObject({ status: 'busy', receipts: [] });
    expect(summarizer.requests).toHaveLength(0);
    await store.releaseLease(lease!);
    await run();
    expect(await take()).toBeDefined();
  });

  it('I-6 starts again if the past was changed meanwhile, and commits nothing made before that', async () => {
    const edited = {
      role: 'user' as const,
      parts: [{ type: 'text' as const, text: 'I heard that the lighthouse burned down.' }],
    };
    const summarizer = scripted(async (request, call) => {
      if (call === 1) {
        const audit = auditEntry(test.runtime, 't', {
          action: 'edit-message',
          from: 3,
          to: 3,
          note: '',
          before: null,
        });
        const change = {
          kind: 'edit' as const,
          seq: 3,
          content: edited,
          tokens: 10,
          hash: hashMessage(edited),
        };
        await test.store.rewrite({ threadId: 't', changes: [change], audit, now: test.runtime.now() });
      }
      return retelling(request);
    });
    const test = await setup({ store: open(), summarizer });
    expect(await test.run()).toMatchObject({ status: 'done', receipts: [{}] });
    const [record] = await test.store.readSummaries({ threadId: 't' });
    expect(record!.text).toContain('lighthouse');
    expect(summarizer.requests[1]!.transcript[2]!.text).toContain('I heard that the lighthouse burned down.');
    expect(test.named('compaction-ended').map(({ outcome }) => outcome)).toEqual(['failed', 'committed']);
    // The cost of the first call is recorded nevertheless.
    expect((await test.store.usageSince({ at: '', threadId: 't' })).calls).toBe(2);
  });
});

describe('a run whose model fails', () => {
  it('R-38 lets code write, and reports it', async () => {
    const { run, store, named } = await setup({ summarizer: failing() });
    expect(await run()).toMatchObject({ status: 'done', receipts: [{ rungs: ['extractive'] }] });
    const [record] = await store.readSummaries({ threadId: 't', statuses: ['live'] });
    expect(record!.rung).toBe('extractive');
    expect(named('summarizer-fallback')).toMatchObject([{ threadId: 't', reason: expect.any(String) }]);
  });

  it('R-19 keeps summaries written by a model while the context fits', async () => {
    const { run, store, say } = await setup({
      summarizer: scripted((request, call) => {
        if (call > 1) throw new SummarizerFailure({ kind: 'transport', message: 'connection reset' });
        return retelling(request);
      }),
      messages: 16,
    });
    await run();
    const before = await store.readSummaries({ threadId: 't', statuses: ['live'] });
    await say(talk(16, 17));
    const outcome = await run();
    expect(outcome).toMatchObject({ status: 'kept', failure: { kind: 'transport' } });
    expect(outcome.reason).toContain('connection reset');
    expect(await store.readSummaries({ threadId: 't', statuses: ['live'] })).toEqual(before);
  });

  it('R-26 R-38 throws if the strategy says so, without asking again, and changes nothing', async () => {
    const { run, store, named } = await setup({
      summarizer: failing(),
      strategy: { name: 'rolling', messages: 10, verbatimExchanges: 2, onFailure: 'throw' },
    });
    const before = await store.readThread('t');
    await expect(run()).rejects.toMatchObject({ kind: 'transport' });
    expect(await store.readThread('t')).toEqual(before);
    expect(named('compaction-ended')).toEqual([{ threadId: 't', outcome: 'failed' }]);
  });

  it('R-26 does not ask a model that failed a moment ago: everything waits while the context fits', async () => {
    const { run, summarizer } = await setup();
    const paused = new SummarizerFailure({ kind: 'transport', message: 'a moment ago' });
    expect(await run({ paused })).toMatchObject({ status: 'kept', failure: paused });
    expect(summarizer.requests).toHaveLength(0);
    // Under pressure no run waits for the model, so code writes.
    const pressed = await run({ paused, trigger: 'pressure', targetTailTokens: 50 });
    expect(pressed.receipts[0]!.rungs).toEqual(['extractive']);
    expect(summarizer.requests).toHaveLength(0);
  });
});

it('I-11 a run ends after a bounded number of passes, and leaves the rest to the next one', async () => {
  const { run, store } = await setup({
    messages: 400,
    strategy: { name: 'eternal' },
    budget: { tokens: 1_000, responseTokens: 100 },
    compaction: { maxPasses: 1 },
  });
  expect((await run()).status).toBe('unfinished');
  const covered = (await store.readThread('t'))!.coveredTo;
  expect(covered).toBeGreaterThan(0);
  await run();
  expect((await store.readThread('t'))!.coveredTo).toBeGreaterThanOrEqual(covered);
});

it('R-70 later passes of a run plan by the messages that the run found, whatever arrives meanwhile', async () => {
  const inputs: PlanInput[] = [];
  const own = createEternal({});
  const { run } = await setup({
    messages: 400,
    strategy: {
      ...own,
      name: 'mine',
      plan(input) {
        inputs.push(input);
        return own.plan(input);
      },
    },
    budget: { tokens: 1_000, responseTokens: 100 },
  });
  await run();
  const [first, ...later] = inputs.filter(({ pass }, index) => index > 0 || pass > 0);
  expect(later.length).toBeGreaterThan(0);
  expect(first!.found).toBeUndefined();
  for (const { found } of later) expect(found).toEqual({ head: first!.head, end: first!.end });
});

it('R-36 the receipt of a pass that shows prepared summaries lists what these keep', async () => {
  const { run, store, keep, named } = await setup({
    messages: 40,
    strategy: { name: 'eternal' },
    budget: { tokens: 1_000, responseTokens: 100 },
  });
  const fact = {
    ...{ kind: 'path' as const, key: 'quay', value: 'src/quay.ts', seq: 2, importance: 9, inProse: false },
    ...{ role: 'user' as const, at: '2026-01-01T00:00:00.000Z' },
  };
  await keep(
    summary('p', 1, 20, { status: 'prepared', tokens: 20, survival: 0.5, facts: [fact], sourceTokens: 400 }),
  );
  const { receipts } = await run();
  const shown = receipts.find(({ summaryIds }) => summaryIds.includes('p'));
  expect(shown).toMatchObject({ from: 1, survival: 0.5 });
  expect(shown!.factsKept).toBeGreaterThanOrEqual(1);
  // The event tells the range of all that the pass works on.
  for (const { from, to } of named('compaction-started')) expect(from).toBeLessThanOrEqual(to);
  expect((await store.readThread('t'))!.coveredTo).toBeGreaterThanOrEqual(20);
});

it('R-27 a pass with several steps reports one range, from its first message to its last', async () => {
  const { run, say, store, named } = await setup({
    messages: 200,
    strategy: { name: 'eternal', leafTokens: 100 },
    budget: { tokens: 1_000, responseTokens: 100 },
  });
  const { receipts } = await run();
  await say(talk(60, 201));
  receipts.push(...(await run()).receipts);
  const told = named('compaction-started').map(({ from, to }) => [from, to]);
  expect(receipts.some(({ summaryIds }) => summaryIds.length > 1)).toBe(true);
  expect(receipts.some(({ from }) => from > 1)).toBe(true);
  for (const { summaryIds, from, to } of receipts) {
    const made = await store.readSummaries({ threadId: 't', ids: summaryIds });
    expect([from, to]).toEqual([made[0]!.from, made.at(-1)!.to]);
    expect(told).toContainEqual([from, to]);
  }
});

it('R-10 R-27 a pass of one step reports the messages of its segment only', async () => {
  const { run, say, store, named } = await setup({
    messages: 40,
    strategy: { name: 'session', triggerThreshold: 20, preserveRecent: 4 },
  });
  await run();
  await say(talk(40, 41));
  const { receipts } = await run();
  const made = await store.readSummaries({ threadId: 't', ids: receipts.at(-1)!.summaryIds });
  const { from, to } = made.at(-1)!;
  expect(from).toBeGreaterThan(1);
  expect(named('compaction-started').at(-1)).toMatchObject({ from, to });
});
