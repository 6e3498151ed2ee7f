import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createEmitter } from '../engine/emitter.ts';
import { createRedaction } from '../engine/redaction.ts';
import type { EverthreadEvents } from '../events.ts';
import { createEverthread, type Everthread } from '../everthread.ts';
import type { Store } from '../store.ts';
import { memoryStore } from '../stores/memory/memory.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { type ManualClock, manualClock } from '../testing/manual-clock.ts';
import { createEmbedding, type Embedding } from './embedding.ts';
import { type ScriptedEmbedder, scriptedEmbedder, vectorOf } from './scripted-embedder.suite.ts';

const secret = 'sk-ant-api03-Zx8mQ2vN7rT4wY1bK6cF9dH3jL5pS0uA8eG2iM4oQ7xR1tV6yB3nC9zD5fJ8kW2a';
const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

type World = {
  store: Store;
  everthread: Everthread;
  clock: ManualClock;
  diagnostics: EverthreadEvents['diagnostic'][];
  start(embedder: ScriptedEmbedder): Embedding;
};

/** A store with a log, and embedding beside it. */
async function open(store: Store): Promise<World> {
  const everthread = createEverthread({ store, automatic: false });
  await everthread.threads();
  cleanUps.push(() => everthread.close());
  const clock = manualClock();
  const emitter = createEmitter(() => undefined);
  const diagnostics: World['diagnostics'] = [];
  emitter.on('diagnostic', (event) => diagnostics.push(event));
  const redaction = createRedaction({ store, runtime: clock, options: {} });
  return {
    store,
    everthread,
    clock,
    diagnostics,
    start(embedder) {
      const embedding = createEmbedding({ store, embedder, redaction, runtime: clock, emitter });
      cleanUps.push(() => embedding.close());
      return embedding;
    },
  };
}

async function sqliteWorld(): Promise<World & { path: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'everthread-embedding-'));
  cleanUps.push(() => rm(directory, { recursive: true }));
  const path = join(directory, 'test.db');
  return { ...(await open(sqliteStore({ path }))), path };
}

async function say(everthread: Everthread, threadId: string, ...texts: string[]): Promise<void> {
  const thread = await everthread.thread(threadId);
  for (const content of texts) await thread.append({ role: 'user', content });
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `text number ${index + 1}`);
}

async function missing(store: Store): Promise<number[]> {
  return (await store.search.unembedded({ model: 'scripted', limit: 1_000 })).map(({ seq }) => seq);
}

