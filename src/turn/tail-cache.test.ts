import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmitter } from '../engine/emitter.ts';
import { talk, testEngine } from '../engine/test-engine.suite.ts';
import { createEverthread } from '../everthread.ts';
import { archiveMark } from '../message/archive-answer.ts';
import { textOf } from '../message/message.ts';
import type { MessageInput } from '../message/normalize.ts';
import type { Range, Store } from '../store.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { createTailCache } from './tail-cache.ts';

async function setup() {
  const test = await testEngine();
  const { engine, store } = test;
  const ranges: Range[] = [];
  const counting: Store = {
    ...store,
    readMessages: (range) => {
      ranges.push(range);
      return store.readMessages(range);
    },
  };
  const emitter = createEmitter(() => undefined);
  const cache = createTailCache(emitter);
  const read = async (limit = 100, from = 1) => {
    const state = (await store.readThread('t'))!;
    const ports = { ...engine, store: counting };
    const messages = await cache.read(ports, state, { threadId: 't', from, to: state.messages, limit });
    const stored = await store.readMessages({ threadId: 't', from, limit, newestFirst: true });
    expect(messages).toEqual(stored);
    return messages;
  };
  return { ...test, emitter, cache, read, ranges };
}

describe('the newest messages of a thread', () => {
  it('R-48 are read once, and after that only newer ones', async () => {
    const { cache, store, say, read, ranges } = await setup();
    await say(talk(40));
    await read();
    await read();
    expect(ranges).toHaveLength(1);
    await say(talk(2, 41));
    await read();
    expect(ranges.slice(1)).toEqual([{ threadId: 't', from: 41, to: 42 }]);
    const added = await say(talk(1, 43));
    cache.appended((await store.readThread('t'))!, added);
    await read(20);
    await read(20, 30);
    expect(ranges).toHaveLength(2);
  });

  it('R-43 are read anew after one of them changed', async () => {
    const { say, read, ranges, deleteFirstOriginal, emitter } = await setup();
    await say(talk(10));
    await read();
    await deleteFirstOriginal();
    expect((await read()).at(-1)?.removed).toBe('deleted');
    expect(ranges).toHaveLength(2);
    emitter.emit('change', { threadId: 't', kind: 'deleted' });
    await read();
    expect(ranges).toHaveLength(3);
  });

  it('R-57 show a call as the archive’s after the archive answered it', async () => {
    const { say, read } = await setup();
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'search', input: { query: 'weir' } };
    await say([...talk(4), { role: 'assistant', content: [call] }] as MessageInput[]);
    expect((await read())[0]?.origin).toBeUndefined();
    const output = { type: 'text', value: `${archiveMark} nothing was found.` };
    const answer = { type: 'tool-result', toolCallId: 'c1', toolName: 'search', output };
    await say([{ role: 'tool', content: [answer] }] as MessageInput[]);
    expect((await read())[1]?.origin?.kind).toBe('archive-call');
  });

  it('R-43 belong to the caller: changes of a copy stay in that copy', async () => {
    const { say, read } = await setup();
    const call = {
      type: 'tool-call',
      toolCallId: 'c1',
      toolName: 'look',
      input: { place: { name: 'Lund' } },
    };
    await say([...talk(3), { role: 'assistant', content: [call] }] as MessageInput[]);
    await read();
    for (const message of await read()) {
      message.role = 'system';
      for (const part of message.parts) {
        if (part.type === 'text') part.text = 'changed';
        if (part.type === 'tool-call') (part.input as { place: { name: string } }).place.name = 'changed';
      }
      message.parts.push({ type: 'text', text: 'added' });
    }
    await read();
  });

  it('R-43 have everything that is stored: several texts, marks for the cache, and origins', async () => {
    const { say, read, ranges } = await setup();
    const marked = {
      type: 'text',
      text: 'two',
      extra: { anthropic: { cache_control: { type: 'ephemeral' } } },
    };
    await say([
      { role: 'user', parts: [marked] },
      { role: 'user', parts: [{ type: 'text', text: 'one' }, marked] },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ],
      },
      { role: 'user', content: 'told', extra: { anthropic: { cache_control: { type: 'ephemeral' } } } },
      { role: 'assistant', content: 'looked up', origin: { kind: 'lookup', sources: ['m1'] } },
    ] as MessageInput[]);
    await read();
    // Compared with the store; this time from memory.
    expect(await read()).toHaveLength(5);
    expect(ranges).toHaveLength(1);
  });

  it('R-48 take no more memory than allowed, however many threads there are', async () => {
    const { engine, store, say, cache } = await setup();
    const [said] = await say(talk(1));
    const state = (await store.readThread('t'))!;
    let reads = 0;
    const readFrom = async (threadId: string, characters: number) => {
      const parts = [{ type: 'text' as const, text: 'x'.repeat(characters) }];
      const readMessages = async () => {
        reads += 1;
        return [{ ...said!, threadId, parts }];
      };
      const ports = { ...engine, store: { ...store, readMessages } };
      await cache.read(ports, { ...state, id: threadId }, { threadId, from: 1, to: 1, limit: 10 });
    };
    const readsOf = async (work: () => Promise<void>) => {
      const before = reads;
      await work();
      return reads - before;
    };
    const ofTen = async (names: string, characters: number) => {
      for (let index = 0; index < 10; index += 1) await readFrom(`${names}${index}`, characters);
    };
    expect(await readsOf(() => ofTen('small', 1_000))).toBe(10);
    expect(await readsOf(() => ofTen('small', 1_000))).toBe(0);
    // The last ones displace all the others.
    expect(await readsOf(() => ofTen('large', 1_400_000))).toBe(10);
    expect(await readsOf(() => ofTen('small', 1_000))).toBe(10);
    // A message that is too large is not held.
    await readFrom('huge', 2_000_000);
    expect(await readsOf(() => readFrom('huge', 2_000_000))).toBe(1);
    expect(await readsOf(() => ofTen('small', 1_000))).toBe(0);
  });
});

describe('contexts of a thread that others write to', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'everthread-tail-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('I-2 show what another process appended, edited and forgot', async () => {
    const open = () =>
      createEverthread({
        store: sqliteStore({ path: join(folder, 'shared.db') }),
        budget: { tokens: 4_000 },
        automatic: false,
      });
    const [mine, theirs] = [open(), open()];
    try {
      const thread = await mine.thread('t');
      const other = await theirs.thread('t');
      await thread.append(talk(6));
      const shown = async () => (await thread.context()).content.map(({ parts }) => textOf(parts)).join('\n');
      expect(await shown()).toContain('letter 102');
      await other.append({ role: 'user', content: 'The ferry leaves at nine.' });
      await thread.append({ role: 'assistant', content: 'At nine, then.' });
      expect(await shown()).toMatch(/leaves at nine[\s\S]*At nine, then/u);
      await other.edit(7, { role: 'user', content: 'The ferry leaves at ten.' });
      expect(await shown()).toContain('leaves at ten');
      await other.forget([7]);
      expect(await shown()).not.toContain('ferry leaves');
      await theirs.deleteThread('t', { vacuum: false });
      await (await theirs.thread('t')).append({ role: 'user', content: 'Another beginning.' });
      expect(await shown()).toContain('Another beginning.');
      expect(await shown()).not.toContain('letter');
    } finally {
      await Promise.all([mine.close(), theirs.close()]);
    }
  });
});
