/** Tests the promises of each strategy on the whole engine, with the built-in and with a recording summarizer. */
import { describe, expect, it } from 'vitest';
import type { EverthreadEvents } from '../src/events.ts';
import { createEverthread, memoryStore } from '../src/index.ts';
import type { MessageContent } from '../src/message/message.ts';
import { chatMessages } from './chat-messages.ts';
import { faultySummarizer } from './faulty-summarizer.ts';
import { testRuntime } from './test-runtime.ts';

function engine(options: Parameters<typeof createEverthread>[0] = {}) {
  const runtime = testRuntime();
  const summarizer = faultySummarizer();
  const ever = createEverthread({
    store: memoryStore(),
    runtime,
    summarizer,
    budget: { tokens: 20_000 },
    ...options,
  });
  return { ever, summarizer, runtime };
}

const chat = (exchanges: number, start = 0, words = 12): MessageContent[] =>
  chatMessages(exchanges, words, start);

describe('rolling', () => {
  it('R-1 R-3 25 messages at once are compacted once, covering the first 5; at 35 nothing, at 50 the first 30', async () => {
    const { ever } = engine({ strategy: 'rolling' });
    const thread = await ever.thread('t');
    await thread.append(chat(13).slice(0, 25));
    await ever.idle();
    expect(
      (await thread.summaries()).map(({ from, to, messagesCovered }) => [from, to, messagesCovered]),
    ).toEqual([[1, 5, 5]]);
    await thread.append(chat(5, 25));
    await ever.idle();
    expect((await thread.summaries())[0]!.messagesCovered).toBe(5);
    await thread.append(chat(8, 35).slice(0, 15));
    await ever.idle();
    expect((await thread.summaries()).map(({ messagesCovered }) => messagesCovered)).toEqual([30]);
    await ever.close();
  });

  it('R-3 messages that arrive while the model works are not counted', async () => {
    const { ever, summarizer } = engine({ strategy: 'rolling' });
    const thread = await ever.thread('t');
    const answer = summarizer.summarize;
    summarizer.summarize = async (request) => {
      if (summarizer.requests.length === 0) await thread.append(chat(2, 25));
      return answer(request);
    };
    await thread.append(chat(13).slice(0, 25));
    await ever.idle();
    expect((await thread.summaries())[0]).toMatchObject({ messagesCovered: 5, from: 1, to: 5 });
    expect((await thread.state()).messages).toBe(29);
    await ever.close();
  });

  it('R-4 R-5 the summarizer gets every message of the range and the previous summary, under the limits', async () => {
    const { ever, summarizer } = engine({ strategy: 'rolling' });
    const thread = await ever.thread('t');
    await thread.append(chat(13).slice(0, 25));
    await ever.idle();
    const first = (await thread.summaries())[0]!;
    await thread.append(chat(13, 25).slice(0, 25));
    await ever.idle();
    const request = summarizer.requests.at(-1)!;
    expect(request.transcript.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 25 }, (_, index) => index + 6),
    );
    expect(request.previous.map(({ text }) => text)).toEqual([first.text]);
    expect(request.limits.maxOutputTokens).toBe(500);
    expect(request.limits.maxWords).toBe(500);
    await ever.close();
  });

  it('R-7 the summary stands under its heading before the recent history, and counts once', async () => {
    const { ever } = engine({ strategy: 'rolling' });
    const thread = await ever.thread('t');
    expect((await thread.context()).toText()).toBe('(No prior messages in this conversation)');
    await thread.append(chat(2));
    expect((await thread.context()).toText()).not.toContain('Earlier in this conversation');
    await thread.append(chat(13, 4));
    await ever.idle();
    const context = await thread.context();
    const text = context.toText();
    expect(text.indexOf('## Earlier in this conversation')).toBeGreaterThanOrEqual(0);
    expect(text.indexOf('## Earlier in this conversation')).toBeLessThan(text.indexOf('Message 11 about'));
    expect(text.split('## Earlier in this conversation')).toHaveLength(2);
    const sum = context.items.reduce((total, item) => total + item.tokens, 0);
    expect(Math.abs(context.tokens - sum)).toBeLessThanOrEqual(context.items.length);
    await ever.close();
  });

  it('R-8 rapid messages start one compaction, after the append has returned', async () => {
    const { ever, summarizer } = engine({ strategy: 'rolling' });
    const thread = await ever.thread('t');
    await Promise.all(chat(15).map((message) => thread.append(message)));
    expect(summarizer.requests).toHaveLength(0);
    await ever.idle();
    expect(summarizer.requests).toHaveLength(1);
    await ever.close();
  });
});

