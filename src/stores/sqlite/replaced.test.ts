import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitOf, leasedThread, message, someTime, summary } from '../suite/samples.suite.ts';
import { type SqliteStore, sqliteStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'everthread-'));
let path: string;
let count = 0;
let store: SqliteStore;
beforeEach(() => {
  path = join(folder, `${++count}.db`);
  store = sqliteStore({ path });
});
afterEach(() => store.close());
afterAll(() => rmSync(folder, { recursive: true }));

const append = (id: string) => store.append({ threadId: 't', messages: [message(id)], now: someTime });

const ways: [string, () => void][] = [
  ['deleted', () => rmSync(path)],
  [
    'replaced by a copy',
    () => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
  [
    'replaced by something else',
    () => {
      writeFileSync(`${path}.other`, 'a letter');
      renameSync(`${path}.other`, path);
    },
  ],
  ['moved away', () => renameSync(path, `${path}.moved`)],
  ['robbed of its log', () => rmSync(`${path}-wal`)],
];

describe('a database under an open store', () => {
  it.each(ways)('R-62 that was %s takes no write, and says so', async (_name, replace) => {
    const lease = await leasedThread(store, 6);
    await append('before');
    replace();
    const commit = commitOf(lease, { insert: [summary('s1', 1, 3)], coverTo: 3, checkpoint: 6 });
    const writes = [
      append('a'),
      store.commit(commit),
      store.ensureThread({ threadId: 'new', now: someTime }),
      store.updateSettings({ threadId: 't', settings: { budgetTokens: 900 }, now: someTime }),
      store.acquireLease({ threadId: 't', owner: 'worker', now: someTime, ttlMs: 1 }),
      store.writeValue('key', 'value'),
    ];
    for (const result of await Promise.allSettled(writes)) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'store_failed',
          field: 'path',
          message: expect.stringContaining('deleted or replaced'),
        },
      });
    }
  });

  it('R-62 that was replaced during a write fails too', async () => {
    await store.close();
    let armed = false;
    store = sqliteStore({
      path,
      onStatement: (sql) => {
        if (armed && sql.startsWith('insert into "messages"')) rmSync(path);
      },
    });
    await leasedThread(store, 6);
    armed = true;
    await expect(append('a')).rejects.toMatchObject({ code: 'store_failed', field: 'path' });
    expect(await store.readMessages({ threadId: 't' })).toHaveLength(6);
  });

  it('R-62 that others vacuum, checkpoint and write keeps working', async () => {
    await leasedThread(store, 6);
    const other = sqliteStore({ path });
    await other.append({ threadId: 't', messages: [message('theirs')], now: someTime });
    await other.vacuum();
    await other.close();
    await store.vacuum();
    expect((await append('ours')).state.messages).toBe(8);
  });
});
