/** Throwing getters, proxies and revoked proxies in every public call cause a typed error, and nothing is stored. */
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { archiveTools, everthreadMiddleware, withEverthread } from '../src/ai-sdk.ts';
import {
  createEverthread,
  embeddingModel,
  extractive,
  isEverthreadError,
  languageModel,
  memoryStore,
} from '../src/index.ts';
import { createArchiveTools } from '../src/integrations/archive-tools/create-archive-tools.ts';
import { createMcpServer } from '../src/mcp.ts';
import { sqliteStore } from '../src/sqlite.ts';
import { testRuntime } from './test-runtime.ts';

const boom = () => {
  throw new Error('boom');
};

function revoked(target: object): never {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy as never;
}

/** A proxy that throws at every operation. */
function raging(target: object): never {
  const traps = ['get', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor'] as const;
  return new Proxy(target, Object.fromEntries(traps.map((trap) => [trap, boom]))) as never;
}

/** Variants of a value: each member in turn throws when it is read, then the whole value in every possible way. */
function hostile(...members: string[]): [name: string, value: never][] {
  return [
    ...members.map((member): [string, never] => [
      `a getter ${member} that throws`,
      Object.defineProperty({}, member, { get: boom, enumerable: true }) as never,
    ]),
    ...members.flatMap((member): [string, never][] => [
      [`a revoked proxy as ${member}`, { [member]: revoked({}) } as never],
      [`a revoked list as ${member}`, { [member]: revoked([]) } as never],
      [`a raging proxy as ${member}`, { [member]: raging({}) } as never],
    ]),
    ['a revoked proxy', revoked({})],
    ['a revoked list', revoked([])],
    ['a raging proxy', raging({})],
    [
      'a thrower of proxies',
      Object.defineProperty({}, members[0]!, {
        get: () => {
          throw revoked({});
        },
        enumerable: true,
      }) as never,
    ],
  ];
}

async function ready() {
  const store = memoryStore();
  const ever = createEverthread({ store, runtime: testRuntime() });
  const thread = await ever.thread('t');
  await thread.append([
    { role: 'user', content: 'The port is 8443.' },
    { role: 'assistant', content: 'Noted.' },
  ]);
  return { store, ever, thread };
}

type Ready = Awaited<ReturnType<typeof ready>>;
type Case = [method: string, members: string[], call: (given: never, ready: Ready) => unknown];

async function drained(list: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of list) break;
}

const model = new MockLanguageModelV4({});

const cases: Case[] = [
  ['append', ['role', 'content', 'parts', 'id', 'createdAt'], (given, { thread }) => thread.append(given)],
  ['append of a list', ['role', 'content'], (given, { thread }) => thread.append([given])],
  [
    'append of a part',
    ['type', 'text'],
    (given, { thread }) => thread.append({ role: 'user', content: [given] }),
  ],
  [
    'append of a tool call',
    ['x'],
    (given, { thread }) =>
      thread.append({
        role: 'assistant',
        content: [{ type: 'tool-call', callId: 'c', name: 'n', input: given }],
      }),
  ],
  ['edit', ['role', 'content'], (given, { thread }) => thread.edit(1, given)],
  ['edit of a message', ['x'], (given, { thread }) => thread.edit(given, { role: 'user', content: 'x' })],
  [
    'edit with options',
    ['note'],
    (given, { thread }) => thread.edit(1, { role: 'user', content: 'x' }, given),
  ],
  ['forget', ['0'], (given, { thread }) => thread.forget(given)],
  ['forget with options', ['note', 'vacuum'], (given, { thread }) => thread.forget(1, given)],
  [
    'context',
    ['budget', 'model', 'system', 'profile', 'pinned', 'resources', 'query', 'recall', 'reserve'],
    (given, { thread }) => thread.context(given),
  ],
  ['context with a budget', ['tokens', 'model'], (given, { thread }) => thread.context({ budget: given })],
  ['context with a reserve', ['requestTokens'], (given, { thread }) => thread.context({ reserve: given })],
  ['context with a resource', ['id', 'text'], (given, { thread }) => thread.context({ resources: [given] })],
  ['explain', ['at', 'budget', 'reserve'], (given, { thread }) => thread.explain(given)],
  ['compact', ['refresh', 'signal'], (given, { thread }) => thread.compact(given)],
  ['history', ['from', 'to', 'newestFirst'], (given, { thread }) => drained(thread.history(given))],
  ['summaries', ['statuses'], (given, { thread }) => thread.summaries(given)],
  ['expand', ['x'], (given, { thread }) => thread.expand(given)],
  ['expand with options', ['after', 'limit'], (given, { thread }) => thread.expand('s', given)],
  [
    'search',
    ['roles', 'tools', 'after', 'before', 'neighbours', 'limit', 'cursor'],
    (given, { thread }) => thread.search('port', given),
  ],
  ['search for', ['x'], (given, { thread }) => thread.search(given)],
  ['receipts', ['limit', 'before'], (given, { thread }) => thread.receipts(given)],
  ['correctFact', ['x'], (given, { thread }) => thread.correctFact(given, 'x')],
  ['correctFact with a value', ['x'], (given, { thread }) => thread.correctFact('f', given)],
  ['audit', ['limit', 'before'], (given, { thread }) => thread.audit(given)],
  ['editSummary', ['x'], (given, { thread }) => thread.editSummary('s', given)],
  ['pinSummary', ['x'], (given, { thread }) => thread.pinSummary(given)],
  ['events', ['signal'], (given, { thread }) => drained(thread.events(given))],
  ['configure', ['budgetTokens', 'strategy', 'metadata'], (given, { thread }) => thread.configure(given)],
  ['configure a strategy', ['name'], (given, { thread }) => thread.configure({ strategy: given })],
  ['thread', ['x'], (given, { ever }) => ever.thread(given)],
  ['findThread', ['x'], (given, { ever }) => ever.findThread(given)],
  ['deleteThread', ['x'], (given, { ever }) => ever.deleteThread(given)],
  ['threads', ['after', 'limit'], (given, { ever }) => ever.threads(given)],
  ['search in all', ['threadIds', 'roles', 'tools'], (given, { ever }) => ever.search('port', given)],
  [
    'observeUsage',
    ['model', 'threadId', 'contextTokens', 'reportedTokens'],
    (given, { ever }) => ever.observeUsage(given),
  ],
  ['verify', ['threadId'], (given, { ever }) => ever.verify(given)],
  [
    'createEverthread',
    [
      'store',
      'strategy',
      'summarizer',
      'budget',
      'model',
      'redaction',
      'recall',
      'embedder',
      'spend',
      'compaction',
      'tokenCounter',
      'runtime',
    ],
    (given) => createEverthread(given),
  ],
  ['withEverthread', ['everthread', 'model', 'threadId', 'mode', 'budget'], (given) => withEverthread(given)],
  ['everthreadMiddleware', ['everthread', 'threadId'], (given) => everthreadMiddleware(given)],
  [
    'a call of a wrapped model',
    ['role', 'content'],
    (given, { ever }) =>
      withEverthread({ everthread: ever, model, threadId: 't', mode: 'append' }).doGenerate({
        prompt: [given],
      }),
  ],
  ['archiveTools', ['everthread', 'threadIds', 'maxTokens'], (given) => archiveTools(given)],
  ['createMcpServer', ['everthread', 'threadIds'], (given) => createMcpServer(given)],
  ['languageModel', ['models', 'retry', 'pricing'], (given) => languageModel(given)],
  ['embeddingModel', ['model', 'name'], (given) => embeddingModel(given)],
  ['extractive', ['counter'], (given) => extractive(given)],
  ['sqliteStore', ['path', 'database'], (given) => sqliteStore(given)],
];

