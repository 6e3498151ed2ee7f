/** Counts what compactions read of a long thread, and tests a thread whose messages all arrived at once. */
import { afterAll, describe, expect, it } from 'vitest';
import type { EverthreadEvents } from '../src/events.ts';
import { createEverthread } from '../src/everthread.ts';
import { sqliteStore } from '../src/sqlite.ts';
import type { Store } from '../src/store.ts';
import { memoryStore } from '../src/stores/memory/memory.ts';
import type { Summarizer } from '../src/summarizer.ts';
import { scriptedSummarizer } from '../src/testing/scripted-summarizer.ts';
import { databaseFolder } from './faults/crash-engine.ts';
import { soak } from './soak.ts';
import { testRuntime } from './test-runtime.ts';

const { newPath, remove } = databaseFolder();
afterAll(remove);

function messages(from: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    role: (from + index) % 2 === 1 ? ('user' as const) : ('assistant' as const),
    content: `We went on with the harbour and looked at crane ${from + index} again.`,
  }));
}

/** Wraps a store and counts the messages and summaries that are read from it. */
function counting(store: Store) {
  const read = { messages: 0, summaries: 0 };
  const counted: Store = {
    ...store,
    async readMessages(range) {
      const found = await store.readMessages(range);
      read.messages += found.length;
      return found;
    },
    async readMessagesAt(places) {
      const found = await store.readMessagesAt(places);
      read.messages += found.length;
      return found;
    },
    async readSummaries(query) {
      const found = await store.readSummaries(query);
      read.summaries += found.length;
      return found;
    },
  };
  return { store: counted, read };
}

/** Repeats the first words of each source. This is cheap and never longer than the sources. */
const cheap: Summarizer = {
  name: 'cheap',
  maxInputTokens: 100_000,
  async summarize({ transcript, previous, limits }) {
    const texts = [...previous, ...transcript].map(({ text }) => text);
    const words = texts.map((text) => text.split(' ').slice(0, 12).join(' '));
    const text = [...new Set(words)].join('\n').slice(0, limits.targetTokens * 3);
    return { text, record: null, model: 'cheap', rung: 'model', promptVersion: 'cheap@1', calls: [] };
  },
};

describe('backlog', () => {
  const grown = soak ? 300_000 : 1_600;
  /** Reads for n appends are fewer than this times n log₂ n: at most five a message at 300,000. */
  const constant = 0.3;

  it(`R-37 over ${grown} appends no more than n log n messages and summaries are read`, async () => {
    const { store, read } = counting(memoryStore());
    const everthread = createEverthread({
      store,
      runtime: testRuntime(),
      summarizer: cheap,
      recall: false,
      automatic: false,
      spend: [],
      budget: { tokens: 1_500 },
      strategy: { name: 'eternal', leafTokens: 60 },
      compaction: { maxInputTokens: 300, chunkTokens: 300 },
    });
    const thread = await everthread.thread('long');
    const readAt: { said: number; messages: number; summaries: number }[] = [];
    let mark = grown / 16;
    for (let said = 0; said < grown; ) {
      for (const message of messages(said + 1, 10)) await thread.append(message);
      said += 10;
      await thread.compact();
      if (said < mark) continue;
      readAt.push({ said, ...read });
      mark *= 2;
    }
    expect(readAt).toHaveLength(5);
    for (const { said, messages, summaries } of readAt) {
      expect(messages).toBeLessThan(constant * said * Math.log2(said));
      expect(summaries).toBeLessThan(constant * said * Math.log2(said));
    }
    await everthread.close();
  });

  it('R-37 a thread that grows reads no more of its past than before', async () => {
    const { store, read } = counting(memoryStore());
    const everthread = createEverthread({
      store,
      runtime: testRuntime(),
      automatic: false,
      recall: false,
      budget: { tokens: 1_500 },
      strategy: { name: 'eternal', leafTokens: 60 },
      compaction: { maxInputTokens: 300, chunkTokens: 300 },
    });
    const thread = await everthread.thread('long');
    const reads: { messages: number; summaries: number }[] = [];
    let before = { ...read };
    for (let said = 0; said < 960; said += 20) {
      await thread.append(messages(said + 1, 20));
      await thread.compact();
      if ((said + 20) % 240 !== 0) continue;
      reads.push({
        messages: read.messages - before.messages,
        summaries: read.summaries - before.summaries,
      });
      before = { ...read };
    }
    for (const later of reads.slice(2)) {
      expect(later.messages).toBeLessThan(reads[1]!.messages * 1.2);
      expect(later.summaries).toBeLessThan(reads[1]!.summaries * 1.5);
    }
    const made = await store.readSummaryHeads({ threadId: 'long' });
    expect(made.some(({ status }) => status === 'partial')).toBe(true);
    expect(Math.max(...made.map(({ rewrites }) => rewrites))).toBeLessThanOrEqual(8);
    expect(await everthread.verify()).toMatchObject({ damages: [], summaries: made.length });
    await everthread.close();
  });

  it('R-37 a backlog tells how far it is, and goes on where it was stopped', async () => {
    const path = newPath();
    const open = () => {
      const store = sqliteStore({ path });
      const everthread = createEverthread({
        store,
        summarizer: scriptedSummarizer(),
        automatic: false,
        recall: false,
        budget: { tokens: 4_000 },
        strategy: { name: 'eternal', leafTokens: 500 },
      });
      const told: EverthreadEvents['compaction-progress'][] = [];
      everthread.on('compaction-progress', (event) => told.push(event));
      return { everthread, told, store };
    };
    const count = 3_000;
    const first = open();
    const thread = await first.everthread.thread('imported');
    for (let said = 0; said < count; said += 1_000) await thread.append(messages(said + 1, 1_000));
    const stopping = new AbortController();
    first.everthread.on('compaction-progress', () => {
      if (first.told.length === 2) stopping.abort();
    });
    await expect(thread.compact({ signal: stopping.signal })).rejects.toThrow();
    const { coveredTo } = await thread.state();
    const leaves = await first.store.readSummaryHeads({ threadId: 'imported' });
    await first.everthread.close();
    expect(coveredTo).toBeGreaterThan(500);
    expect(coveredTo).toBeLessThan(count / 2 + 500);

    const second = open();
    const again = await second.everthread.thread('imported');
    await again.compact();
    const after = await again.state();
    expect(after.coveredTo).toBeGreaterThan(count - 20);
    const made = await second.store.readSummaryHeads({ threadId: 'imported' });
    expect(made.map(({ id }) => id)).toEqual(expect.arrayContaining(leaves.map(({ id }) => id)));
    const tiles = made.filter(({ level }) => level === 'leaf').toSorted((a, b) => a.from - b.from);
    expect(tiles.map(({ from }) => from)).toEqual([1, ...tiles.slice(0, -1).map(({ to }) => to + 1)]);

    for (const { told, total } of [
      { told: first.told, total: count },
      { told: second.told, total: count - coveredTo },
    ]) {
      expect(told.length).toBeGreaterThan(1);
      expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).toSorted((a, b) => a - b));
      for (const event of told) {
        expect(event).toMatchObject({ threadId: 'imported', total });
        expect(event.perSecond).toBeGreaterThan(0);
        expect(event.secondsLeft).toBeCloseTo((total - event.done) / event.perSecond, 6);
      }
    }
    expect(second.told.at(-1)!.done).toBe(after.coveredTo - coveredTo);
    await second.everthread.close();
  });
});
