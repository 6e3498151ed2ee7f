import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyStore } from '../../verify/verify-store.ts';
import { message, readRules, rule, someTime } from '../suite/samples.suite.ts';
import { useDatabaseFiles } from './database-files.suite.ts';
import { type SqliteStore, sqliteStore } from './sqlite-store.ts';

const { newPath, closing } = useDatabaseFiles();
const threadId = 't';
const now = someTime;
let path: string;
let store: SqliteStore;
let statements: string[];
let failing: RegExp | undefined;

beforeEach(async () => {
  path = newPath();
  statements = [];
  failing = undefined;
  const onStatement = (sql: string) => {
    statements.push(sql);
    if (failing?.test(sql)) throw new Error('out of order');
  };
  store = closing(sqliteStore({ path, onStatement }));
  await store.open();
  await store.ensureThread({ threadId, now });
});
const say = (where: SqliteStore, id: string, other: object = {}) =>
  where.append({ threadId, messages: [message(id)], now, ...other });
const other = () => closing(sqliteStore({ path }));
/** Read by a store that has written nothing. */
const asStored = async () => (await other().readThread(threadId))!;
const wholeRows = () => statements.filter((sql) => /^select \*.*from "threads"/u.test(sql));

describe('cached rows of threads', () => {
  it('R-48 the row of a thread is not read again if the previous append left it so', async () => {
    await say(store, 'first');
    statements = [];
    const { state } = await say(store, 'second');
    expect(await store.readThread(threadId)).toEqual(state);
    await say(store, 'third', { messages: [message('third'), message('fourth')] });
    expect(wholeRows()).toEqual([]);
    expect(await store.readThread(threadId)).toEqual(await asStored());
  });

  it('R-62 changes by other processes are noticed, and built on', async () => {
    const neighbour = other();
    await say(store, 'first');
    expect((await say(neighbour, 'second')).messages[0]!.seq).toBe(2);
    expect((await store.readThread(threadId))!.messages).toBe(2);
    await neighbour.updateSettings({ threadId, settings: { budgetTokens: 9_000 }, now });
    expect((await store.readThread(threadId))!.settings).toEqual({ budgetTokens: 9_000 });
    await neighbour.updateDetails({ threadId, details: { title: 'Boats', labels: ['water'] }, now });
    const { state, messages } = await say(store, 'third');
    expect(messages[0]!.seq).toBe(3);
    expect(state).toMatchObject({ messages: 3, title: 'Boats', labels: ['water'] });
    await neighbour.append({ threadId, messages: [rule('r', 'Always rhyme.')], pins: readRules, now });
    expect((await say(store, 'fifth')).state.pins).toMatchObject([{ text: 'Always rhyme.', seq: 4 }]);
    expect(await store.readThread(threadId)).toEqual(await asStored());
    expect((await verified()).damages).toEqual([]);
  });

  it('R-62 a thread that another process deleted and created again is not taken for the old one', async () => {
    await say(store, 'first');
    const neighbour = other();
    await neighbour.deleteThread(threadId);
    expect(await store.readThread(threadId)).toBeUndefined();
    await expect(say(store, 'second')).rejects.toMatchObject({ code: 'unknown_thread' });
    await neighbour.ensureThread({ threadId, now });
    await say(neighbour, 'first');
    expect((await say(store, 'second')).messages[0]!.seq).toBe(2);
    expect(await store.readThread(threadId)).toEqual(await asStored());
  });

  it('I-4 a transaction that was rolled back leaves nothing in the cache', async () => {
    await say(store, 'first');
    for (const statement of [/^update "threads"/u, /^commit/u]) {
      failing = statement;
      await expect(say(store, 'second')).rejects.toThrow();
      failing = undefined;
      expect((await store.readThread(threadId))!.messages).toBe(1);
      expect(await store.readThread(threadId)).toEqual(await asStored());
    }
    const { state, messages } = await say(store, 'second');
    expect(messages[0]).toMatchObject({ seq: 2, tokensBefore: 10 });
    expect(state).toEqual(await asStored());
    expect((await verified()).damages).toEqual([]);
  });

  it('R-48 changing a returned value does not change the cached one', async () => {
    const sent = { recalled: [], requests: 1, paid: 5, full: 9 };
    const { state } = await say(store, 'first', {
      messages: [rule('r', 'Always rhyme.')],
      pins: readRules,
      sent,
    });
    await store.updateSettings({ threadId, settings: { metadata: { like: ['boats'] } }, now });
    const expected = await asStored();
    const read = (await store.readThread(threadId))!;
    for (const own of [state, read, (await store.readThread(threadId))!]) {
      Object.assign(own.sent!, { requests: 77 }).recalled.push({ after: 1 } as never);
      own.pins[0]!.text = 'Never rhyme.';
      own.pins.length = 0;
      own.settings.metadata = {};
    }
    sent.requests = 88;
    expect(await store.readThread(threadId)).toEqual(expected);
    expect((await say(store, 'second')).state.sent).toEqual({ recalled: [], requests: 1, paid: 5, full: 9 });
  });

  it('R-62 damage of the row can still be found after later messages', async () => {
    await say(store, 'first');
    const database = new DatabaseSync(path);
    database.exec('update threads set summary_tokens = 7');
    database.close();
    await say(store, 'second');
    await say(other(), 'third');
    expect((await say(store, 'fourth')).messages[0]!.seq).toBe(4);
    expect((await verified()).damages.map(({ kind }) => kind)).toContain('record-hash');
  });
});

async function verified() {
  const steps = verifyStore({ store: other() });
  const damages = [];
  for (;;) {
    const { done, value } = await steps.next();
    if (done) return { damages, totals: value };
    damages.push(value);
  }
}
