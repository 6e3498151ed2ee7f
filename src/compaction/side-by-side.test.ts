import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { retelling } from '../../test/retelling.ts';
import { testRuntime } from '../../test/test-runtime.ts';
import { resultOf, talk } from '../engine/test-engine.suite.ts';
import { createEverthread } from '../everthread.ts';
import type { EverthreadOptions } from '../options.ts';
import { memoryStore } from '../stores/memory/memory.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { type Summarizer, SummarizerFailure, type SummaryRequest } from '../summarizer.ts';

/** A slow model that counts its parallel calls. It never answers where it has no answer. */
function slowModel(
  answer: (request: SummaryRequest, call: number) => string | undefined = (one) => retelling(one),
) {
  const asked: string[] = [];
  const seen = { atOnce: 0, most: 0, beforeFirstAnswer: 0, answers: 0 };
  const summarizer: Summarizer = {
    name: 'slow',
    maxInputTokens: 8_000,
    async summarize(request) {
      asked.push(JSON.stringify(request.transcript.map(({ seq }) => seq)));
      const call = asked.length;
      seen.atOnce += 1;
      seen.most = Math.max(seen.most, seen.atOnce);
      if (seen.answers === 0) seen.beforeFirstAnswer += 1;
      try {
        // Later calls are answered sooner, because the result must not depend on their order.
        for (let turn = 0; turn < 12 - (call % 4) * 3; turn += 1)
          await new Promise((resolve) => setImmediate(resolve));
        const text = answer(request, call);
        return text === undefined ? await untilAborted(request.signal) : resultOf(text);
      } finally {
        seen.atOnce -= 1;
        seen.answers += 1;
      }
    },
  };
  return { summarizer, asked, seen };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () =>
      reject(new SummarizerFailure({ kind: 'aborted', message: 'stopped' })),
    );
  });
}

async function backlog(options: EverthreadOptions) {
  const ever = createEverthread({
    budget: { tokens: 1_500 },
    // Many leaves, and room for their summaries. By default a model gets few long ones.
    strategy: { name: 'eternal', leafTokens: 330, summaryShare: 0.4 },
    automatic: false,
    store: memoryStore(),
    runtime: testRuntime(),
    ...options,
  });
  const thread = await ever.thread('t');
  if ((await thread.state()).messages === 0) await thread.append(talk(240));
  return { ever, thread };
}

async function shown(options: EverthreadOptions) {
  const { ever, thread } = await backlog(options);
  await thread.compact();
  const summaries = await thread.summaries();
  await ever.close();
  return summaries.map(({ id, from, to, text, rung }) => ({ id, from, to, text, rung }));
}

describe('leaves of a backlog', () => {
  it('R-37 I-12 written in parallel equal those written one after the other, ids included', async () => {
    const [four, one] = [slowModel(), slowModel()];
    const made = await shown({ summarizer: four.summarizer });
    expect(made.length).toBeGreaterThan(3);
    expect(four.seen).toMatchObject({ most: 4, beforeFirstAnswer: 1 });
    expect(made).toEqual(await shown({ summarizer: one.summarizer, compaction: { callConcurrency: 1 } }));
    expect(one.seen.most).toBe(1);
    expect(four.asked.toSorted()).toEqual(one.asked.toSorted());
  });

  it('R-26 code writes only the one whose answer could not be used', async () => {
    const { summarizer } = slowModel((request, call) => {
      if (call === 3) throw new SummarizerFailure({ kind: 'malformed', message: 'no summary' });
      return retelling(request);
    });
    const { ever, thread } = await backlog({ summarizer });
    const rungs: string[] = [];
    ever.on('summarization', ({ receipt }) => rungs.push(...receipt.rungs));
    await thread.compact();
    const { calls } = await ever.usage();
    expect(new Set(rungs)).toEqual(new Set(['model', 'extractive']));
    expect(calls).toBeGreaterThan(3);
    await ever.close();
  });

  it('R-26 an unavailable model is asked once, not for every leaf', async () => {
    const { summarizer, asked } = slowModel(() => {
      throw new SummarizerFailure({ kind: 'transport', message: 'connection reset' });
    });
    const made = await shown({ summarizer });
    expect(asked).toHaveLength(1);
    expect(made.every(({ rung }) => rung !== 'model')).toBe(true);
  });

  it('R-54 written in parallel cost no more than one after the other', async () => {
    for (const limit of [{ calls: 6 }, { costUsd: 0.055 }, { tokens: 600 }]) {
      const { summarizer, asked, seen } = slowModel();
      await shown({ summarizer, spend: [{ period: 'day', ...limit }] });
      expect([limit, asked.length]).toEqual([limit, 6]);
      expect(seen.most).toBeGreaterThan(1);
    }
  });

  it('R-73 after a stop in the middle of a plan, the next run repeats no answered request', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'everthread-test-'));
    const open = () => sqliteStore({ path: join(folder, 'test.db') });
    const answers = 3;
    const stopped = slowModel((request, call) => (call <= answers ? retelling(request) : undefined));
    const { ever, thread } = await backlog({ store: open(), summarizer: stopped.summarizer });
    const compacting = thread.compact().catch((error: unknown) => error);
    // Four calls are waited for, and the steps before them have ended.
    while (stopped.asked.length < answers + 4) await new Promise((resolve) => setImmediate(resolve));
    await ever.close();
    expect(await compacting).toBeInstanceOf(Error);
    const next = slowModel();
    const made = await shown({ store: open(), summarizer: next.summarizer });
    expect(stopped.asked.slice(0, answers).filter((request) => next.asked.includes(request))).toEqual([]);
    expect(stopped.asked.slice(answers).every((request) => next.asked.includes(request))).toBe(true);
    expect(made).toEqual(await shown({ summarizer: slowModel().summarizer }));
    rmSync(folder, { recursive: true });
  });
});