describe('chain', () => {
  it('R-27 the event tells reason, depth, tokens before and after, ratio and messages', async () => {
    const { ever } = engine({ strategy: 'chain', budget: { tokens: 1_000 } });
    const events: EverthreadEvents['summarization'][] = [];
    ever.on('summarization', (event) => events.push(event));
    const thread = await ever.thread('t');
    await thread.append(chat(15, 0, 20));
    await ever.idle();
    expect(events.length).toBeGreaterThan(0);
    const [event] = events;
    expect(event).toMatchObject({ threadId: 't', strategy: 'chain', depth: 0 });
    expect(event!.reason).not.toBe('');
    expect(event!.tokensAfter).toBeLessThan(event!.tokensBefore);
    expect(event!.ratio).toBeGreaterThanOrEqual(0.8);
    expect(event!.compressedMessages).toBe(event!.receipt.messagesCompressed);
    expect(event!.receipt.tokensAfter).toBe(event!.tokensAfter);
    await ever.close();
  });

  it('R-22 a burst across the threshold starts one compaction', async () => {
    const { ever, summarizer } = engine({ strategy: 'chain', budget: { tokens: 2_000 } });
    const thread = await ever.thread('t');
    await Promise.all(chat(20, 0, 20).map((message) => thread.append(message)));
    await ever.idle();
    expect((await thread.state()).compactions).toBe(1);
    expect(summarizer.requests.length).toBeGreaterThan(0);
    await ever.close();
  });

  it('R-23 R-24 a record is linked to its parent, names its sources, and the whole chain stays readable', async () => {
    const { ever } = engine({ strategy: 'chain', budget: { tokens: 1_200 } });
    const thread = await ever.thread('t');
    for (let round = 0; round < 3; round += 1) {
      await thread.append(chat(10, round * 20, 20));
      await ever.idle();
    }
    const chain = await thread.summaries({ statuses: ['live', 'replaced'] });
    const live = chain.filter(({ status }) => status === 'live');
    expect(live).toHaveLength(1);
    expect(live[0]!.record).not.toBeNull();
    expect(chain.some(({ depth, parentId }) => depth > 0 && chain.some(({ id }) => id === parentId))).toBe(
      true,
    );
    for (const record of chain) {
      const originals = await thread.expand(record.id);
      for (const original of record.originals) {
        const message = originals.messages.find(({ id }) => id === original.id);
        if (message) expect(original.hash).toBe(message.hash);
      }
    }
    expect((await thread.context()).toText()).toContain(`summary-depth:${live[0]!.depth}`);
    await ever.close();
  });

  it('R-25 at the depth cap the chain is re-rooted from the originals and goes on for ever', async () => {
    const { ever, summarizer } = engine({
      strategy: { name: 'chain', maxSummaryChainDepth: 2 },
      budget: { tokens: 1_200 },
      compaction: { chunkTokens: 400, maxInputTokens: 800 },
    });
    const thread = await ever.thread('t');
    const depths: number[] = [];
    ever.on('summarization', (event) => depths.push(event.depth));
    for (let round = 0; round < 12; round += 1) {
      await thread.append(chat(8, round * 16, 20));
      await ever.idle();
      expect((await thread.context()).forced).toBe(false);
    }
    expect(Math.max(...depths)).toBeLessThanOrEqual(2);
    expect(depths.filter((depth) => depth === 0).length).toBeGreaterThanOrEqual(3);
    // The first messages are read once, not at every re-rooting, because partial results are used instead.
    const reads = summarizer.requests.filter(({ transcript }) => transcript.some(({ seq }) => seq === 1));
    expect(reads.length).toBeLessThanOrEqual(3);
    expect((await thread.summaries({ statuses: ['partial'] })).length).toBeGreaterThan(0);
    await ever.close();
  });

  it('R-26 R-38 while the model fails the extractive rung writes, is marked, and the model redoes it later', async () => {
    const { ever, summarizer, runtime } = engine({ strategy: 'chain', budget: { tokens: 1_000 } });
    const fallbacks: EverthreadEvents['summarizer-fallback'][] = [];
    ever.on('summarizer-fallback', (event) => fallbacks.push(event));
    const thread = await ever.thread('t');
    summarizer.fault = 'error';
    await thread.append(chat(12, 0, 20));
    await ever.idle();
    expect((await thread.summaries())[0]!.rung).toBe('extractive');
    expect(fallbacks.length).toBeGreaterThan(0);
    summarizer.fault = 'none';
    runtime.advance(3_600_000);
    await thread.append(chat(12, 24, 20));
    await ever.idle();
    expect((await thread.summaries()).map(({ rung }) => rung)).toEqual(['model']);
    await ever.close();
  });

  it('R-26 with abortOnFailure a compaction fails, the thread is as before, and the chat goes on', async () => {
    const { ever, summarizer } = engine({
      strategy: { name: 'chain', abortOnFailure: true },
      budget: { tokens: 1_000 },
    });
    const thread = await ever.thread('t');
    const diagnostics: EverthreadEvents['diagnostic'][] = [];
    ever.on('diagnostic', (event) => diagnostics.push(event));
    summarizer.fault = 'terminal';
    await thread.append(chat(12, 0, 20));
    await ever.idle();
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(await thread.summaries()).toEqual([]);
    await expect(thread.compact()).rejects.toMatchObject({ code: 'summarizer_failed' });
    expect((await thread.context()).tokens).toBeLessThanOrEqual(1_000);
    await ever.close();
  });

  it('R-30 a refresh makes the summary anew from the originals', async () => {
    const { ever, summarizer } = engine({ strategy: 'chain', budget: { tokens: 1_500 } });
    const thread = await ever.thread('t');
    await thread.append(chat(20, 0, 20));
    await ever.idle();
    const before = await thread.summaries();
    summarizer.requests.length = 0;
    const result = await thread.compact({ refresh: true });
    expect(result.compacted).toBe(true);
    const after = await thread.summaries();
    expect(after[0]!.id).not.toBe(before[0]!.id);
    expect(after[0]!.depth).toBe(0);
    expect(summarizer.requests.some(({ transcript }) => transcript.some(({ seq }) => seq === 1))).toBe(true);
    await ever.close();
  });
});

