import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audit, edit, later, message, messages, removal, someTime } from '../suite/samples.suite.ts';
import { type SqliteStore, sqliteStore } from './sqlite-store.ts';
import { markVacuum } from './vacuum-mark.ts';

const threads = vi.hoisted(() => ({ available: true, started: 0 }));
vi.mock('node:worker_threads', async (original) => {
  const module = await original<typeof import('node:worker_threads')>();
  class Worker extends module.Worker {
    constructor(...given: ConstructorParameters<typeof module.Worker>) {
      if (!threads.available) throw new Error('no threads here');
      super(...given);
      threads.started += 1;
    }
  }
  return { ...module, Worker };
});

const folder = mkdtempSync(join(tmpdir(), 'everthread-'));
const secret = 'Xylophant';
let path: string;
let count = 0;
let store: SqliteStore;
let onStatement: (sql: string) => void;
const opened: { close(): unknown }[] = [];
const closing = <Closable extends { close(): unknown }>(closable: Closable): Closable => {
  opened.push(closable);
  return closable;
};
beforeEach(() => {
  path = join(folder, `${++count}.db`);
  threads.available = true;
  threads.started = 0;
  onStatement = () => undefined;
  store = closing(sqliteStore({ path, busyTimeoutMs: 50, onStatement: (sql) => onStatement(sql) }));
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A file of more than ten megabytes, in which message 3 will be forgotten. */
async function fill(): Promise<void> {
  await store.ensureThread({ threadId: 't', now: someTime });
  await store.append({ threadId: 't', messages: messages(5), now: someTime });
  const large = [edit(3, `${secret} in the drawer`), edit(4, 'x'.repeat(12_000_000))];
  await store.rewrite({ threadId: 't', changes: large, audit: audit('large'), now: later(1) });
  await store.vacuum();
  threads.started = 0;
}

async function forget(): Promise<void> {
  await store.rewrite({ threadId: 't', changes: [removal('forget', 3)], audit: audit('f'), now: later(2) });
  await store.vacuum();
}

const found = () => [path, `${path}-wal`].some((file) => readFileSync(file).includes(secret));

describe('a large file', () => {
  it('R-41 R-48 is rewritten while the event loop runs', async () => {
    await fill();
    expect(statSync(path).size).toBeGreaterThan(10_000_000);
    expect(found()).toBe(true);
    let turns = 0;
    const turn = () => {
      turns += 1;
      counting = setImmediate(turn);
    };
    let counting = setImmediate(turn);
    const seen: { sql: string; turns: number }[] = [];
    onStatement = (sql) => seen.push({ sql, turns });
    await forget();
    clearImmediate(counting);
    const at = seen.findIndex(({ sql }) => sql === 'vacuum');
    expect(seen[at + 1]!.turns - seen[at]!.turns).toBeGreaterThan(1);
    expect(threads.started).toBe(1);
    expect(found()).toBe(false);
    expect(await store.findDamage()).toEqual([]);
    expect(threads.started).toBe(2);
  });

  it('R-41 is rewritten in the same way if threads are not available', async () => {
    await fill();
    threads.available = false;
    await forget();
    expect(threads.started).toBe(0);
    expect(found()).toBe(false);
    expect(await store.findDamage()).toEqual([]);
    const other = closing(new DatabaseSync(path));
    expect(other.prepare("select * from store_values where key like '%vacuum%'").all()).toEqual([]);
  });

  it('R-62 is checked for damaged pages in a thread too', async () => {
    await fill();
    const other = closing(new DatabaseSync(path));
    other.exec('pragma foreign_keys = off; update tool_calls set thread_key = 9');
    other.exec(
      "insert into receipts (thread_key, number, id, created_at, from_seq, to_seq, body) values (9, 1, 'r', '', 1, 1, '')",
    );
    expect(await store.findDamage()).toEqual(['a row of receipts belongs to no row of threads']);
    expect(threads.started).toBe(1);
  });
});

describe('a database that another process vacuums', () => {
  const append = () => store.append({ threadId: 't', messages: [message('late')], now: later(3) });

  it('R-62 is waited for, however long it takes', async () => {
    await store.ensureThread({ threadId: 't', now: someTime });
    const other = closing(new DatabaseSync(path));
    other.exec(markVacuum(1_000));
    other.exec('begin immediate');
    // Ten times as long as this store waits for a lock.
    setTimeout(() => other.exec('commit'), 500);
    expect(await append()).toMatchObject({ added: 1 });
  });

  it('R-62 is not waited for beyond the time in the vacuum mark', async () => {
    await store.ensureThread({ threadId: 't', now: someTime });
    const other = closing(new DatabaseSync(path));
    vi.spyOn(Date, 'now').mockReturnValueOnce(someTime);
    other.exec(markVacuum(1_000));
    other.exec('begin immediate');
    await expect(append()).rejects.toMatchObject({
      code: 'store_failed',
      details: { sqlite: 'SQLITE_BUSY' },
    });
    other.exec('commit');
  });
});
