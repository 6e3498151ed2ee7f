import { describe, expect, it } from 'vitest';
import { resultOf, scripted, testEngine } from '../engine/test-engine.suite.ts';
import type { MessageInput } from '../message/normalize.ts';
import type { EverthreadOptions } from '../options.ts';
import { sourceHashOf } from '../records/source-hash.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import type { Plan, PlanStep } from '../strategy.ts';
import { SummarizerFailure, type SummaryRequest } from '../summarizer.ts';
import { executeStep, type StepInput } from './step.ts';
import { drawStepIds } from './step-task.ts';
import { createWriters } from './writers.ts';

const talk: MessageInput[] = [
  { role: 'system', content: 'Always answer in English.' },
  {
    role: 'user',
    content: 'The invoice INV-20931 of Harbour Ltd is due on 2026-03-14, please remember it for me.',
  },
  {
    role: 'assistant',
    content: 'Noted. I will remind you a few days before the invoice of Harbour Ltd is due.',
  },
  {
    role: 'user',
    content: 'Also, the gate in the garden squeaks, and we should oil it before the summer comes.',
  },
];
const honest = (request: SummaryRequest) =>
  request.transcript.length > 0
    ? 'The user has invoice INV-20931 of Harbour Ltd due on 2026-03-14.'
    : 'Told again, briefly.';

const fold = (from: number, to: number, other: Partial<PlanStep> = {}): PlanStep => ({
  from,
  to,
  sources: { summaries: [], messages: { from, to }, method: 'fold' },
  level: 'leaf',
  tier: 0,
  depth: 0,
  parentId: null,
  shape: 'plain',
  limits: { targetTokens: 60, maxWords: null, maxOutputTokens: 120 },
  status: 'live',
  ...other,
});

async function setup(summarizer = scripted(honest), options: EverthreadOptions = {}) {
  const test = await testEngine({ summarizer, ...options });
  const { engine, store, say } = test;
  const stored = await say(talk);
  const execute = async (step: PlanStep, other: Partial<StepInput> = {}) =>
    executeStep({
      ports: engine,
      state: (await store.readThread('t'))!,
      plan: { strategy: 'eternal', replaces: [] } as unknown as Plan,
      step,
      ids: drawStepIds(engine.runtime),
      earlier: [],
      signal: new AbortController().signal,
      // Without the guards, whose own tests are elsewhere.
      writers: createWriters({ model: summarizer, faithful: engine.faithful }),
      modelOnly: false,
      ...other,
    });
  return { ...test, stored, execute, summarizer };
}

