/**
 * Faults of providers, seen from the engine: the chat goes on, the fault becomes an event and is recorded with its call,
 * and the built-in summarizer writes instead. Tests beside the language-model summarizer show how each fault is
 * classified and retried.
 */
import { createOpenAI } from '@ai-sdk/openai';
import { describe, expect, it } from 'vitest';
import type { EverthreadEvents } from '../../src/events.ts';
import { createEverthread } from '../../src/everthread.ts';
import type { EverthreadOptions } from '../../src/options.ts';
import type { CallRecord } from '../../src/store.ts';
import { memoryStore } from '../../src/stores/memory/memory.ts';
import { languageModel } from '../../src/summarizers/language-model/language-model.ts';
import { scriptedSummarizer } from '../../src/testing/scripted-summarizer.ts';
import { chatMessages } from '../chat-messages.ts';
import { retelling } from '../retelling.ts';
import { type TestRuntime, testRuntime } from '../test-runtime.ts';

const threadId = 'thread';

function answer(content: string): Response {
  return Response.json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_770_000_000,
    model: 'm',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 900, completion_tokens: 40, total_tokens: 940 },
  });
}

function refusal(status: number, headers: Record<string, string> = {}): () => Response {
  return () => Response.json({ error: { type: 'some_error', message: 'no' } }, { status, headers });
}

