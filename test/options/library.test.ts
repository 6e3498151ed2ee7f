/**
 * Every option of `createEverthread` and of `context` changes something. The options are read from docs/library.md. An
 * option without a proof fails, and so does an option of the code that is missing on the page.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { halfway } from '../../examples/own-parts/halfway-strategy.ts';
import { defaultCompactionLimits } from '../../src/compaction-limits.ts';
import type { Embedder } from '../../src/embedder.ts';
import { createEverthread } from '../../src/everthread.ts';
import type { MessageInput } from '../../src/message/normalize.ts';
import { type EverthreadOptions, optionNames } from '../../src/options.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { languageModel } from '../../src/summarizers/language-model/language-model.ts';
import { scriptedModel } from '../../src/testing/scripted-model.ts';
import { scriptedSummarizer } from '../../src/testing/scripted-summarizer.ts';
import { createTokenCounter } from '../../src/tokens/tokenizer.ts';
import type { ContextOptions } from '../../src/turn/context-options.ts';
import { harbourMessages } from '../faults/harbour-provider.ts';
import { testRuntime } from '../test-runtime.ts';
import { fingerprint, type Scenario, usualFingerprint } from './fingerprint.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/library.md', import.meta.url)), 'utf8');

/** Options in the first table of the page, with the names of nested options. */
function documentedOptions(): string[] {
  const table = page.slice(page.indexOf('## Options'), page.indexOf('## Everthread'));
  const rows = [...table.matchAll(/^\| `(\w+)` \|[^|]*\|(.*)\|$/gmu)];
  return rows.flatMap(([, name, about]) => {
    const nested = ['budget', 'redaction', 'recall', 'spend', 'compaction'].includes(name!);
    return [name!, ...(nested ? namesIn(about!).map((inner) => `${name}.${inner}`) : [])];
  });
}

/** Names in code spans, alone or in an object. */
function namesIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`]+)`/gu)].map(([, code]) => code!);
  const names = spans.flatMap((code) =>
    /^\w+$/u.test(code)
      ? [code]
      : [...(/\{([^}]*)\}/u.exec(code)?.[1] ?? '').matchAll(/([a-z]\w*)(?=[ ,:]|$)/giu)].map(
          ([, inner]) => inner!,
        ),
  );
  return [...new Set(names)].filter((name) => !['true', 'false'].includes(name));
}