describe('a step', () => {
  it('R-44 records the model’s summary with its facts, its range and its proof', async () => {
    const { execute, stored } = await setup();
    const { record, calls } = await execute(fold(1, 4));
    expect(record).toMatchObject({
      status: 'live',
      from: 1,
      to: 4,
      messagesCovered: 4,
      startMessageId: stored[0]!.id,
      endMessageId: stored[3]!.id,
      readFrom: 1,
      readTo: 4,
      rung: 'model',
      rewrites: 1,
      sourceTokens: stored.reduce((sum, { tokens }) => sum + tokens, 0),
      limits: { targetTokens: 60 },
    });
    expect(record.sourceHash).toBe(sourceHashOf({ summaries: [], messages: stored.map(({ hash }) => hash) }));
    expect(record.facts.map(({ value }) => value)).toContain('INV-20931');
    expect(record.survival).toBeGreaterThan(0);
    expect(calls).toHaveLength(1);
  });

  it('I-1 writes nothing', async () => {
    const { execute, store } = await setup();
    const before = await store.readThread('t');
    await execute(fold(1, 4));
    expect(await store.readThread('t')).toEqual(before);
    expect(await store.readSummaries({ threadId: 't' })).toEqual([]);
  });

  it('I-11 also rejects a summary written by code if it is not smaller than its source', async () => {
    const { execute, engine } = await setup();
    const endless = 'The gate in the garden squeaks and should be oiled before the summer. '.repeat(20);
    const faithful = { ...engine.faithful, summarize: async () => resultOf(endless, { rung: 'extractive' }) };
    const long = fold(1, 4, { limits: { targetTokens: 60, maxWords: null, maxOutputTokens: 2_000 } });
    const writers = createWriters({ model: undefined, faithful });
    await expect(execute(long, { writers })).rejects.toMatchObject({
      code: 'summarizer_failed',
      message: expect.stringContaining('no fewer than its sources'),
    });
  });

  it('I-10 sends no secrets to the model, and stores none that it answers with', async () => {
    const password = 'correct-Horse7-battery';
    const { execute, say, summarizer } = await setup(
      scripted(() => `The user set the database password: ${password} and went on to talk of the garden.`),
    );
    await say({
      role: 'user',
      content: `The database password is ${password}. Do not lose it, whatever happens to us.`,
    });
    const { record } = await execute(fold(1, 5));
    expect(JSON.stringify(summarizer.requests[0]!.transcript)).not.toContain(password);
    expect(JSON.stringify(record)).not.toContain(password);
  });

  it('I-11 asks for less than its source, and lets code write if the answer is not smaller', async () => {
    const { execute, summarizer, named, stored } = await setup(
      scripted(() => 'The gate in the garden squeaks. '.repeat(60)),
    );
    const limits = { targetTokens: 5_000, maxWords: null, maxOutputTokens: 10_000 };
    const { record, calls } = await execute(fold(1, 4, { limits }));
    const given = stored.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(summarizer.requests[0]!.limits.targetTokens).toBeLessThan(given);
    expect(record.rung).not.toBe('model');
    expect(record.tokens).toBeLessThan(given);
    expect(calls[0]).toMatchObject({
      rung: 'model',
      outcome: 'rejected',
      reason: expect.stringContaining('no smaller'),
    });
    expect(named('summarizer-fallback')).toMatchObject([{ threadId: 't', from: 'scripted-model' }]);
  });

  it('R-38 fails with the model’s failure if only the model may write', async () => {
    const { execute } = await setup(scripted(() => 'The gate in the garden squeaks. '.repeat(60)));
    await expect(execute(fold(1, 4), { modelOnly: true })).rejects.toMatchObject({
      kind: 'malformed',
      calls: [{ outcome: 'rejected' }],
    });
  });

  it('R-55 refuses an answer that invents', async () => {
    const { execute } = await setup(
      scripted(() => 'Paid $98,765.43 to Zebediah Quux at /nowhere/else.ts on 2031-07-09, version 77.88.99.'),
    );
    const { record, calls } = await execute(fold(1, 4));
    expect(record.rung).not.toBe('model');
    expect(record.text).not.toContain('Zebediah');
    expect(calls.map(({ outcome }) => outcome)).toContain('rejected');
  });

  it('R-9 copies system messages word for word, without a summarizer', async () => {
    const { execute, summarizer } = await setup();
    const { record, calls } = await execute(fold(1, 1, { shape: 'verbatim' }));
    expect(record).toMatchObject({
      text: 'Always answer in English.',
      rung: 'copy',
      shape: 'verbatim',
      facts: [],
    });
    expect([calls, summarizer.requests]).toEqual([[], []]);
  });

  it('needs no summarizer for a range of questions to the archive', async () => {
    const { execute, say, keep, summarizer } = await setup();
    const aside = { origin: { kind: 'lookup', sources: [] } } as const;
    await say([
      { role: 'user', content: 'What did I say about the gate?', ...aside } as MessageInput,
      { role: 'assistant', content: 'That it squeaks.', ...aside } as MessageInput,
    ]);
    expect((await execute(fold(5, 6))).record.text).toBe('Only questions to the archive were asked here.');
    await keep(summary('before', 1, 4, { text: 'told before', rung: 'model' }));
    const carried = await execute(
      fold(1, 6, { sources: { summaries: ['before'], messages: { from: 5, to: 6 }, method: 'fold' } }),
    );
    expect(carried.record).toMatchObject({ text: 'told before', from: 1, to: 6, sourceIds: ['before'] });
    expect(carried.record.facts).toHaveLength(1);
    expect(summarizer.requests).toHaveLength(0);
  });

  it('R-42 ends with the texts that a person wrote for the replaced summaries', async () => {
    const { execute, keep } = await setup();
    const edited = { at: '2026-01-01T00:00:00.000Z', version: 2 };
    await keep(summary('hand', 1, 2, { text: 'The invoice is the one that matters.', edited }));
    const plan = { strategy: 'eternal', replaces: ['hand'] } as unknown as Plan;
    const { record } = await execute(fold(1, 4), { plan });
    expect(record.text).toContain('Noted by a person (messages 1–2): The invoice is the one that matters.');
    expect(record.kept).toEqual([{ text: 'The invoice is the one that matters.', from: 1, to: 2 }]);
    // The next step does not carry it again.
    const next = await execute(fold(3, 4), { plan });
    expect(next.record.kept).toBeUndefined();
  });

  it('R-9 carries over system messages if the strategy preserves them', async () => {
    const { execute } = await setup(scripted(honest), {
      strategy: { name: 'session', preserveSystem: true },
    });
    const { record } = await execute(fold(1, 4));
    expect(record.text).toContain('System message 1, word for word: Always answer in English.');
  });

  it('R-54 reports its cost when it fails', async () => {
    const { execute } = await setup(
      scripted(() => {
        throw new SummarizerFailure({ kind: 'transport', message: 'away' });
      }),
    );
    await expect(execute(fold(1, 4), { modelOnly: true })).rejects.toMatchObject({ kind: 'transport' });
  });
});
