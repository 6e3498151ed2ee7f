/** Many messages at once: one compaction, not one for each (R-8, R-22, I-5). */

import { describe, expect, it } from 'vitest';
import { createEverthread } from '../../src/everthread.ts';
import { memoryStore } from '../../src/stores/memory/memory.ts';
import type { StrategyName } from '../../src/strategies/registry.ts';
import { scriptedSummarizer } from '../../src/testing/scripted-summarizer.ts';
import { chatMessages } from '../chat-messages.ts';
import { longestWaitMs } from '../longest-wait.ts';
import { checkStored } from '../properties/invariants.ts';
import { retelling } from '../retelling.ts';
import { testRuntime } from '../test-runtime.ts';

/** A summarizer that answers only when it is released. */
function heldSummarizer() {
  const waiting: (() => void)[] = [];
  let held = true;
  const summarizer = scriptedSummarizer({
    answers: async (request) => {
      if (held) await new Promise<void>((resolve) => waiting.push(resolve));
      return retelling(request);
    },
  });
  return {
    summarizer,
    release() {
      held = false;
      for (const go of waiting.splice(0)) go();
    },
  };
}

async function engine(strategy: StrategyName, tokens: number) {
  const { summarizer, release } = heldSummarizer();
  const store = memoryStore();
  const ever = createEverthread({
    store,
    strategy,
    summarizer,
    runtime: testRuntime(),
    budget: { tokens },
    compaction: { timeoutMs: 600_000 },
  });
  const started: string[] = [];
  ever.on('compaction-started', ({ reason }) => started.push(reason));
  return { ever, store, summarizer, release, started, thread: await ever.thread('thread') };
}

/** Waits until the summarizer is called, with a limit. */
async function asked({ requests }: { requests: unknown[] }): Promise<void> {
  const givesUp = Date.now() + longestWaitMs;
  while (requests.length === 0) {
    if (Date.now() > givesUp) throw new Error('The summarizer was never asked.');
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
  }
}

describe('rapid messages', () => {
  it.each(['one after the other', 'all at once'])(
    'R-8 start one compaction, in the background, after the reply was stored: %s',
    async (manner) => {
      const { ever, store, summarizer, release, started, thread } = await engine('rolling', 100_000);
      await thread.append(chatMessages(10, 10, 0));
      const rest = chatMessages(10, 10, 20);
      // All of these appends are acknowledged while the summarizer has not answered.
      if (manner === 'all at once') await Promise.all(rest.map((message) => thread.append(message)));
      else for (const message of rest) await thread.append(message);
      await asked(summarizer);
      expect((await thread.state()).messages).toBe(40);
      expect((await thread.context()).items.every(({ kind }) => kind === 'verbatim')).toBe(true);
      expect(started.length).toBe(1);
      release();
      await ever.idle();
      expect(summarizer.requests.length).toBe(1);
      expect((await thread.state()).compactions).toBe(1);
      await checkStored(store, 'thread');
      await ever.close();
    },
  );
});

describe('a burst across the threshold', () => {
  it.each(['one batch', 'one after the other', 'all at once'])(
    'R-22 starts one compaction: %s',
    async (manner) => {
      const { ever, store, summarizer, release, started, thread } = await engine('chain', 4_000);
      await thread.append(chatMessages(10, 10, 0));
      expect(started).toEqual([]);
      const burst = chatMessages(20, 25, 20);
      if (manner === 'one batch') await thread.append(burst);
      else if (manner === 'all at once') await Promise.all(burst.map((message) => thread.append(message)));
      else for (const message of burst) await thread.append(message);
      await asked(summarizer);
      const { tailTokens } = await thread.state();
      expect(tailTokens / 4_000, 'the burst crossed the trigger').toBeGreaterThan(0.8);
      release();
      await ever.idle();
      expect(started.length).toBe(1);
      expect(summarizer.requests.length).toBe(1);
      const { compactions, tokensAfterCompaction } = await thread.state();
      expect([compactions, tokensAfterCompaction < 0.7 * 4_000]).toEqual([1, true]);
      await checkStored(store, 'thread');
      await ever.close();
    },
  );

  it('R-22 R-36 messages that keep coming while it is compacted do not start a second one', async () => {
    const { ever, summarizer, release, started, thread } = await engine('chain', 4_000);
    await thread.append(chatMessages(25, 25, 0));
    await asked(summarizer);
    for (const message of chatMessages(3, 5, 50)) await thread.append(message);
    expect(summarizer.requests.length).toBe(1);
    release();
    await ever.idle();
    expect([started.length, summarizer.requests.length]).toEqual([1, 1]);
    await ever.close();
  });
});