function documentedContextOptions(): string[] {
  return namesIn(/^\| (`context\([^|]*)\|/mu.exec(page)![1]!);
}

const rolling = { strategy: 'rolling' } as const;
const toolOutput: MessageInput[] = harbourMessages(60).flatMap((message, index) => [
  message,
  ...(index % 6 === 1
    ? [
        {
          role: 'assistant' as const,
          parts: [{ type: 'tool-call' as const, callId: `c${index}`, name: 'list', input: {} }],
        },
        {
          role: 'tool' as const,
          parts: [
            {
              type: 'tool-result' as const,
              callId: `c${index}`,
              name: 'list',
              output: Array.from({ length: 100 }, (_, line) => `berth ${line} is free`).join('\n'),
            },
          ],
        },
      ]
    : []),
]) as MessageInput[];
const personal: MessageInput[] = [
  { role: 'user', content: 'Write to ada.harbour@example.com about order HRB-99812345.' },
  ...harbourMessages(60),
];
const asking: MessageInput[] = [
  ...harbourMessages(40),
  { role: 'user', content: 'The spare winch of the lighthouse keeper is painted vermilion.' },
  ...harbourMessages(100),
  { role: 'user', content: 'Which colour has the winch of the lighthouse keeper?' },
];
const long: MessageInput[] = [
  {
    role: 'user',
    content: harbourMessages(200)
      .map(({ parts }) => (parts[0] as { text: string }).text)
      .join(' '),
  },
  ...harbourMessages(40),
];

/** An embedder that only knows that colours and paint mean the same. */
const embedder: Embedder = {
  name: 'colours',
  maxCharacters: 2_000,
  batchSize: 16,
  embed: async (texts) =>
    texts.map((text) => Float32Array.from(/vermilion|hue/u.test(text) ? [1, 0] : [0, 1])),
};

type Proof = { usual?: Scenario; changed: Scenario };
const both = (scenario: Scenario, changed: EverthreadOptions, usual: EverthreadOptions = {}): Proof => ({
  usual: { ...scenario, options: { ...scenario.options, ...usual } },
  changed: { ...scenario, options: { ...scenario.options, ...changed } },
});
const spending = (changed: object): Proof =>
  both(
    { options: rolling },
    { spend: [{ period: 'hour', ...changed } as never] },
    { spend: [{ period: 'hour' }] },
  );
const compacting = (
  compaction: EverthreadOptions['compaction'],
  scenario: Scenario = { messages: long },
): Proof => both({ ...scenario, options: { ...rolling, ...scenario.options } }, { compaction });

/** If reads from the cache cost as much as other tokens, a long context is shortened sooner. */
async function provesPrices(): Promise<void> {
  const compactionsAt = async (cacheReadUsdPerMillion: number) => {
    const ever = createEverthread({
      runtime: testRuntime(),
      budget: { tokens: 200_000 },
      prices: { '*': { inputUsdPerMillion: 1, outputUsdPerMillion: 5, cacheReadUsdPerMillion } },
    });
    const thread = await ever.thread('t');
    for (const message of harbourMessages(240)) {
      await thread.append(message);
      await thread.context();
      await ever.idle();
    }
    const { compactions } = await thread.state();
    await ever.close();
    return compactions;
  };
  expect(await compactionsAt(1)).toBeGreaterThan(await compactionsAt(0.001));
}

/** One message that no small context can show whole. */
const longNewest: MessageInput[] = [
  {
    role: 'user',
    content: Array.from(
      { length: 300 },
      (_, day) =>
        `On day ${day} the crew of berth ${day % 17} closed the northern quay, because the crane failed.`,
    ).join('\n'),
  },
];
const courteous: MessageInput[] = harbourMessages(60).flatMap((message) => [
  message,
  { role: 'user' as const, content: 'Thanks, great!' },
]);
const scripted = scriptedSummarizer();
const telling = {
  ...scripted,
  summarize: async (request: Parameters<typeof scripted.summarize>[0]) => ({
    ...(await scripted.summarize(request)),
    raw: 'as it came',
  }),
};

const proofs: { [option: string]: Proof | (() => Promise<void>) } = {
  store: provesStore,
  strategy: both({}, { strategy: 'rolling' }),
  strategies: provesStrategies,
  summarizer: both({}, { summarizer: scriptedSummarizer({ answers: { fault: 'error' } }) }),
  budget: both({}, { budget: { tokens: 5_000 } }),
  'budget.tokens': both({}, { budget: { tokens: 5_000 } }),
  'budget.responseTokens': both({}, { budget: { tokens: 3_000, responseTokens: 1_400 } }),
  'budget.model': both(
    {},
    { budget: { model: 'claude-haiku-4-5', fraction: 0.02 } },
    { budget: { model: 'gpt-4o', fraction: 0.02 } },
  ),
  'budget.fraction': both(
    {},
    { budget: { model: 'gpt-4o', fraction: 0.03 } },
    { budget: { model: 'gpt-4o', fraction: 0.02 } },
  ),
  model: both(
    { options: { strategy: { name: 'rolling', overrides: { openai: { messages: 50 } } } } },
    { model: 'gpt-5' },
  ),
  prices: provesPrices,
  logger: provesLogger,
  logMessages: provesLogMessages,
  redaction: both({ messages: personal, options: rolling }, { redaction: { personalData: true } }),
  'redaction.personalData': both(
    { messages: personal, options: rolling },
    { redaction: { personalData: true } },
  ),
  'redaction.patterns': both(
    { messages: personal, options: rolling },
    { redaction: { patterns: [{ kind: 'order', pattern: /HRB-\d+/gu }] } },
  ),
  'redaction.archive': both(
    { messages: personal, options: rolling },
    { redaction: { personalData: true, archive: true } },
    { redaction: { personalData: true } },
  ),
  'redaction.recall': both(
    {
      messages: [
        { role: 'user', content: 'The password of the harbour gate is tR7-winch-Q42x.' },
        ...harbourMessages(100),
        { role: 'user', content: 'What is the password of the harbour gate?' },
      ],
    },
    { redaction: { recall: false } },
  ),
  'redaction.transform': both(
    { options: rolling },
    { redaction: { transform: (text) => text.replaceAll('crane', 'hoist') } },
  ),
  recall: both({ messages: asking }, { recall: false }),
  'recall.enabled': both({ messages: asking }, { recall: { enabled: false } }),
  'recall.across': provesAcross,
  'recall.maxTokens': both({ messages: asking }, { recall: { maxTokens: 60 } }),
  'recall.embedTimeoutMs': provesEmbedTimeout,
  embedder: provesEmbedder,
  spend: spending({ calls: 1 }),
  'spend.period': provesPeriod,
  'spend.calls': spending({ calls: 1 }),
  'spend.tokens': spending({ tokens: 150 }),
  'spend.costUsd': both(
    {
      options: rolling,
      answers: {
        result: {
          text: 'Ada checked the crane in the morning.',
          record: null,
          model: 'm',
          rung: 'model',
          promptVersion: '1',
          calls: [
            {
              model: 'm',
              rung: 'model',
              milliseconds: 1,
              outcome: 'ok',
              inputTokens: 9,
              outputTokens: 9,
              costUsd: 2,
            },
          ],
        },
      },
    },
    { spend: [{ period: 'hour', costUsd: 1 }] },
  ),
  automatic: both({}, { automatic: false }),
  compaction: compacting({ maxInputTokens: 500, chunkTokens: 500 }),
  'compaction.maxInputTokens': compacting({ maxInputTokens: 500 }),
  'compaction.chunkTokens': compacting({ chunkTokens: 1_000 }),
  'compaction.callConcurrency': provesConcurrency,
  'compaction.timeoutMs': provesTimeout,
  'compaction.blockingMs': provesBlocking,
  'compaction.maxPasses': compacting(
    { maxPasses: 1 },
    { options: { strategy: 'running', automatic: false }, refresh: false, messages: harbourMessages(100) },
  ),
  'compaction.leaseMs': provesLease,
  'compaction.toolOutput': compacting(
    { toolOutput: { lines: 3, characters: 200 } },
    { messages: toolOutput },
  ),
  'compaction.maxRewrites': compacting(
    { maxRewrites: 1, maxInputTokens: 400, chunkTokens: 400 },
    {
      messages: harbourMessages(220),
      options: { strategy: { name: 'eternal', fanout: 2, leafTokens: 150, summaryShare: 0.08 } },
    },
  ),
  'compaction.noise': compacting({ noise: 'omit' }, { messages: courteous }),
  'compaction.threadsAtOnce': provesThreadsAtOnce,
  keepRaw: both({ options: { ...rolling, summarizer: telling } }, { keepRaw: true }),
  sectionShares: both({}, { sectionShares: { facts: 1, recall: 0 } }),
  longMessages: both({ messages: longNewest }, { longMessages: 'summary' }),
  tokenCounter: both({}, { tokenCounter: { ...createTokenCounter(), count: (text: string) => text.length } }),
  profiles: provesProfiles,
  workers: provesWorkers,
  runtime: provesRuntime,
};
// Both runs have these sizes, so that only the bounds differ.
const rewrites = proofs['compaction.maxRewrites'] as Proof;
rewrites.usual!.options!.compaction = { maxInputTokens: 400, chunkTokens: 400 };
const passes = proofs['compaction.maxPasses'] as Proof;
for (const side of [passes.usual!, passes.changed]) {
  side.options = { ...side.options, automatic: true };
  side.burst = 100;
}

describe('createEverthread', () => {
  it('R-56 every documented option has a proof, and the code knows no other', () => {
    const documented = documentedOptions();
    expect(documented.filter((option) => !(option in proofs))).toEqual([]);
    expect(Object.keys(proofs).filter((option) => !documented.includes(option))).toEqual([]);
    const nested = Object.keys(defaultCompactionLimits).map((name) => `compaction.${name}`);
    expect([...optionNames, ...nested].filter((option) => !documented.includes(option))).toEqual([]);
  });

  it.each(Object.keys(proofs))('R-56 %s changes something', async (option) => {
    const proof = proofs[option]!;
    if (typeof proof === 'function') return proof();
    expect(await fingerprint(proof.changed)).not.toEqual(await usualFingerprint(proof.usual ?? {}));
  });
});

const contexts: { [option: string]: ContextOptions } = {
  budget: { budget: { tokens: 1_000 } },
  sectionShares: { sectionShares: { facts: 1, recall: 0 } },
  longMessages: { longMessages: 'summary' },
  system: { system: 'You are a harbour master.' },
  profile: { profile: 'Likes ferries.' },
  pinned: { pinned: ['Always name the berth.'] },
  resources: { resources: [{ id: 'r', name: 'tides', text: 'High water at nine.' }] },
  model: { model: 'claude-haiku-4-5' },
  query: { query: 'the spare winch of the lighthouse keeper' },
  recall: { recall: false },
  preview: { preview: true },
  reserve: { reserve: { requestTokens: 1_500 } },
  signal: { signal: AbortSignal.abort(new Error('nobody waits')) },
};

describe('context', () => {
  it('R-44 every documented option has a test that shows its effect', () => {
    expect(documentedContextOptions().toSorted()).toEqual(Object.keys(contexts).toSorted());
  });

  it.each(Object.keys(contexts))('R-44 %s changes something', async (option) => {
    if (option === 'model') return provesContextModel();
    if (option === 'preview') return provesPreview();
    if (option === 'signal') return provesSignal();
    const own: { [option: string]: MessageInput[] } = {
      query: asking.slice(0, -1),
      longMessages: longNewest,
    };
    const messages = own[option] ?? asking;
    expect(await fingerprint({ messages, context: contexts[option]! })).not.toEqual(
      await usualFingerprint({ messages }),
    );
  });
});

async function provesSignal(): Promise<void> {
  await using ever = createEverthread();
  const thread = await ever.thread('t');
  await expect(thread.context(contexts.signal)).rejects.toThrow('nobody waits');
}

async function provesPreview(): Promise<void> {
  const ever = createEverthread();
  const thread = await ever.thread('t');
  await thread.append({ role: 'user', content: 'hello' });
  await thread.context({ preview: true });
  expect(await ever.requests()).toMatchObject({ requests: 0 });
  await thread.context();
  expect(await ever.requests()).toMatchObject({ requests: 1 });
  await ever.close();
}

async function provesStrategies(): Promise<void> {
  const refused = createEverthread();
  const strategy = { name: 'halfway' };
  await expect((await refused.thread('t')).configure({ strategy })).rejects.toMatchObject({
    field: 'strategy.name',
  });
  const ever = createEverthread({ strategies: [halfway()] });
  await (await ever.thread('t')).configure({ strategy });
  await ever.close();
}

async function provesStore(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'everthread-options-'));
  const path = join(directory, 'a.db');
  const ever = createEverthread({ store: sqliteStore({ path }) });
  await (await ever.thread('t')).append({ role: 'user', content: 'hello' });
  await ever.close();
  expect(statSync(path).size).toBeGreaterThan(0);
  rmSync(directory, { recursive: true });
}

async function provesProfiles(): Promise<void> {
  const callsOf = async (profiles: 'code' | 'model') => {
    const model = scriptedModel({ answers: 'Ada lives in Oslo (#1).' });
    const ever = createEverthread({ summarizer: languageModel({ models: [model] }), profiles });
    const thread = await ever.thread('a', { owner: 'ada' });
    for (const content of [
      'I live in Oslo.',
      'I hate coriander. I love dark chocolate.',
      'I work as a baker.',
    ])
      await thread.append({ role: 'user', content });
    await ever.profile('ada');
    await ever.idle();
    await ever.close();
    return model.calls.length;
  };
  expect(await callsOf('code')).toBe(0);
  expect(await callsOf('model')).toBe(1);
}

/** The process sees the worker threads start; the results are the same as without them (I-12). */
async function provesWorkers(): Promise<void> {
  let started = 0;
  const onWorker = () => {
    started += 1;
  };
  process.on('worker', onWorker);
  const scenario = (workers: number | false): Scenario => ({
    messages: long,
    summarizer: 'none',
    options: { ...rolling, workers },
  });
  const without = await fingerprint(scenario(false));
  expect(started).toBe(0);
  expect(await fingerprint(scenario(1))).toEqual(without);
  expect(started).toBe(1);
  process.off('worker', onWorker);
}

async function recalledWith(options: EverthreadOptions): Promise<string> {
  const ever = createEverthread({ budget: { tokens: 2_000 }, ...options });
  const thread = await ever.thread('t');
  await thread.append(asking.slice(0, -1));
  await ever.idle();
  const context = await thread.context({ query: 'hue?' });
  await ever.close();
  return JSON.stringify(context.content);
}

async function provesEmbedder(): Promise<void> {
  expect(await recalledWith({})).not.toContain('vermilion');
  expect(await recalledWith({ embedder })).toContain('vermilion');
}

/** Recalls messages of another thread of the same owner. */
async function provesAcross(): Promise<void> {
  const shown = async (across: 'thread' | 'owner') => {
    const ever = createEverthread({ recall: { across } });
    await (await ever.thread('past', { owner: 'ada' })).append(asking.slice(0, -1));
    const thread = await ever.thread('now', { owner: 'ada' });
    await thread.append(asking.at(-1)!);
    const context = await thread.context();
    await ever.close();
    return JSON.stringify(context.content);
  };
  expect(await shown('thread')).not.toContain('vermilion');
  expect(await shown('owner')).toContain('vermilion');
}

async function provesEmbedTimeout(): Promise<void> {
  const slow: Embedder = {
    ...embedder,
    embed: async (texts, call) => {
      if (call.purpose === 'query') await new Promise((resolve) => setTimeout(resolve, 60));
      return embedder.embed(texts, call);
    },
  };
  expect(await recalledWith({ embedder: slow, recall: { embedTimeoutMs: 60_000 } })).toContain('vermilion');
  expect(await recalledWith({ embedder: slow, recall: { embedTimeoutMs: 1 } })).not.toContain('vermilion');
}

async function provesPeriod(): Promise<void> {
  const calls = async (period: 'minute' | 'day') => {
    const runtime = testRuntime();
    const summarizer = scriptedSummarizer();
    const ever = createEverthread({ runtime, summarizer, ...rolling, spend: [{ period, calls: 1 }] });
    const thread = await ever.thread('t');
    for (let start = 0; start < 150; start += 50) {
      await thread.append(harbourMessages(50, start));
      await ever.idle();
      runtime.advance(3_600_000);
    }
    await ever.close();
    return summarizer.requests.length;
  };
  expect(await calls('day')).toBe(1);
  expect(await calls('minute')).toBeGreaterThan(1);
}

/** The largest number of concurrent calls. */
async function mostAtOnce(options: EverthreadOptions, threads: number): Promise<number> {
  let running = 0;
  let most = 0;
  const scripted = scriptedSummarizer();
  const ever = createEverthread({
    ...rolling,
    ...options,
    summarizer: {
      ...scripted,
      async summarize(request) {
        running += 1;
        most = Math.max(most, running);
        for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return scripted.summarize(request);
      },
    },
  });
  for (let index = 0; index < threads; index += 1) {
    const thread = await ever.thread(`t${index}`);
    await thread.append(threads === 1 ? [...long] : harbourMessages(50));
  }
  await ever.idle();
  await ever.close();
  return most;
}

async function provesConcurrency(): Promise<void> {
  const small = { maxInputTokens: 600, chunkTokens: 600 };
  expect(await mostAtOnce({ compaction: { ...small, callConcurrency: 1 } }, 1)).toBe(1);
  expect(await mostAtOnce({ compaction: { ...small, callConcurrency: 3 } }, 1)).toBe(3);
}

/** The lines a logger gets for one message. */
async function linesOf(options: EverthreadOptions): Promise<string[]> {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const ever = createEverthread({
    logger: { debug: write, info: write, warn: write, error: write },
    ...options,
  });
  await (await ever.thread('t')).append({ role: 'user', content: 'The winch is vermilion.' });
  await ever.close();
  return lines;
}

async function provesLogger(): Promise<void> {
  expect(await linesOf({})).toEqual([expect.stringMatching(/^everthread append thread=t seq=1 /)]);
}

async function provesLogMessages(): Promise<void> {
  expect((await linesOf({})).join()).not.toContain('vermilion');
  expect((await linesOf({ logMessages: true })).join()).toContain('vermilion');
}

async function provesThreadsAtOnce(): Promise<void> {
  expect(await mostAtOnce({ compaction: { threadsAtOnce: 1 } }, 4)).toBe(1);
  expect(await mostAtOnce({ compaction: { threadsAtOnce: 3 } }, 4)).toBe(3);
}

async function provesTimeout(): Promise<void> {
  const rungs = async (timeoutMs: number) => {
    const scripted = scriptedSummarizer();
    const summarize: typeof scripted.summarize = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return scripted.summarize(request);
    };
    const ever = createEverthread({
      ...rolling,
      summarizer: { ...scripted, summarize },
      compaction: { timeoutMs },
    });
    const thread = await ever.thread('t');
    await thread.append(harbourMessages(50));
    await ever.idle();
    const summaries = await thread.summaries();
    await ever.close();
    return summaries.map(({ rung }) => rung);
  };
  expect([await rungs(1), await rungs(60_000)]).toEqual([['extractive'], ['model']]);
}

/** A model that does not answer within the limit, and one that does. */
async function provesBlocking(): Promise<void> {
  const rungs = async (blockingMs: number) => {
    const runtime = testRuntime();
    const scripted = scriptedSummarizer();
    const ever = createEverthread({
      ...rolling,
      strategy: { name: 'rolling', mode: 'blocking' },
      runtime,
      summarizer: {
        ...scripted,
        summarize: async (request) => {
          for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          return scripted.summarize(request);
        },
      },
      compaction: { blockingMs },
    });
    const thread = await ever.thread('t');
    await thread.append(harbourMessages(50));
    await thread.context();
    const summaries = await thread.summaries();
    await ever.close();
    return summaries.map(({ rung }) => rung);
  };
  expect([await rungs(1), await rungs(60_000)]).toEqual([['extractive'], ['model']]);
}

async function provesLease(): Promise<void> {
  const ttl = async (leaseMs: number) => {
    const { memoryStore } = await import('../../src/stores/memory/memory.ts');
    const store = memoryStore();
    const asked: number[] = [];
    const ever = createEverthread({
      ...rolling,
      store: {
        ...store,
        acquireLease: (options) => {
          asked.push(options.ttlMs);
          return store.acquireLease(options);
        },
      },
      compaction: { leaseMs },
    });
    const thread = await ever.thread('t');
    await thread.append(harbourMessages(50));
    await ever.idle();
    await ever.close();
    return asked[0];
  };
  expect([await ttl(5_000), await ttl(70_000)]).toEqual([5_000, 70_000]);
}

async function provesRuntime(): Promise<void> {
  const ever = createEverthread({ runtime: testRuntime('own') });
  const thread = await ever.thread('t');
  const { id, createdAt } = await thread.append({ role: 'user', content: 'hello' });
  expect([id, createdAt]).toEqual(['msg_own000001', '2026-01-01T00:00:00.000Z']);
  await ever.close();
}

/** A model's own ratio, learned from what its provider reported. */
async function provesContextModel(): Promise<void> {
  const ever = createEverthread({ budget: { tokens: 20_000 } });
  const thread = await ever.thread('t');
  await thread.append(harbourMessages(20));
  const usual = await thread.context();
  const other = await thread.context({ model: 'claude-haiku-4-5' });
  expect(other.tokens).not.toBe(usual.tokens);
  await ever.close();
}
