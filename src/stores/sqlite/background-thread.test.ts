/** The background thread of a program that writes often: nobody waits for it or notices it. */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../../../test/child-environment.ts';
import { yieldToEventLoop } from '../../runtime.ts';
import type { Store } from '../../store.ts';
import { later, message } from '../suite/samples.suite.ts';
import { backgroundThread } from './background-thread.ts';
import { useDatabaseFiles } from './database-files.suite.ts';
import { sqliteStore } from './sqlite-store.ts';

const { newPath, closing } = useDatabaseFiles();
const source = fileURLToPath(new URL('./sqlite-store.ts', import.meta.url));

async function appendSome(store: Store, count: number): Promise<void> {
  await store.ensureThread({ threadId: 't', now: later(0) });
  for (let index = 0; index < count; index += 1)
    await store.append({ threadId: 't', messages: [message(`m${index}`)], now: later(index) });
}

/** Each batch becomes a list of its own in the index. */
async function appendBatches(store: Store, count: number): Promise<void> {
  await store.ensureThread({ threadId: 't', now: later(0) });
  for (let batch = 0; batch < count; batch += 1) {
    const messages = Array.from({ length: 40 }, (_, index) =>
      message(`m${batch}-${index}`, { parts: [{ type: 'text', text: `word${index} of batch${batch}` }] }),
    );
    await store.append({ threadId: 't', messages, now: later(batch) });
  }
}

function lists(handle: DatabaseSync): number {
  const { n } = handle.prepare('select count(distinct segid) as n from message_terms_idx').get() as {
    n: number;
  };
  return n;
}

/** A program that writes often enough to start the thread, and then ends. */
async function runProgram(path: string, ending: string): Promise<string> {
  const program = `
    import { sqliteStore } from ${JSON.stringify(source)};
    const store = sqliteStore({ path: ${JSON.stringify(path)} });
    for (let n = 0; n < 100; n += 1) await store.ensureThread({ threadId: 't' + n, now: 0 });
    ${ending}
    console.log('ended');`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: childEnvironment });
  return stdout;
}

describe('the write-ahead log', () => {
  it('R-41 is written back before SQLite would do it, without blocking others', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path }));
    await store.open();
    const before = statSync(path).size;
    await appendSome(store, 80);
    // SQLite itself would not yet write back so few pages.
    expect(statSync(`${path}-wal`).size).toBeLessThan(1_000 * 4_096);
    while (statSync(path).size === before) await yieldToEventLoop();
    await appendSome(store, 10);
    expect((await store.readThread('t'))!.messages).toBe(80);
  });

  it('R-41 does not grow without bound, and is empty in the end', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path, synchronous: 'normal' }));
    await appendSome(store, 1_000);
    expect(statSync(`${path}-wal`).size).toBeLessThan(6_000 * 4_096);
    await store.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
    expect((await closing(sqliteStore({ path })).readThread('t'))!.messages).toBe(1_000);
  });

  it('R-41 does not keep a program alive, whether or not it closes the store', async () => {
    expect(await runProgram(newPath(), '')).toBe('ended\n');
    const path = newPath();
    expect(await runProgram(path, 'await store.close();')).toBe('ended\n');
    expect(existsSync(`${path}-wal`)).toBe(false);
  });
});