describe.each([
  ['memory', () => open(memoryStore())],
  ['sqlite', sqliteWorld],
] as const)('embedding in the background (%s)', (_name, openWorld) => {
  it('R-49 embeds all there is, in batches, and finds it by meaning', async () => {
    const { store, everthread, start } = await openWorld();
    await say(everthread, 'one', ...numbered(9), 'the boat lies in the harbour');
    await say(everthread, 'two', 'another thread');
    const embedder = scriptedEmbedder();
    const embedding = start(embedder);
    embedding.schedule();
    embedding.schedule();
    await embedding.idle();
    expect(await missing(store)).toEqual([]);
    expect(embedder.texts()).toHaveLength(11);
    expect(Math.max(...embedder.calls.map(({ texts }) => texts.length))).toBe(4);
    expect(new Set(embedder.calls.map(({ purpose }) => purpose))).toEqual(new Set(['document']));
    const [best] = await store.search.vectors({
      threadIds: ['one'],
      model: 'scripted',
      vector: vectorOf('the boat lies in the harbour'),
      limit: 1,
    });
    expect(best).toMatchObject({ threadId: 'one', seq: 10, similarity: expect.closeTo(1, 3) });
  });

  it('R-49 goes on where the process before ended, and does nothing twice', async () => {
    const { store, everthread, start } = await openWorld();
    await say(everthread, 'one', ...numbered(12));
    const first = scriptedEmbedder();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    first.before = (texts, signal) => {
      if (!texts.includes('text number 6')) return;
      reach();
      return new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      );
    };
    const interrupted = start(first);
    interrupted.schedule();
    await reached;
    await interrupted.close();
    const left = await missing(store);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(12);

    const second = scriptedEmbedder();
    const resumed = start(second);
    resumed.schedule();
    await resumed.idle();
    expect(await missing(store)).toEqual([]);
    expect(second.texts()).toEqual(left.map((seq) => `text number ${seq}`));
    resumed.schedule();
    await resumed.idle();
    expect(second.texts()).toHaveLength(left.length);
  });

  it('R-41 an edited message is embedded anew, a forgotten one is never sent', async () => {
    const { store, everthread, start } = await openWorld();
    await say(everthread, 'one', 'old wording', 'to be forgotten', 'stays');
    const thread = await everthread.thread('one');
    await thread.forget(2, { vacuum: false });
    const embedder = scriptedEmbedder();
    const embedding = start(embedder);
    embedding.schedule();
    await embedding.idle();
    expect(embedder.texts()).toEqual(['old wording', 'stays']);

    await thread.edit(1, { role: 'user', content: 'new wording' });
    embedding.schedule();
    await embedding.idle();
    expect(embedder.texts()).toEqual(['old wording', 'stays', 'new wording']);
    await thread.forget(3, { vacuum: false });
    const found = await store.search.vectors({
      threadIds: 'all',
      model: 'scripted',
      vector: vectorOf('stays'),
      limit: 10,
    });
    expect(found.map(({ seq }) => seq)).toEqual([1]);
  });

  it('R-41 vectors of a text that changed meanwhile are not kept', async () => {
    const { store, everthread, start } = await openWorld();
    await say(everthread, 'one', 'before the edit');
    const thread = await everthread.thread('one');
    const embedder = scriptedEmbedder();
    embedder.before = async ([text]) => {
      if (text === 'before the edit') await thread.edit(1, { role: 'user', content: 'after the edit' });
    };
    const embedding = start(embedder);
    embedding.schedule();
    await embedding.idle();
    expect(embedder.texts()).toEqual(['before the edit', 'after the edit']);
    const [found] = await store.search.vectors({
      threadIds: 'all',
      model: 'scripted',
      vector: vectorOf('after the edit'),
      limit: 1,
    });
    expect(found!.similarity).toBeCloseTo(1, 3);
  });
});

describe('what is sent', () => {
  it('I-10 no secret reaches the embedder, not even in parts', async () => {
    const { everthread, start } = await open(memoryStore());
    for (let filler = 100; filler <= 210; filler += 10) {
      await say(everthread, 'one', `${'x '.repeat(filler / 2)}${secret} and more words behind it`);
    }
    const embedder = scriptedEmbedder();
    const embedding = start(embedder);
    embedding.schedule();
    await embedding.idle();
    await embedding.embedQuery(`is ${secret} still valid?`, 100);
    const sent = embedder.texts().join('\n');
    expect(embedder.texts().length).toBeGreaterThan(12);
    expect(sent).toContain('[secret:');
    for (let start = 0; start + 12 <= secret.length; start += 4) {
      expect(sent).not.toContain(secret.slice(start, start + 12));
    }
  });

  it('R-49 long texts are cut at natural places, none longer than the embedder takes', async () => {
    const { store, everthread, start } = await open(memoryStore());
    const sentences = Array.from(
      { length: 30 },
      (_, index) => `Sentence ${index + 1} speaks of boats. `,
    ).join('');
    await say(everthread, 'one', sentences, '🧵'.repeat(1_000), 'short', `${'log '.repeat(100_000)}`);
    const embedder = scriptedEmbedder({ maxCharacters: 100 });
    const embedding = start(embedder);
    embedding.schedule();
    await embedding.idle();
    const texts = embedder.texts();
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(100);
    expect(texts.every((text) => text.isWellFormed())).toBe(true);
    expect(texts.filter((text) => text.startsWith('Sentence')).every((text) => text.endsWith('.'))).toBe(
      true,
    );
    expect(texts.filter((text) => text.startsWith('Sentence')).join(' ')).toBe(sentences.trim());
    expect(texts.filter((text) => text.startsWith('log'))).toHaveLength(64);
    const [found] = await store.search.vectors({
      threadIds: 'all',
      model: 'scripted',
      vector: vectorOf(texts.find((text) => text.includes('Sentence 20 '))!),
      limit: 1,
    });
    expect(found).toMatchObject({ seq: 1, similarity: expect.closeTo(1, 3) });
  });

  it('R-49 a message without text is done without a call', async () => {
    const { store, everthread, start } = await open(memoryStore());
    await say(everthread, 'one', '   ');
    const embedder = scriptedEmbedder();
    const embedding = start(embedder);
    embedding.schedule();
    await embedding.idle();
    expect(embedder.calls).toEqual([]);
    expect(await missing(store)).toEqual([]);
  });
});