describe('running', () => {
  it('R-31 fifty messages of about 100 tokens end as a summary of the first 40 and the last 10 raw', async () => {
    const { ever } = engine({ strategy: 'running', budget: undefined });
    const thread = await ever.thread('t');
    const hundred = 'The weather in Lisbon was fine and we walked along the river for an hour. '.repeat(6);
    await thread.append(
      Array.from({ length: 50 }, (_, index) => ({
        role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: `${index + 1}. ${hundred}`,
      })),
    );
    await ever.idle();
    expect((await thread.summaries()).map(({ from, to }) => [from, to])).toEqual([[1, 40]]);
    const context = await thread.context();
    expect(context.items.filter(({ section }) => section === 'tail')).toHaveLength(10);
    await ever.close();
  });

  it('R-32 R-33 in blocking mode the next context waits for the compaction and shows its result', async () => {
    const { ever, summarizer } = engine({
      strategy: { name: 'running', mode: 'blocking' },
      budget: { tokens: 1_000 },
    });
    const thread = await ever.thread('t');
    await thread.append(chat(20, 0, 20));
    await ever.idle();
    expect(summarizer.requests).toHaveLength(0);
    const context = await thread.context();
    expect(summarizer.requests.length).toBeGreaterThan(0);
    const first = context.content.find(({ parts }) =>
      JSON.stringify(parts).includes('PREVIOUS CONVERSATION'),
    );
    expect(first?.parts[0]).toMatchObject({
      text: expect.stringMatching(/^PREVIOUS CONVERSATION SUMMARY: /),
    });
    await ever.close();
  });

  it('R-34 resources stand between system prompt and summary, are not stored, and never reach the summarizer', async () => {
    const { ever, summarizer } = engine({ strategy: 'running', budget: { tokens: 2_500 } });
    const thread = await ever.thread('t');
    await thread.append(chat(40, 0, 20));
    await ever.idle();
    const context = await thread.context({
      system: 'You are a librarian.',
      resources: [{ id: 'doc-7', name: 'Handbook', text: 'Rare books are on the zinnober shelf.' }],
    });
    const text = context.toText();
    const order = [
      'You are a librarian.',
      'zinnober shelf',
      'PREVIOUS CONVERSATION SUMMARY: ',
      'Message 80 about',
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    await thread.append(chat(40, 80, 20));
    await ever.idle();
    expect(JSON.stringify(summarizer.requests)).not.toContain('zinnober');
    for await (const message of thread.history()) expect(JSON.stringify(message)).not.toContain('zinnober');
    await ever.close();
  });
});

describe('tiered', () => {
  it('R-16 R-17 R-18 101 messages: 20 in full, 50 condensed, 31 compressed, each in its role', async () => {
    const { ever } = engine({ strategy: 'tiered' });
    const thread = await ever.thread('t');
    await thread.append(chat(50));
    await ever.idle();
    expect(await thread.summaries()).toEqual([]);
    await thread.append(chat(1, 100)[0]!);
    await ever.idle();
    expect((await thread.summaries()).map(({ level, from, to }) => [level, from, to])).toEqual([
      ['compressed', 1, 31],
      ['condensed', 32, 81],
    ]);
    const roles = (await thread.context()).content.map(({ role }) => role);
    expect(roles[0]).toBe('system');
    expect(roles[1]).toBe('assistant');
    await ever.close();
  });

  it('R-19 an empty thread: nothing happens and the user is told; a summarized one: only what has newly aged', async () => {
    const { ever, summarizer } = engine({ strategy: 'tiered' });
    const thread = await ever.thread('t');
    expect(await thread.compact()).toMatchObject({
      compacted: false,
      reason: expect.stringContaining('empty'),
    });
    await thread.append(chat(60));
    await ever.idle();
    const again = await thread.compact();
    expect(again).toMatchObject({ compacted: false });
    summarizer.fault = 'error';
    const before = await thread.summaries();
    summarizer.fault = 'none';
    await thread.append(chat(3, 120));
    await thread.compact();
    const request = summarizer.requests.findLast(({ previous }) => previous.length > 0)!;
    expect(Math.min(...request.transcript.map(({ seq }) => seq))).toBeGreaterThan(before[0]!.to);
    await ever.close();
  });
});

describe('eternal', () => {
  it('R-36 leaves are prepared ahead and swapped in without a model call', async () => {
    const { ever, summarizer } = engine({ strategy: 'eternal', budget: { tokens: 5_000 } });
    const thread = await ever.thread('t');
    const swaps: number[] = [];
    ever.on('summarization', (event) => swaps.push(event.receipt.calls));
    let prepared = 0;
    for (let turn = 0; turn < 100; turn += 1) {
      await thread.append(chat(1, turn * 2, 20));
      await ever.idle();
      prepared = Math.max(prepared, (await thread.summaries({ statuses: ['prepared'] })).length);
      expect((await thread.context()).forced).toBe(false);
    }
    expect(prepared).toBeGreaterThan(0);
    expect(swaps.filter((calls) => calls === 0).length).toBeGreaterThan(0);
    expect(summarizer.requests.length).toBeGreaterThan(0);
    await ever.close();
  });

  it('R-37 summaries stay few, merges are made from originals or leaf records, rewrites are counted and bounded', async () => {
    const { ever } = engine({ strategy: 'eternal', budget: { tokens: 3_000 }, summarizer: undefined });
    const thread = await ever.thread('t');
    for (let turn = 0; turn < 120; turn += 1) {
      await thread.append(chat(5, turn * 10, 15));
      await ever.idle();
    }
    const live = await thread.summaries();
    expect(live.length).toBeLessThanOrEqual(12);
    const all = await thread.summaries({ statuses: ['live', 'replaced'] });
    expect(all.some(({ tier, rewrites, readFrom }) => tier > 0 && rewrites === 1 && readFrom !== null)).toBe(
      true,
    );
    expect(Math.max(...all.map(({ rewrites }) => rewrites))).toBeLessThanOrEqual(5);
    await ever.close();
  });

  it('R-65 a context at any budget is answered at once, without a model call, and what would fit it is scheduled', async () => {
    const { ever, summarizer } = engine({ strategy: 'eternal', budget: { tokens: 30_000 } });
    const thread = await ever.thread('t');
    await thread.append(chat(60, 0, 30));
    await ever.idle();
    expect(summarizer.requests).toHaveLength(0);
    const small = await thread.context({ budget: { tokens: 1_500 } });
    expect(small.tokens).toBeLessThanOrEqual(1_500 - small.budget.responseTokens);
    expect(small.forced).toBe(true);
    expect(small.items.some(({ kind }) => kind === 'stand-in')).toBe(true);
    expect(summarizer.requests).toHaveLength(0);
    await ever.idle();
    expect(summarizer.requests.length).toBeGreaterThan(0);
    const again = await thread.context({ budget: { tokens: 1_500 } });
    expect(again.items.some(({ kind, reason }) => kind === 'summary' && reason.includes('prepared'))).toBe(
      true,
    );
    // The thread's own budget has room for every message, so all stay verbatim.
    const whole = await thread.context();
    expect(whole.items.filter(({ kind }) => kind === 'verbatim')).toHaveLength(120);
    await ever.close();
  });

  it('R-65 a thread may have a budget of its own, and goes back to the common one', async () => {
    const { ever } = engine({ budget: { tokens: 20_000 } });
    const thread = await ever.thread('t');
    await thread.configure({ budgetTokens: 900 });
    await thread.append(chat(30, 0, 20));
    expect((await thread.context()).budget.tokens).toBe(900);
    await thread.configure({ budgetTokens: null });
    expect((await thread.context()).budget.tokens).toBe(20_000);
    await expect(thread.configure({ budgetTokens: 5 })).rejects.toMatchObject({ code: 'invalid_option' });
    await ever.close();
  });
});

describe('tokens', () => {
  it('R-45 reported usage calibrates the budget of models with another tokenizer, and is remembered', async () => {
    const store = memoryStore();
    const { ever } = engine({ store, model: 'claude-haiku-4-5', budget: { tokens: 4_000 } });
    const thread = await ever.thread('t');
    await thread.append(chat(20, 0, 20));
    for (let turn = 0; turn < 6; turn += 1) {
      const context = await thread.context();
      const reference = context.content.length * 100;
      expect(reference).toBeGreaterThan(0);
      await ever.observeUsage({
        threadId: 't',
        contextTokens: context.tokens,
        reportedTokens: context.tokens * 1.3,
      });
    }
    const calibrated = await thread.context({ budget: { tokens: 100_000 } });
    const plain = await thread.context({ budget: { tokens: 100_000 }, model: 'gpt-4o' });
    expect(calibrated.tokens).toBeGreaterThan(plain.tokens * 1.3);
    expect(await store.readValue('token-calibration')).toContain('claude');
    await ever.close();
  });
});
