/** Several engines on one file, each with a connection of its own, all at one thread at the same time (I-5). */
import { afterAll, describe, expect, it } from 'vitest';
import { createEverthread } from '../../src/everthread.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import type { Summarizer } from '../../src/summarizer.ts';
import { scriptedSummarizer } from '../../src/testing/scripted-summarizer.ts';
import { chatMessages } from '../chat-messages.ts';
import { databaseFolder, threadId } from '../faults/crash-engine.ts';
import { checkContext, checkStored } from '../properties/invariants.ts';
import { strategyNames } from '../properties/operations.ts';
import { sampleOf, soak } from '../soak.ts';

const { newPath, remove } = databaseFolder();
afterAll(remove);

/** Counts the calls to the summarizer, and how often several engines are inside it at once. */
function workplace() {
  const inside = new Map<number, number>();
  let crowds = 0;
  let calls = 0;
  const summarizer = (engine: number): Summarizer => {
    const scripted = scriptedSummarizer();
    return {
      ...scripted,
      async summarize(request) {
        inside.set(engine, (inside.get(engine) ?? 0) + 1);
        calls += 1;
        if (inside.size > 1) crowds += 1;
        // Slow enough for the other engines to work meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (inside.size > 1) crowds += 1;
        const left = inside.get(engine)! - 1;
        if (left === 0) inside.delete(engine);
        else inside.set(engine, left);
        return scripted.summarize(request);
      },
    };
  };
  return { summarizer, crowds: () => crowds, calls: () => calls };
}

describe.each([
  { engines: 2, strategies: sampleOf(strategyNames, { every: 3 }) },
  { engines: 10, strategies: strategyNames },
])('$engines engines, one thread', ({ engines, strategies }) => {
  it.each(strategies)(
    'I-5 one compaction at a time, every message numbered once, nothing lost: %s',
    async (strategy) => {
      const path = newPath();
      const { summarizer, crowds, calls } = workplace();
      const everthreads = Array.from({ length: engines }, (_, index) =>
        createEverthread({
          store: sqliteStore({ path, synchronous: 'normal', busyTimeoutMs: 60_000 }),
          strategy,
          summarizer: summarizer(index),
          budget: { tokens: 2_000 },
          spend: [],
        }),
      );
      let committed = 0;
      const superseded: string[] = [];
      for (const ever of everthreads) {
        ever.on('summarization', () => {
          committed += 1;
        });
        // Ranges are random here, so a scripted text may not carry enough of its source.
        ever.on('diagnostic', ({ code, message }) => {
          if (code !== 'summarizer_failed') superseded.push(`${code}: ${message}`);
        });
      }
      const threads = await Promise.all(everthreads.map((ever) => ever.thread(threadId)));
      const turns = Math.ceil((soak ? 160 : 50) / engines);

      const said = await Promise.all(
        threads.map(async (thread, engine) => {
          const ids: string[] = [];
          for (let turn = 0; turn < turns; turn += 1) {
            const [message] = chatMessages(1, 20, engine * 1_000 + turn * 2);
            const id = `${engine}-${turn}`;
            await thread.append({ ...message!, id });
            ids.push(id);
            if (turn % 10 === 9) await thread.compact();
            // Reads the thread while the other engines change it.
            if (turn % 5 === 4) {
              const context = await thread.context();
              checkContext(context, Math.max(0, ...context.items.map((item) => item.to ?? 0)));
            }
          }
          return ids;
        }),
      );
      await Promise.all(everthreads.map((ever) => ever.idle()));

      const store = sqliteStore({ path });
      const found = await store.readMessages({ threadId });
      expect(found.map(({ seq }) => seq)).toEqual(
        Array.from({ length: engines * turns }, (_, index) => index + 1),
      );
      expect(found.map(({ id }) => id).toSorted()).toEqual(said.flat().toSorted());
      for (const ids of said) {
        const own = new Set(ids);
        expect(
          found.filter(({ id }) => own.has(id)).map(({ id }) => id),
          'each in the order it was said',
        ).toEqual(ids);
      }
      await checkStored(store, threadId);
      expect(crowds(), 'never two engines inside the summarizer').toBe(0);
      expect(calls()).toBeGreaterThan(0);
      const receipts = await store.readReceipts({ threadId, limit: 10_000 });
      expect(receipts.length, 'every compaction that was told of is in the file, and no other').toBe(
        committed,
      );
      expect(superseded).toEqual([]);
      await store.close();
      for (const ever of everthreads) await ever.close();
    },
  );
});
