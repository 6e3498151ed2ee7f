import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { yieldToEventLoop } from '../../runtime.ts';
import { audit, edit, iso, later, message, someTime } from '../suite/samples.suite.ts';
import { type SqliteStore, sqliteStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'everthread-'));
let path: string;
let count = 0;
const opened: { close(): unknown }[] = [];
const closing = <Closable extends { close(): unknown }>(closable: Closable): Closable => {
  opened.push(closable);
  return closable;
};

let statements: string[];
let failAt: (sql: string) => boolean;
let store: SqliteStore;
beforeEach(() => {
  path = join(folder, `${++count}.db`);
  statements = [];
  failAt = () => false;
  const onStatement = (sql: string) => {
    statements.push(sql);
    if (failAt(sql)) throw new Error('the process ends here');
  };
  store = closing(sqliteStore({ path, onStatement }));
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const messageCount = 1_000;
const secret = 'Xylophant';

async function fill(threadId: string): Promise<void> {
  await store.ensureThread({ threadId, now: someTime });
  for (let start = 1; start <= messageCount; start += 100) {
    const added = Array.from({ length: 100 }, (_, index) =>
      message(`m${start + index}`, { parts: [{ type: 'text', text: `${secret} number ${start + index}` }] }),
    );
    await store.append({ threadId, messages: added, now: someTime });
  }
  await store.rewrite({ threadId, changes: [edit(2, `${secret}, again`)], audit: audit('a'), now: later(1) });
  const spent = { inputTokens: 1, outputTokens: 1, costUsd: 0, milliseconds: 1 };
  const failed = { model: 'm', rung: 'model', outcome: 'failed', detail: secret } as const;
  await store.recordCalls([{ threadId, at: iso(later(3)), ...failed, ...spent }]);
}

const tables = ['messages', 'tool_calls', 'derivations', 'summaries', 'receipts', 'audit_entries'];
function rowsLeft(): number {
  const other = new DatabaseSync(path, { readOnly: true });
  try {
    const counts = [...tables, 'message_terms_docsize', 'deleted_threads'].map(
      (table) => other.prepare(`select count(*) as n from ${table}`).get() as { n: number },
    );
    return counts.reduce((sum, { n }) => sum + n, 0);
  } finally {
    other.close();
  }
}

describe('deleting a thread', () => {
  it('R-41 R-48 removes it for everybody with the first commit, and clears its rows in bounded pieces', async () => {
    await fill('t');
    const other = closing(new DatabaseSync(path, { readOnly: true }));
    const messagesLeft = () => (other.prepare('select count(*) as n from messages').get() as { n: number }).n;
    const threads = () => (other.prepare('select count(*) as n from threads').get() as { n: number }).n;
    const pieces: number[] = [];
    let left = messagesLeft();
    let visible = 0;
    failAt = (sql) => {
      if (sql !== 'begin immediate') return false;
      const now = messagesLeft();
      pieces.push(left - now);
      left = now;
      // The first transaction has not begun yet.
      if (pieces.length > 1) visible += threads();
      return false;
    };
    expect(await store.deleteThread('t')).toBe(true);
    expect(visible).toBe(0);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(200);
    expect(pieces.length).toBeGreaterThan(messageCount / 200);
    expect(rowsLeft()).toBe(0);
    expect(await store.findDamage()).toEqual([]);
  });

  it('R-41 a thread that is being cleared is neither found nor listed', async () => {
    await fill('t');
    let begun = 0;
    failAt = (sql) => sql === 'begin immediate' && ++begun === 3;
    await expect(store.deleteThread('t')).rejects.toThrow('the process ends here');
    expect(rowsLeft()).toBeGreaterThan(500);
    const scope = { terms: [secret.toLowerCase()], limit: 10 };
    expect((await store.search.text([{ ...scope, threadIds: 'all' }]))[0]!.candidates).toEqual([]);
    expect(await store.listThreads({ limit: 10 })).toEqual([]);
    expect(await store.readMessages({ threadId: 't' })).toEqual([]);
    expect(await store.deleteThread('t')).toBe(false);
    // Rows that are not cleared yet are no damage.
    expect(await store.findDamage()).toEqual([]);
    // A new thread under the old id starts empty.
    expect(await store.ensureThread({ threadId: 't', now: later(5) })).toMatchObject({ messages: 0 });
    await store.append({ threadId: 't', messages: [message('m1')], now: later(5) });
    expect(await store.readMessages({ threadId: 't' })).toHaveLength(1);
  });

  it('R-41 if the process ends meanwhile, the next one clears the remaining rows and vacuums the file', async () => {
    await fill('t');
    let begun = 0;
    failAt = (sql) => sql === 'begin immediate' && ++begun === 3;
    await expect(store.deleteThread('t')).rejects.toThrow('the process ends here');
    await store.close();
    expect(readFileSync(path).includes(secret)).toBe(true);
    const next = closing(sqliteStore({ path }));
    await next.open();
    while (rowsLeft() > 0) await yieldToEventLoop();
    // Closing waits for the current work.
    await next.close();
    expect(readFileSync(path).includes(secret)).toBe(false);
    expect(await closing(sqliteStore({ path })).findDamage()).toEqual([]);
  });

  it('R-62 foreign keys are enforced again after a deletion of any size', async () => {
    const database = closing(new DatabaseSync(join(folder, `${++count}.db`)));
    const given = closing(sqliteStore({ database }));
    for (const threadId of ['a', 'b', 'c']) {
      await given.ensureThread({ threadId, now: someTime });
      await given.append({ threadId, messages: [message('m1')], now: someTime });
      expect(await given.deleteThread(threadId)).toBe(true);
      expect(database.prepare('pragma foreign_keys').get()).toEqual({ foreign_keys: 1 });
    }
    expect(database.prepare('select count(*) as n from messages').get()).toEqual({ n: 0 });
  });
});
