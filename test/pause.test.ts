/** A conversation that continues after a pause longer than the lifetime of the provider's cache. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText } from 'ai';
import { describe, expect, it } from 'vitest';
import { withEverthread } from '../src/ai-sdk.ts';
import type { Context } from '../src/context/render.ts';
import { createEverthread, type EverthreadOptions, memoryStore } from '../src/index.ts';
import type { Store } from '../src/store.ts';
import { extractive } from '../src/summarizers/extractive/extractive.ts';
import { testRuntime } from './test-runtime.ts';

const minute = 60_000;
const system = 'Be brief.';
const turns = 130;

const told = (turn: number) =>
  `Day ${turn}: the walk went past mill number ${turn % 17} and along the river for a good while. ${'We saw herons by the weir and boats on the water. '.repeat(2)}`;
const answered = (turn: number) => `That sounds like a fine day ${turn}, and mill ${turn % 17} is worth it.`;

const bytesOf = (context: Context) => context.content.map((message) => JSON.stringify(message)).join('\n');

function open(options: { store?: Store; runtime?: ReturnType<typeof testRuntime> } & EverthreadOptions = {}) {
  const runtime = options.runtime ?? testRuntime();
  const ever = createEverthread({
    store: memoryStore(),
    budget: { tokens: 16_000, responseTokens: 1_000 },
    ...options,
    runtime,
  });
  const receipts: string[] = [];
  ever.on('summarization', ({ reason }) => void receipts.push(reason));
  return { ever, runtime, receipts };
}

type Opened = ReturnType<typeof open>;

async function talk({ ever, runtime }: Opened, { from = 0, to = turns } = {}) {
  const thread = await ever.thread('walks');
  for (let turn = from; turn < to; turn += 1) {
    await thread.append({ role: 'user', content: told(turn) });
    await thread.context({ system });
    await thread.append({ role: 'assistant', content: answered(turn) });
    await ever.idle();
    runtime.advance(20_000);
  }
  return thread;
}

describe('R-70 the first request after a pause', () => {
  it('R-36 R-70 is shorter by what was made ahead, and the next ones only append to it', async () => {
    const opened = open();
    const thread = await talk(opened);
    const before = await thread.context({ system, preview: true });
    expect((await thread.state()).coveredTo).toBe(0);
    opened.runtime.advance(10 * minute);
    await thread.append({ role: 'user', content: told(turns) });
    const first = await thread.context({ system });
    expect(first.tokens).toBeLessThan(before.tokens * 0.75);
    expect(opened.receipts).toEqual([expect.stringContaining('pause')]);
    expect((await thread.state()).sent).toMatchObject({ lapses: 1 });
    const again = await thread.context({ system });
    expect(bytesOf(again)).toBe(bytesOf(first));
    await thread.append({ role: 'assistant', content: answered(turns) });
    await opened.ever.idle();
    await thread.append({ role: 'user', content: told(turns + 1) });
    expect(bytesOf(await thread.context({ system })).startsWith(bytesOf(first))).toBe(true);
    await opened.ever.close();
  });

  it('R-65 R-70 a preview or a context of another size changes nothing, because it does not continue the thread', async () => {
    const opened = open();
    const thread = await talk(opened);
    opened.runtime.advance(10 * minute);
    await thread.append({ role: 'user', content: told(turns) });
    const { coveredTo } = await thread.state();
    await thread.context({ system, preview: true });
    await thread.context({ system, preview: true, budget: { tokens: 12_000 } });
    await thread.context({ system, budget: { tokens: 12_000 } });
    expect(opened.receipts).toEqual([]);
    expect((await thread.state()).coveredTo).toBe(coveredTo);
    await opened.ever.close();
  });

  it('R-70 is so in another process too', async () => {
    const store = memoryStore();
    const runtime = testRuntime();
    const one = open({ store, runtime });
    await talk(one);
    const other = open({ store, runtime });
    runtime.advance(10 * minute);
    const thread = await other.ever.thread('walks');
    await thread.append({ role: 'user', content: told(turns) });
    await thread.context({ system });
    expect(other.receipts).toHaveLength(1);
    await other.ever.close();
  });

  it('R-70 is so for a wrapped model', async () => {
    const opened = open();
    const sizes: number[] = [];
    const answer = async (_url: unknown, init?: { body?: unknown }) => {
      sizes.push(String(init?.body).length);
      return Response.json({
        ...{ type: 'message', id: 'msg_1', role: 'assistant', model: 'claude-sonnet-4-5' },
        content: [{ type: 'text', text: answered(sizes.length) }],
        ...{ stop_reason: 'end_turn', stop_sequence: null },
        usage: { input_tokens: 10, output_tokens: 10 },
      });
    };
    const claude = createAnthropic({ apiKey: 'none', fetch: answer as typeof fetch })('claude-sonnet-4-5');
    const model = withEverthread({ model: claude, everthread: opened.ever, threadId: 'walks' });
    const messages: { role: 'user' | 'assistant'; content: string }[] = [];
    for (let turn = 0; turn <= turns; turn += 1) {
      if (turn === turns) opened.runtime.advance(10 * minute);
      messages.push({ role: 'user', content: told(turn) });
      const { text } = await generateText({ model, messages, maxOutputTokens: 1_000 });
      messages.push({ role: 'assistant', content: text });
      await opened.ever.idle();
      opened.runtime.advance(20_000);
    }
    expect(opened.receipts).toHaveLength(1);
    expect(sizes.at(-1)).toBeLessThan(sizes.at(-2)! * 0.75);
    await opened.ever.close();
  });

  it('R-70 is as it was where nothing is cached, or the cache lasts longer', async () => {
    const price = { inputUsdPerMillion: 1, outputUsdPerMillion: 1 };
    for (const cache of [{ kind: 'none' as const }, { lifetimeMs: 60 * minute }]) {
      const opened = open({ model: 'claude-sonnet-4-5', prices: { '*': { ...price, cache } } });
      const thread = await talk(opened);
      opened.runtime.advance(10 * minute);
      await thread.append({ role: 'user', content: told(turns) });
      await thread.context({ system });
      expect(opened.receipts.filter((reason) => reason.includes('pause'))).toEqual([]);
      await opened.ever.close();
    }
  });

  it('R-70 a pause is between requests, whatever dates messages carry', async () => {
    const opened = open();
    const thread = await talk(opened);
    await thread.append({ role: 'user', content: told(turns), createdAt: '2031-01-01T00:00:00.000Z' });
    await thread.context({ system });
    expect(opened.receipts).toEqual([]);
    await opened.ever.close();
  });

  it('R-70 a question stays while tools work on it, however long they take', async () => {
    const opened = open();
    const thread = await talk(opened);
    const question = 'Where does the path by mill 93 lead?';
    await thread.append({ role: 'user', content: question });
    const first = await thread.context({ system });
    for (let step = 0; step < 3; step += 1) {
      const callId = `c${step}`;
      await thread.append([
        { role: 'assistant', parts: [{ type: 'tool-call', callId, name: 'map', input: { step } }] },
        { role: 'tool', parts: [{ type: 'tool-result', callId, output: `The map shows field ${step}.` }] },
      ]);
      opened.runtime.advance(10 * minute);
      const next = await thread.context({ system });
      expect(next.toText()).toContain(question);
      expect(bytesOf(next).startsWith(bytesOf(first)), `step ${step}`).toBe(true);
    }
    expect(opened.receipts).toEqual([]);
    await opened.ever.close();
  });

  it('R-36 I-4 waits for no model: what was not made ahead is not made for it', async () => {
    const calls: number[] = [];
    const code = extractive();
    const opened = open({
      budget: { tokens: 8_000, responseTokens: 1_000 },
      summarizer: {
        ...code,
        name: 'slow',
        summarize: (request) => {
          calls.push(request.transcript.length);
          return new Promise(() => undefined);
        },
      },
    });
    const thread = await opened.ever.thread('walks');
    for (let turn = 0; turn < turns; turn += 1) {
      await thread.append({ role: 'user', content: told(turn) });
      await thread.context({ system });
      await thread.append({ role: 'assistant', content: answered(turn) });
      if (turn % 10 === 0) opened.runtime.advance(10 * minute);
    }
    opened.runtime.advance(10 * minute);
    await thread.append({ role: 'user', content: told(turns) });
    expect((await thread.context({ system })).toText()).toContain(told(turns));
    expect(calls.length).toBeGreaterThan(0);
    expect(opened.receipts).toEqual([]);
    void opened.ever.close();
  });
});
