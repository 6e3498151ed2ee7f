import { describe, expect, it } from 'vitest';
import { chatMessages } from '../../test/chat-messages.ts';
import { createEverthread } from '../everthread.ts';
import { memoryStore } from '../stores/memory/memory.ts';
import { scriptedSummarizer } from '../testing/scripted-summarizer.ts';

const options = { strategy: 'rolling', automatic: false, budget: { tokens: 1_500 } } as const;

/** A store in which one method fails the next time, as on a full disk. */
function failingOnce(method: 'commit' | 'recordCalls' = 'commit') {
  const store = memoryStore();
  let failures = 1;
  const failing = async (given: never) => {
    failures -= 1;
    if (failures >= 0) throw new Error('The disk is full.');
    return store[method](given);
  };
  return { ...store, [method]: failing };
}

describe('answers that were paid for', () => {
  it.each([
    ['commit', 0],
    ['recordCalls', 1],
  ] as const)(
    'R-54 R-73 where %s fails, no second call is made, and each is told once',
    async (method, calls) => {
      const summarizer = scriptedSummarizer();
      const ever = createEverthread({ ...options, store: failingOnce(method), summarizer });
      const thread = await ever.thread('t');
      await thread.append(chatMessages(30, 25, 0));
      await expect(thread.compact()).rejects.toThrow('disk is full');
      expect(await thread.compact()).toMatchObject({
        compacted: true,
        receipt: { calls, models: ['scripted'], rungs: ['model'] },
      });
      expect(summarizer.requests).toHaveLength(1);
      expect(await ever.usage()).toMatchObject({ calls: 1 });
      await ever.close();
    },
  );

  it('R-73 another model, another prompt or other wishes are another request', async () => {
    const summarizer = scriptedSummarizer();
    const store = failingOnce();
    const ever = createEverthread({ ...options, store, summarizer });
    const thread = await ever.thread('t');
    await thread.append(chatMessages(30, 25, 0));
    await expect(thread.compact()).rejects.toThrow('disk is full');
    const other = { ...scriptedSummarizer(), version: 'other prompts' };
    const second = createEverthread({
      ...options,
      store: { ...store, commit: failingOnce().commit },
      summarizer: other,
    });
    await expect((await second.thread('t')).compact()).rejects.toThrow();
    expect(other.requests).toHaveLength(1);
    expect(await thread.compact({ focus: 'what it costs' })).toMatchObject({ compacted: true });
    expect(summarizer.requests).toHaveLength(2);
    await ever.close();
  });

  it('I-10 R-41 R-73 an answer that arrives after its source was forgotten is not stored', async () => {
    const store = memoryStore();
    let asked = () => {};
    const waiting = new Promise<void>((resolve) => {
      asked = resolve;
    });
    let answer = () => {};
    const released = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const texts: string[] = [];
    const inner = scriptedSummarizer();
    const summarizer = {
      ...inner,
      async summarize(request: Parameters<typeof inner.summarize>[0]) {
        const result = await inner.summarize(request);
        asked();
        await released;
        texts.push(result.text);
        return result;
      },
    };
    const offered: string[] = [];
    const written: string[] = [];
    const results = {
      ...store.results,
      write: async (given: Parameters<typeof store.results.write>[0]) => {
        await store.results.write(given);
        offered.push(given.result.text);
        const kept = await store.results.read(given);
        if (kept) written.push(kept.result.text);
      },
    };
    const ever = createEverthread({ ...options, store: { ...store, results }, summarizer });
    const thread = await ever.thread('t');
    const [first] = await thread.append(chatMessages(30, 25, 0));
    const compacting = thread.compact();
    await waiting;
    await thread.forget(first!.id);
    answer();
    await compacting;
    expect(offered).toContain(texts[0]);
    expect(written).not.toContain(texts[0]);
    await ever.close();
  });

  it('R-55 R-73 an answer that was rejected for its content is requested again', async () => {
    const invents = 'The bill of 98,765 dollars and 43 cents was paid to Zanzibar Holdings on 3 May 2031.';
    const summarizer = scriptedSummarizer({ answers: invents });
    const ever = createEverthread({
      ...options,
      strategy: { name: 'rolling', onFailure: 'throw' },
      summarizer,
    });
    const thread = await ever.thread('t');
    await thread.append(chatMessages(30, 25, 0));
    for (const times of [1, 2]) {
      await expect(thread.compact()).rejects.toThrow();
      expect(summarizer.requests).toHaveLength(times);
    }
    await ever.close();
  });

  it.each([true, false])('R-73 with keepRaw %s, what the model answered', async (keepRaw) => {
    const inner = scriptedSummarizer();
    const summarizer = {
      ...inner,
      summarize: async (request: Parameters<typeof inner.summarize>[0]) => {
        const result = await inner.summarize(request);
        return { ...result, raw: `<summary>${result.text} ghp_${'a1B2c3D4e5F6'.repeat(3)}</summary>` };
      },
    };
    const ever = createEverthread({ ...options, keepRaw, summarizer });
    const thread = await ever.thread('t');
    const [first] = await thread.append(chatMessages(30, 25, 0));
    await thread.compact();
    const [record] = await thread.summaries();
    if (keepRaw) {
      expect(record!.raw).toMatch(/^<summary>Messages 1 to/u);
      expect(record!.raw).not.toContain('a1B2c3D4');
      await thread.forget(first!.id);
      expect(JSON.stringify(await thread.summaries())).not.toContain('<summary>');
    } else {
      expect(record).not.toHaveProperty('raw');
    }
    await ever.close();
  });
});
