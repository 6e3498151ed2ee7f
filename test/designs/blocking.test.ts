import { describe, expect, it } from 'vitest';
import { createEverthread, memoryStore } from '../../src/index.ts';
import { strategyNames } from '../../src/strategies/registry.ts';
import { chatMessages } from '../chat-messages.ts';
import { faultySummarizer } from '../faulty-summarizer.ts';
import { testRuntime } from '../test-runtime.ts';

const chat = (exchanges: number, start = 0) => chatMessages(exchanges, 40, start);

describe.each(strategyNames)('%s with mode: blocking', (name) => {
  it('R-75 what is due is done before the next context, and not before it is asked for', async () => {
    const summarizer = faultySummarizer();
    const everthread = createEverthread({
      store: memoryStore(),
      runtime: testRuntime(),
      summarizer,
      strategy: { name, mode: 'blocking' },
      budget: { tokens: 4_000 },
      recall: false,
    });
    const thread = await everthread.thread('t');
    await thread.append(chat(60));
    await everthread.idle();
    expect(summarizer.requests).toHaveLength(0);
    expect(await thread.summaries()).toEqual([]);
    const context = await thread.context();
    const shown = await thread.summaries();
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every(({ rung }) => rung === 'model')).toBe(true);
    expect(context.items.flatMap(({ summaryId }) => summaryId ?? [])).toEqual(shown.map(({ id }) => id));
    await everthread.close();
  });

  it('R-75 a model that does not answer in time is waited for once, and code writes what is due', async () => {
    let asked = 0;
    const everthread = createEverthread({
      store: memoryStore(),
      runtime: testRuntime(),
      summarizer: {
        ...faultySummarizer(),
        summarize: () => {
          asked += 1;
          return new Promise(() => undefined);
        },
      },
      strategy: { name, mode: 'blocking' },
      budget: { tokens: 4_000 },
      compaction: { blockingMs: 100 },
      recall: false,
    });
    const thread = await everthread.thread('t');
    await thread.append(chat(60));
    await thread.context();
    const shown = await thread.summaries();
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every(({ rung }) => rung === 'extractive')).toBe(true);
    expect(asked).toBe(1);
    await everthread.close();
  });
});