describe('an embedder that fails', () => {
  it('I-4 is tried again after growing pauses, told without conversation text, and catches up', async () => {
    const { store, everthread, start, clock, diagnostics } = await open(memoryStore());
    await say(everthread, 'one', 'private words');
    const embedder = scriptedEmbedder();
    embedder.before = () => {
      throw Object.assign(new Error('cannot embed "private words"'), { statusCode: 503 });
    };
    const embedding = start(embedder);
    embedding.schedule();
    await embedding.idle();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect(embedder.calls).toHaveLength(attempt);
      // A new message does not shorten the pause.
      embedding.schedule();
      await embedding.idle();
      expect(embedder.calls).toHaveLength(attempt);
      const before = clock.now();
      if (attempt === 4) embedder.before = () => undefined;
      await clock.advanceToNext();
      pauses.push(clock.now() - before);
      await embedding.idle();
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(await missing(store)).toEqual([]);
    expect(diagnostics).toHaveLength(4);
    expect(diagnostics[0]).toEqual({
      threadId: null,
      code: 'embedder_failed',
      message: 'The embedder scripted failed: HTTP 503.',
      consequence: 'Search goes on by words alone; embedding is tried again in 1 s.',
    });
    expect(JSON.stringify(diagnostics)).not.toContain('private words');
  });

  it('I-11 is left alone in the end, until there is something new', async () => {
    const { store, everthread, start, clock } = await open(memoryStore());
    await say(everthread, 'one', 'text');
    const embedder = scriptedEmbedder();
    embedder.before = () => {
      throw new Error('gone');
    };
    const embedding = start(embedder);
    embedding.schedule();
    await embedding.idle();
    while (await clock.advanceToNext()) await embedding.idle();
    embedding.schedule();
    await embedding.idle();
    expect(embedder.calls).toHaveLength(11);
    embedder.before = () => undefined;
    await clock.advance(300_000);
    embedding.schedule();
    await embedding.idle();
    expect(await missing(store)).toEqual([]);
  });

  it('I-11 what was deleted during a pause is no work any more', async () => {
    const { everthread, start, clock } = await open(memoryStore());
    await say(everthread, 'one', 'text');
    const embedder = scriptedEmbedder();
    embedder.before = () => {
      throw new Error('down');
    };
    const embedding = start(embedder);
    embedding.schedule();
    await embedding.idle();
    await everthread.deleteThread('one');
    expect(await clock.advanceToNext()).toBe(true);
    await embedding.idle();
    expect(clock.sleeping()).toBe(0);
    expect(embedder.calls).toHaveLength(1);
  });

  it('R-49 one message it refuses does not keep the others out', async () => {
    const { store, everthread, start, diagnostics } = await open(memoryStore());
    await say(everthread, 'one', ...numbered(3), 'poison', ...numbered(3));
    const embedder = scriptedEmbedder();
    embedder.before = (texts) => {
      if (texts.includes('poison')) throw Object.assign(new Error('refused'), { statusCode: 400 });
    };
    const embedding = start(embedder);
    embedding.schedule();
    await embedding.idle();
    expect(await missing(store)).toEqual([4]);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]!.consequence).toMatch(/^1 of 4 messages stay without vectors/u);
    await say(everthread, 'one', 'a later one');
    embedding.schedule();
    await embedding.idle();
    expect(await missing(store)).toEqual([4]);
  });

  it.each([
    ['too few', (texts: readonly string[]) => texts.slice(1).map(vectorOf)],
    ['not of unit length', (texts: readonly string[]) => texts.map(() => new Float32Array([3, 4]))],
    ['not numbers', (texts: readonly string[]) => texts.map(() => new Float32Array([Number.NaN, 1]))],
    ['no vectors', () => 'nonsense' as never],
  ])('R-49 answers that are %s are not stored', async (_kind, embed) => {
    const { store, everthread, start, diagnostics } = await open(memoryStore());
    await say(everthread, 'one', ...numbered(2));
    const embedder = scriptedEmbedder({ embed: async (texts) => embed(texts) });
    const embedding = start(embedder);
    embedding.schedule();
    await embedding.idle();
    expect(await missing(store)).toEqual([1, 2]);
    expect(diagnostics[0]!.message).toContain('as many vectors');
  });
});

