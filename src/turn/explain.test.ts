import { describe, expect, it } from 'vitest';
import { createModelRatios } from '../engine/model-ratios.ts';
import { createRequestLog } from '../engine/request-log.ts';
import { talk, testEngine } from '../engine/test-engine.suite.ts';
import type { SummaryRecord } from '../records/summary.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import { explainTurn } from './explain.ts';

/** Messages 1–8, then a summary of 1–4, then 9–12, then one of 5–8, then 13–14. */
async function setup() {
  const test = await testEngine();
  const { engine, store, say, keep } = test;
  await say(talk(8));
  await keep(summary('early', 1, 4, { text: 'told of 1 to 4', rung: 'model', survival: 0.9 }));
  await say(talk(4, 9));
  await keep(summary('late', 5, 8, { text: 'told of 5 to 8' }));
  await say(talk(2, 13));
  const requests = createRequestLog(store);
  const ratios = createModelRatios({ store, model: undefined });
  const explain = async (at: number) =>
    explainTurn({
      ports: { ...engine, ratios, requests },
      state: (await store.readThread('t'))!,
      at,
      contextOptions: { recall: false },
    });
  const fates = async (at: number) =>
    (await explain(at)).ranges.map(({ from, to, fate }) => `${from}–${to} ${fate}`);
  return { ...test, explain, fates, requests };
}

describe('R-43 a turn of the past', () => {
  it('is made from the summaries of its time, and covers the thread up to it', async () => {
    const { fates } = await setup();
    expect(await fates(6)).toEqual([1, 2, 3, 4, 5, 6].map((seq) => `${seq}–${seq} verbatim`));
    // A commit changes the turns after the current one.
    expect((await fates(8))[0]).toBe('1–1 verbatim');
    expect(await fates(9)).toEqual([
      '1–4 summarized',
      ...[5, 6, 7, 8, 9].map((seq) => `${seq}–${seq} verbatim`),
    ]);
    expect((await fates(12)).slice(0, 2)).toEqual(['1–4 summarized', '5–5 verbatim']);
    expect((await fates(14)).slice(0, 3)).toEqual(['1–4 summarized', '5–8 summarized', '9–9 verbatim']);
  });

  it('says who wrote a summary, and how faithful it is', async () => {
    const { explain } = await setup();
    const { ranges, at, context } = await explain(9);
    expect(at).toBe(9);
    expect(ranges[0]!.summary).toMatchObject({ id: 'early', rung: 'model', survival: 0.9, rewrites: 1 });
    expect(ranges[0]!.summary).not.toHaveProperty('text');
    expect(ranges[1]).not.toHaveProperty('summary');
    expect(JSON.stringify(context.content)).toContain('told of 1 to 4');
  });

  it('is the context that was really returned, if that is recorded', async () => {
    const { explain, requests } = await setup();
    requests.note({
      threadId: 't',
      seq: 14,
      at: '2026-01-01T00:00:00.000Z',
      model: null,
      ratio: 2,
      tokens: 1,
      historyTokens: 1,
      summaryIds: ['early'],
      preparedIds: [],
      recalled: [],
      arrangement: null,
      expected: null,
      reported: null,
    });
    const sent = await explain(14);
    expect(sent.ranges.slice(0, 2)).toMatchObject([
      { from: 1, to: 4, fate: 'summarized' },
      { from: 5, to: 5, fate: 'verbatim' },
    ]);
    // The ratio of that time counts, too, with which the same messages count double.
    const before = await explain(13);
    const per = ({ context, ranges }: Awaited<ReturnType<typeof explain>>) => context.tokens / ranges.length;
    expect(per(sent)).toBeGreaterThan(per(before) * 1.4);
  });

  it('has no summary that was only prepared, and no partial result', async () => {
    const { fates, keep } = await setup();
    const hidden: Partial<SummaryRecord>[] = [
      { status: 'prepared' },
      { status: 'partial', level: 'partial' },
    ];
    await keep(summary('p', 9, 10, hidden[0]), summary('q', 9, 12, hidden[1]));
    expect((await fates(14)).slice(1, 3)).toEqual(['5–8 summarized', '9–9 verbatim']);
  });

  it('has summaries only from when they were live until they were replaced', async () => {
    const { fates, store, runtime } = await setup();
    const { revision, coveredTo } = (await store.readThread('t'))!;
    const lease = await store.acquireLease({ threadId: 't', owner: 'o', now: runtime.now(), ttlMs: 1_000 });
    const [early, late] = await store.readSummaries({ threadId: 't', statuses: ['live'] });
    const { endMessageId } = late!;
    const whole = { from: 1, to: 8, messagesCovered: 8, endMessageId, text: 'told of 1 to 8' };
    await store.commit({
      ...{ lease: lease!, revision, now: runtime.now(), replaces: ['early', 'late'], activates: [] },
      insert: [{ ...early!, ...whole, id: 'both', sourceTokens: early!.sourceTokens + late!.sourceTokens }],
      ...{ coverTo: coveredTo, checkpoint: null, receipt: null },
    });
    expect((await fates(14)).slice(0, 2)).toEqual(['1–8 summarized', '9–9 verbatim']);
    expect((await fates(13)).slice(0, 2)).toEqual(['1–4 summarized', '5–8 summarized']);
    expect((await fates(10)).slice(0, 2)).toEqual(['1–4 summarized', '5–5 verbatim']);
    expect((await fates(8)).slice(0, 2)).toEqual(['1–1 verbatim', '2–2 verbatim']);
  });

  it('is refused if there was no such turn', async () => {
    const { explain } = await setup();
    for (const at of [-1, 15, 1.5, Number.NaN])
      await expect(explain(at)).rejects.toMatchObject({ code: 'invalid_input', field: 'at' });
    expect((await explain(0)).ranges).toEqual([]);
  });
});