describe('what cannot be read is a typed error', () => {
  it.each(cases)('R-56 %s', async (_method, members, call) => {
    const made = await ready();
    const before = JSON.stringify([
      await made.thread.state(),
      await made.store.readMessages({ threadId: 't' }),
    ]);
    for (const [name, value] of hostile(...members)) {
      const thrown = await Promise.resolve()
        .then(() => call(value, made))
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      // An instance that is never read may be accepted. If something is thrown, it must be our own error.
      if (thrown !== undefined) {
        expect({
          name,
          typed: isEverthreadError(thrown),
          thrown: String((thrown as Error).message),
        }).toMatchObject({ name, typed: true });
        expect((thrown as { field?: string }).field).toEqual(expect.any(String));
      }
    }
    expect(
      JSON.stringify([await made.thread.state(), await made.store.readMessages({ threadId: 't' })]),
    ).toBe(before);
    expect((await made.ever.threads()).map(({ id }) => id)).toEqual(['t']);
    await made.ever.close();
  });

  it('R-56 a getter that throws is named, and does throw', async () => {
    const { thread, ever } = await ready();
    const [[, content]] = hostile('content') as [[string, never]];
    await expect(thread.append(content)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'message.content',
    });
    const [[, system]] = hostile('system') as [[string, never]];
    await expect(thread.context(system)).rejects.toMatchObject({ code: 'invalid_input', field: 'system' });
    await expect(thread.context(revoked({}))).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'options',
    });
    await ever.close();
  });

  it('R-56 a getter is asked once: what it says later changes nothing', async () => {
    const { thread, ever } = await ready();
    let asked = 0;
    const shifty = {
      get limit() {
        asked += 1;
        return asked === 1 ? 1 : Number.NaN;
      },
    };
    expect((await thread.search('port', shifty)).hits).toHaveLength(1);
    expect(asked).toBe(1);
    await ever.close();
  });

  it('R-56 a tool of the archive tells the model what is wrong', async () => {
    const { ever } = await ready();
    const tools = createArchiveTools({ everthread: ever, threadIds: 'all' });
    for (const [, value] of hostile('query')) {
      await expect(tools.search.run(value)).rejects.toMatchObject({ name: 'ArchiveToolError' });
    }
    await ever.close();
  });
});

describe('lists in a search are capped', () => {
  it.each(['tools', 'threadIds'] as const)('R-49 %s', async (field) => {
    const { ever } = await ready();
    const names = Array.from({ length: 100_000 }, (_, index) => `name-${index}`);
    await expect(ever.search('port', { threadIds: 'all', [field]: names } as never)).rejects.toMatchObject({
      code: 'limit_exceeded',
      field,
    });
    await ever.close();
  });
});
