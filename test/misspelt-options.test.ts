/**
 * Whoever misspells an option, or gives something else than options, is told by a typed error that names it. The calls
 * are all that the published entries have: one without a case here fails.
 */
import { describe, expect, it } from 'vitest';
import * as aiSdk from '../src/ai-sdk.ts';
import * as client from '../src/client.ts';
import { isEverthreadError } from '../src/errors.ts';
import type { Everthread } from '../src/everthread.ts';
import * as main from '../src/index.ts';
import * as mcp from '../src/mcp.ts';
import * as opentelemetry from '../src/opentelemetry.ts';
import * as server from '../src/server.ts';
import * as sqlite from '../src/sqlite.ts';
import type { Thread } from '../src/thread.ts';
import * as transcripts from '../src/transcripts.ts';

type Calls = { [name: string]: (options: never) => unknown };
const everthread = main.createEverthread();
const thread = await everthread.thread('t');
await thread.append([
  { role: 'user', content: 'The ferry leaves at nine.' },
  { role: 'assistant', content: 'Noted.' },
]);

async function refusalOf(call: () => unknown): Promise<unknown> {
  try {
    const result = await call();
    if (typeof result !== 'object' || result === null) return result;
    // Two functions answer with a result instead of throwing; others begin when they are read.
    if ('ok' in result && result.ok === false) return (result as unknown as { error: unknown }).error;
    if (Symbol.asyncIterator in result) for await (const _ of result as AsyncIterable<unknown>) break;
    return result;
  } catch (error) {
    return error;
  }
}

async function expectRefused(call: () => unknown, field?: string): Promise<void> {
  const refusal = await refusalOf(call);
  expect(isEverthreadError(refusal), String(refusal)).toBe(true);
  const { code, field: named, message } = refusal as main.EverthreadError;
  expect(code).toMatch(/^invalid_(?:input|option)$/u);
  expect(named).toBeDefined();
  expect(message).toContain(field ?? named!);
  if (field !== undefined) expect(named).toBe(field);
}

/** With what the search cannot do without. */
const all = (options: object) =>
  ('misspelt' in Object(options) ? { threadIds: 'all', ...options } : options) as never;
const everthreadCalls: Calls = {
  thread: (options) => everthread.thread('t', options),
  findThread: (options) => everthread.findThread('t', options),
  threads: (options) => everthread.threads(options),
  owners: (options) => everthread.owners(options),
  correctProfile: (options) => everthread.correctProfile(options),
  forgetOwner: (options) => everthread.forgetOwner('nobody', options),
  search: (options) => everthread.search('ferry', all(options)),
  rebuildSearch: (options) => everthread.rebuildSearch(options),
  deleteThread: (options) => everthread.deleteThread('none', options),
  recordEnds: (options) => everthread.recordEnds(options),
  requests: (options) => everthread.requests(options),
  usage: (options) => everthread.usage(options),
  verify: (options) => everthread.verify(options),
};
const threadCalls: Calls = {
  append: (options) => thread.append({ role: 'user', content: 'hello' }, options),
  context: (options) => thread.context(options),
  measure: (options) => thread.measure(options),
  compact: (options) => thread.compact(options),
  brief: (options) => thread.brief(options),
  history: (options) => thread.history(options),
  summaries: (options) => thread.summaries(options),
  expand: (options) => thread.expand('sum_1', options),
  search: (options) => thread.search('ferry', options),
  requests: (options) => thread.requests(options),
  receipts: (options) => thread.receipts(options),
  edit: (options) => thread.edit(1, { role: 'user', content: 'The ferry leaves at ten.' }, options),
  forget: (options) => thread.forget(1, options),
  editSummary: (options) => thread.editSummary('sum_1', 'text', options),
  pinSummary: (options) => thread.pinSummary('sum_1', options),
  correctFact: (options) => thread.correctFact('fact', 'ten', options),
  removeRule: (options) => thread.removeRule('rule', options),
  audit: (options) => thread.audit(options),
  explain: (options) => thread.explain(options),
  events: (options) => thread.events(options),
  update: (options) => thread.update(options),
  configure: (options) => thread.configure(options),
};
const made: Calls = {
  createEverthread: main.createEverthread,
  briefConversation: main.briefConversation,
  compactionDue: main.compactionDue,
  embeddingModel: main.embeddingModel,
  extractive: main.extractive,
  languageModel: main.languageModel,
  summarizeConversation: main.summarizeConversation,
  archiveTools: aiSdk.archiveTools,
  withEverthread: aiSdk.withEverthread,
  everthreadMiddleware: aiSdk.everthreadMiddleware,
  createMcpServer: mcp.createMcpServer,
  serveMcpHttp: mcp.serveMcpHttp,
  createServer: server.createServer,
  createProxy: server.createProxy,
  listen: server.listen,
  newKey: server.newKey,
  createClient: client.createClient,
  createTelemetry: opentelemetry.createTelemetry,
  readTranscripts: (options) => transcripts.readTranscripts('{}', options),
  readTranscript: (options) => transcripts.readTranscript('{}', options),
};
const calls = [
  ...Object.entries(everthreadCalls).map(([name, call]) => [`everthread.${name}`, call] as const),
  ...Object.entries(threadCalls).map(([name, call]) => [`thread.${name}`, call] as const),
  ...Object.entries(made),
];