describe('the vector of a query', () => {
  it('R-50 is given in time and remembered', async () => {
    const { start } = await open(memoryStore());
    const embedder = scriptedEmbedder();
    const embedding = start(embedder);
    const first = await embedding.embedQuery('where is the boat?', 300);
    expect(first).toEqual({ model: 'scripted', vector: vectorOf('where is the boat?') });
    expect(await embedding.embedQuery('where is the boat?', 300)).toEqual(first);
    expect(embedder.calls).toEqual([{ texts: ['where is the boat?'], purpose: 'query' }]);
    expect(await embedding.embedQuery('  ', 300)).toBeUndefined();
    const long = `first words ${'x'.repeat(1_000)} last words`;
    await embedding.embedQuery(long, 300);
    const sent = embedder.texts().at(-1)!;
    expect(sent.length).toBeLessThanOrEqual(200);
    expect(sent).toMatch(/^first words.*last words$/su);
  });

  it('I-4 is done without when it comes too late, and then known for the next who asks', async () => {
    const { start, clock } = await open(memoryStore());
    const embedder = scriptedEmbedder();
    const { promise: slow, resolve: answer } = Promise.withResolvers<void>();
    embedder.before = () => slow;
    const embedding = start(embedder);
    const waiting = embedding.embedQuery('slow one', 300);
    await clock.advance(300);
    expect(await waiting).toBeUndefined();
    answer();
    expect(await embedding.embedQuery('slow one', 300)).toMatchObject({ model: 'scripted' });
    expect(embedder.calls).toHaveLength(1);
  });

  it('I-4 an embedder that was late three times is not waited for, until a while later', async () => {
    const { start, clock } = await open(memoryStore());
    const embedder = scriptedEmbedder();
    embedder.before = () => {
      throw new Error('down');
    };
    const embedding = start(embedder);
    for (const query of ['a', 'b', 'c', 'd', 'e'])
      expect(await embedding.embedQuery(query, 300)).toBeUndefined();
    expect(embedder.calls).toHaveLength(3);
    embedder.before = () => undefined;
    await clock.advance(30_000);
    expect(await embedding.embedQuery('f', 300)).toMatchObject({ model: 'scripted' });
  });

  it('I-4 closing ends what hangs, and nothing is sent afterwards', async () => {
    const { everthread, start } = await open(memoryStore());
    await say(everthread, 'one', 'text');
    const embedder = scriptedEmbedder();
    embedder.before = () => new Promise(() => {});
    const embedding = start(embedder);
    embedding.schedule();
    const query = embedding.embedQuery('hangs', 300);
    await expect.poll(() => embedder.calls.length).toBe(2);
    await embedding.close();
    expect(await query).toBeUndefined();
    embedding.schedule();
    await embedding.idle();
    expect(await embedding.embedQuery('later', 300)).toBeUndefined();
    expect(embedder.calls).toHaveLength(2);
  });
});