/** A body that breaks off. */
function dropped(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id": "x", '));
      controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

type Reply = (signal: AbortSignal | undefined) => Response | Promise<Response>;

/** Never answers, unless it is told to stop. */
const silence: Reply = (signal) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

const faults: { fault: string; reply: Reply; says: RegExp; calls: number }[] = [
  { fault: '401', reply: refusal(401), says: /401/, calls: 1 },
  { fault: '404', reply: refusal(404), says: /404/, calls: 1 },
  { fault: '429 with retry-after', reply: refusal(429, { 'retry-after': '2' }), says: /429/, calls: 2 },
  { fault: '500', reply: refusal(500), says: /500/, calls: 2 },
  { fault: '529', reply: refusal(529), says: /529/, calls: 2 },
  { fault: 'a timeout', reply: silence, says: /timeout|no answer/i, calls: 2 },
  {
    fault: 'a connection that cannot be made',
    reply: () => Promise.reject(new TypeError('fetch failed')),
    says: /\S/,
    calls: 2,
  },
  { fault: 'a dropped stream', reply: dropped, says: /\S/, calls: 2 },
  { fault: 'invalid JSON', reply: () => new Response('<html>maintenance</html>'), says: /\S/, calls: 1 },
  { fault: 'an empty body', reply: () => new Response(''), says: /\S/, calls: 2 },
  { fault: 'an empty answer', reply: () => answer(''), says: /\S/, calls: 1 },
  {
    fault: 'an apology',
    reply: () => answer("I'm sorry, but I can't help with that."),
    says: /\S/,
    calls: 1,
  },
];

async function engine(options: EverthreadOptions) {
  const runtime = testRuntime();
  const store = memoryStore();
  const records: CallRecord[] = [];
  const watched = store.recordCalls;
  store.recordCalls = (calls) => {
    records.push(...calls);
    return watched(calls);
  };
  const ever = createEverthread({
    store,
    runtime,
    strategy: 'rolling',
    budget: { tokens: 20_000 },
    ...options,
  });
  const fallbacks: EverthreadEvents['summarizer-fallback'][] = [];
  ever.on('summarizer-fallback', (event) => fallbacks.push(event));
  return { ever, runtime, records, fallbacks, thread: await ever.thread(threadId) };
}

/** Waits of retries and the time limit of an unanswered call end at once. */
function quickly(runtime: TestRuntime): TestRuntime {
  return { ...runtime, sleep: () => new Promise((resolve) => setTimeout(resolve, 1)) };
}

describe('a provider at fault', () => {
  it.each(faults)(
    'I-4 R-26 R-38 $fault: told, recorded, and the chat goes on',
    async ({ reply, says, calls }) => {
      let requests = 0;
      const provider = createOpenAI({
        apiKey: 'test-key',
        baseURL: 'http://provider.invalid/v1',
        fetch: async (_url, init) => {
          requests += 1;
          return reply(init?.signal ?? undefined);
        },
      });
      const summarizer = languageModel({
        models: [{ model: provider.chat('gpt-4.1-mini'), name: 'small' }],
        runtime: quickly(testRuntime()),
        ...(reply === silence ? { timeoutMs: 5 } : {}),
      });
      const { ever, thread, fallbacks, records } = await engine({ summarizer });
      await thread.append(chatMessages(15, 10, 0));
      expect((await thread.context()).items.length).toBe(30);
      await ever.idle();

      expect(requests).toBe(calls);
      const [summary] = await thread.summaries();
      expect(summary).toMatchObject({ rung: 'extractive', from: 1, to: 10 });
      expect(fallbacks.length).toBeGreaterThan(0);
      expect(fallbacks[0]).toMatchObject({ threadId, from: 'small', to: summary!.model });
      expect(fallbacks[0]!.reason).toMatch(says);
      expect(records.filter(({ model }) => model === 'small').length).toBe(calls);
      expect(records.filter(({ model, outcome }) => model === 'small' && outcome === 'ok')).toEqual([]);
      expect(JSON.stringify([fallbacks, records])).not.toContain('test-key');
      await ever.close();
    },
  );
});

describe('the spend guard', () => {
  it('R-54 asks the summarizer no more than is allowed, and again when the period is over', async () => {
    const summarizer = scriptedSummarizer({ answers: (request) => retelling(request) });
    const { ever, runtime, thread, fallbacks } = await engine({
      summarizer,
      spend: [{ period: 'hour', calls: 2 }],
      // Too small for the messages of two turns, so code has to write when the model may not be called.
      budget: { tokens: 1_000 },
    });
    const turn = async () => {
      const { messages } = await thread.state();
      await thread.append(chatMessages(15, 10, messages));
      await ever.idle();
      return (await thread.summaries())[0]!.rung;
    };
    expect([await turn(), await turn()]).toEqual(['model', 'model']);
    expect(fallbacks).toEqual([]);
    for (let count = 0; count < 4; count += 1) expect(await turn()).toBe('extractive');
    expect(summarizer.requests.length).toBe(2);
    expect(fallbacks.length).toBeGreaterThanOrEqual(4);
    expect(fallbacks[0]!.reason).toMatch(/spend/i);

    runtime.advance(3_600_001);
    expect(await turn()).toBe('model');
    await ever.close();
  });

  it('R-54 counts what other engines on the same store have spent', async () => {
    const store = memoryStore();
    const runtime = testRuntime();
    const at = new Date(runtime.now()).toISOString();
    const call = { model: 'm', rung: 'model' as const, milliseconds: 1, outcome: 'ok' as const, costUsd: 3 };
    await store.ensureThread({ threadId: 'elsewhere', now: runtime.now() });
    await store.recordCalls([{ ...call, inputTokens: 10, outputTokens: 1, threadId: 'elsewhere', at }]);
    const summarizer = scriptedSummarizer({ answers: (request) => retelling(request) });
    const { ever, thread } = await engine({
      store,
      runtime,
      summarizer,
      spend: [{ period: 'day', costUsd: 3 }],
    });
    await thread.append(chatMessages(15, 10, 0));
    await ever.idle();
    expect((await thread.summaries())[0]!.rung).toBe('extractive');
    expect(summarizer.requests).toEqual([]);
    await ever.close();
  });
});

describe('the circuit breaker', () => {
  it('R-54 stops asking a summarizer that keeps failing, and probes it after a while', async () => {
    let broken = true;
    const summarizer = scriptedSummarizer({
      answers: (request) => (broken ? { fault: 'error' } : retelling(request)),
    });
    const { ever, runtime, thread, fallbacks } = await engine({ summarizer });
    const turn = async () => {
      const { messages } = await thread.state();
      await thread.append(chatMessages(15, 10, messages));
      await ever.idle();
      return (await thread.summaries())[0]!.rung;
    };
    for (let count = 0; count < 10; count += 1) expect(await turn()).toBe('extractive');
    const asked = summarizer.requests.length;
    expect(asked, 'no longer asked every time').toBeLessThan(10);
    expect(fallbacks.length).toBeGreaterThanOrEqual(10);
    expect(await turn()).toBe('extractive');
    expect(summarizer.requests.length).toBe(asked);

    broken = false;
    runtime.advance(3_600_000);
    expect(await turn()).toBe('model');
    await ever.close();
  });
});