describe('options that nobody knows', () => {
  it.each(calls)('R-56 %s refuses a misspelt name, and what is not an object', async (_name, call) => {
    await expectRefused(() => call({ misspelt: 1 } as never), 'misspelt');
    for (const given of [null, 7, 'words', [1]]) await expectRefused(() => call(given as never));
  });

  it('R-56 the nearest name is suggested, and all are listed', async () => {
    const refusal = await refusalOf(() => thread.forget(1, { copeis: true } as never));
    expect((refusal as Error).message).toBe(
      'copeis is not known here. Did you mean copies? It must be one of note, vacuum, copies.',
    );
    expect((await thread.describe()).messages).toBe(2);
  });

  it('R-56 members of the wrong kind are refused, and nothing happens', async () => {
    const wrong: [string, () => unknown][] = [
      ['copies', () => thread.forget(1, { copies: 'x' as never })],
      ['note', () => thread.forget(1, { note: 5 as never })],
      ['newestFirst', () => thread.history({ newestFirst: 1 as never })],
      ['redacted', () => thread.history({ redacted: 'yes' as never })],
      ['pinned', () => thread.pinSummary('sum_1', { pinned: 'no' as never })],
      ['signal', () => thread.events({ signal: 1 as never })],
      ['vacuum', () => everthread.deleteThread('t', { vacuum: 'no' as never })],
      ['onProgress', () => everthread.rebuildSearch({ onProgress: 5 as never })],
      ['onProgress', () => everthread.verify({ onProgress: 5 as never })],
      ['threadId', () => everthread.verify({ threadId: 5 as never })],
      ['ends', () => everthread.recordEnds({ threadId: 't', ends: 5 as never })],
      ['keys', () => everthread.findEnds('x' as never)],
      ['keys', () => everthread.findEnds([5] as never)],
      ['messages', () => main.toOpenAI('hello' as never)],
      ['messages', () => main.toAnthropic([{ role: 'user', content: 'hi' }] as never)],
      ['messages', () => main.toAiSdk(undefined as never)],
      ['messages', () => main.toOpenAIResponses({} as never)],
      ['messages', () => main.toUIMessages(null as never)],
      ['parts', () => main.textOf('hello' as never)],
      ['kind', () => main.createPromptCache(undefined as never)],
      ['text', () => transcripts.readTranscripts(undefined as never)],
      ['path', () => sqlite.sqliteStore({ pth: 'x.db' } as never)],
      ['threadIds', () => aiSdk.archiveTools({ everthread, threadIds: [] })],
      [
        'upstreams[0].modls',
        () => server.createProxy({ upstreams: [{ url: 'http://x', modls: [] } as never] }),
      ],
      [
        'upstreams[0].models',
        () => server.createProxy({ upstreams: [{ url: 'http://x', models: 'a' as never }] }),
      ],
      ['onProblem', () => server.createProxy({ onProblem: 5 as never })],
      ['baseUrl', () => client.createClient({ baseUrl: 'localhost:8720' })],
      ['server', () => server.listen({ server: {} as never, hasKeys: false })],
      ['models[0].modle', () => main.languageModel({ models: [{ model: 'a/b', modle: 1 } as never] })],
    ];
    for (const [field, call] of wrong) await expectRefused(call, field);
    expect((await thread.describe()).messages).toBe(2);
  });

  it('R-56 every method that takes options is tried', () => {
    const without: { [holder: string]: readonly string[] } = {
      everthread: ['profile', 'on', 'findEnds', 'observeUsage', 'idle', 'close'],
      thread: ['id', 'summary', 'find', 'copies', 'describe', 'strata', 'facts', 'rules', 'state'],
    };
    const untried = (holder: string, object: Everthread | Thread, tried: Calls) =>
      Object.keys(object).filter((name) => !(name in tried) && !without[holder]!.includes(name));
    expect(untried('everthread', everthread, everthreadCalls)).toEqual([]);
    expect(untried('thread', thread, threadCalls)).toEqual([]);
    const functions = [main, aiSdk, mcp, server, client, opentelemetry, transcripts].flatMap((entry) =>
      Object.entries(entry).flatMap(([name, value]) =>
        typeof value === 'function' && /^[a-z]/u.test(name) ? [name] : [],
      ),
    );
    const others = [
      ...[
        'createPromptCache',
        'inputCost',
        'isEverthreadError',
        'memoryStore',
        'minilm',
        'pricesFor',
        'textOf',
      ],
      ...['toAiSdk', 'toAnthropic', 'toOpenAI', 'toOpenAIResponses', 'toUIMessages'],
      ...['serveMcpStdio', 'createTranscriptReader'],
    ];
    expect(functions.filter((name) => !(name in made) && !others.includes(name))).toEqual([]);
  });

  it('R-63 a thread that is deleted with vacuum: false is gone, and its store is not vacuumed', async () => {
    const store = main.memoryStore();
    let vacuumed = 0;
    const ever = main.createEverthread({
      store: {
        ...store,
        async vacuum() {
          vacuumed += 1;
        },
      },
    });
    for (const vacuum of [false, true]) {
      await (await ever.thread('gone')).append({ role: 'user', content: 'hello' });
      expect(await ever.deleteThread('gone', { vacuum })).toBe(true);
      expect(vacuumed).toBe(vacuum ? 1 : 0);
    }
    await ever.close();
  });
});