describe('the words of appended messages', () => {
  it('R-49 are all found, while a thread indexes and others write', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path }));
    await appendSome(store, 200);
    const direct = new DatabaseSync(path);
    const waiting = () => direct.prepare('select count(*) as n from search_backlog').get() as { n: number };
    // Appends continue while the thread indexes: neither fails, and in the end all words are indexed.
    for (let index = 200; index < 400; index += 1) {
      await store.append({ threadId: 't', messages: [message(`m${index}`)], now: later(index) });
      await yieldToEventLoop();
    }
    const listed = await store.search.listed({ threadId: 't', from: 1, limit: 1_000 });
    expect(listed).toHaveLength(400);
    await store.close();
    const again = closing(sqliteStore({ path }));
    expect(await again.search.listed({ threadId: 't', from: 1, limit: 1_000 })).toEqual(listed);
    expect(waiting().n).toBeLessThan(2);
    direct.close();
  });

  it('R-49 are indexed by a connection of its own; the main one runs no statement for it', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path, onStatement: () => undefined }));
    await appendSome(store, 40);
    const handle = new DatabaseSync(path);
    const thread = backgroundThread({ file: path, handle, busyTimeoutMs: 5_000, synchronous: 'normal' });
    for (let commit = 0; commit < 64; commit += 1) thread.committed();
    let indexed = await thread.indexSlice();
    while (indexed === undefined) {
      await yieldToEventLoop();
      indexed = await thread.indexSlice();
    }
    expect(indexed).toEqual({ messages: 40, isAll: true });
    expect(await thread.indexSlice()).toEqual({ messages: 0, isAll: true });
    await thread.close();
    expect(await thread.indexSlice()).toBeUndefined();
    handle.close();
    expect(await store.search.listed({ threadId: 't', from: 1, limit: 100 })).toHaveLength(40);
  });

  it('R-48 R-49 lists of equal size are merged in small pieces, with the same results', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path, onStatement: () => undefined }));
    await appendBatches(store, 15);
    const handle = new DatabaseSync(path);
    const before = lists(handle);
    expect(before).toBeGreaterThan(4);
    const found = await store.search.text([{ threadIds: ['t'], terms: ['word7'], limit: 1_000 }]);
    const thread = backgroundThread({ file: path, handle, busyTimeoutMs: 5_000, synchronous: 'normal' });
    expect(await thread.mergeTerms()).toBeUndefined();
    expect(lists(handle)).toBe(before);
    for (let commit = 0; commit < 64; commit += 1) thread.committed();
    while ((await thread.mergeTerms()) === undefined) await yieldToEventLoop();
    while ((await thread.mergeTerms()) !== undefined);
    expect(lists(handle)).toBeLessThanOrEqual(2);
    await thread.close();
    expect(await thread.mergeTerms()).toBeUndefined();
    handle.close();
    expect(await store.search.text([{ threadIds: ['t'], terms: ['word7'], limit: 1_000 }])).toEqual(found);
    expect(found[0]!.candidates).toHaveLength(15);
  });

  it('R-48 are merged in the background of a program that writes often', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path, synchronous: 'normal' }));
    await appendBatches(store, 15);
    await appendSome(store, 200);
    const handle = new DatabaseSync(path);
    const merging = handle.prepare("select v from message_terms_config where k = 'usermerge'");
    // The thread may start after all of this was indexed, and merges only after the next batch, so more is appended.
    let more = 0;
    const goOn = async () => {
      await store.append({ threadId: 't', messages: [message(`more${++more}`)], now: later(200) });
      return { ...merging.get(), lists: lists(handle) };
    };
    await expect.poll(goOn).toEqual({ v: 2, lists: expect.toSatisfy((count: number) => count <= 2) });
    handle.close();
    expect(await store.search.listed({ threadId: 't', from: 1, limit: 100_000 })).toHaveLength(800 + more);
  });

  it('R-41 R-49 are those of the message’s current content, even if it changed while being indexed', async () => {
    const path = newPath();
    const direct = () => new DatabaseSync(path);
    let isRead = false;
    const store = closing(
      sqliteStore({
        path,
        onStatement(statement) {
          if (/select messages\.thread_key/u.test(statement)) isRead = true;
          if (!isRead || statement !== 'begin immediate') return;
          isRead = false;
          // Between reading and writing, another connection changes the first message.
          const other = direct();
          other.exec(`update messages set record_hash = 'changed', content = '{"parts":[{"type":"text","text":"heron"}]}'
            where seq = 1`);
          other.close();
        },
      }),
    );
    await appendSome(store, 64);
    await store.close();
    const rows = direct();
    const held = (word: string) =>
      rows
        .prepare('select rowid & 4294967295 as seq from message_terms where message_terms match ?')
        .all(word)
        .map(({ seq }) => seq);
    expect(held('heron')).toEqual([1]);
    expect(held('m0')).toEqual([]);
    expect(held('m1')).toEqual([2]);
    rows.close();
  });
});
