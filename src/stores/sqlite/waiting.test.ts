/** Messages wait to be indexed together (decision 0110): what that saves, and that searches do not notice. */
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { yieldToEventLoop } from '../../runtime.ts';
import type { Store } from '../../store.ts';
import { describeIndexUpkeep } from '../suite/index-upkeep.suite.ts';
import { describeOrigins } from '../suite/origins.suite.ts';
import { messages, someTime } from '../suite/samples.suite.ts';
import { describeSearch } from '../suite/search.suite.ts';
import { places, say, word } from '../suite/search-samples.suite.ts';
import { describeVectors } from '../suite/vectors.suite.ts';
import { useDatabaseFiles } from './database-files.suite.ts';
import { sqliteStore } from './sqlite-store.ts';

const { newPath, closing } = useDatabaseFiles();

/** Reads table sizes on another connection. */
function watch(path: string) {
  const database = closing(new DatabaseSync(path));
  const count = (table: string) =>
    (database.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n;
  return {
    database,
    indexed: () => count('message_terms_docsize'),
    threadsThatWait: () => count('search_backlog'),
  };
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await yieldToEventLoop();
}

describe('messages that wait to be indexed', () => {
  it('R-48 a message is stored without writing to the index, and still found', async () => {
    const path = newPath();
    const statements: string[] = [];
    const store = closing(sqliteStore({ path, onStatement: (sql) => statements.push(sql) }));
    await say(store, 't', 'the harbour');
    statements.length = 0;
    await say(store, 't', 'the garden');
    expect(statements.filter((sql) => /insert|update/.test(sql))).toHaveLength(2);
    expect(watch(path).indexed()).toBe(0);
    expect(await places(store, 'garden')).toEqual(['t2']);
    expect(await places(store, 'harbour', { threadIds: 'all' })).toEqual(['t1']);
  });

  it('R-49 enough of them are indexed together, even from different threads', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path }));
    const { indexed } = watch(path);
    for (let number = 0; number < 70; number += 1) {
      await say(store, number % 2 === 0 ? 't' : 'u', `harbour ${word(number)}`);
      if (number === 62) expect(indexed()).toBe(0);
    }
    await until(() => indexed() >= 64);
    expect(await places(store, word(3), { threadIds: 'all' })).toEqual(['u2']);
    expect(await places(store, word(68))).toEqual(['t35']);
  });

  it('R-48 a conversation writes to the index once for each batch, not with each message', async () => {
    const path = newPath();
    const statements: string[] = [];
    const store = closing(sqliteStore({ path, onStatement: (sql) => statements.push(sql) }));
    await store.open();
    const { indexed } = watch(path);
    for (let number = 0; number < 200; number += 1) {
      await say(store, 't', `harbour ${word(number)}`);
      // On a busy machine more messages would come meanwhile, and be a batch of their own.
      if ((number + 1) % 64 === 0) await until(() => indexed() === number + 1);
    }
    expect(statements.filter((sql) => /insert into message_terms/.test(sql)).length).toBeLessThan(5);
    expect(await places(store, word(199))).toEqual(['t200']);
  });

  it('R-49 an append as large as a batch is indexed at once, with the messages that waited before it', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path }));
    await say(store, 't', 'the harbour', 'the garden');
    const { indexed, threadsThatWait } = watch(path);
    expect([indexed(), threadsThatWait()]).toEqual([0, 1]);
    await store.append({ threadId: 't', messages: messages(40), now: someTime });
    expect([indexed(), threadsThatWait()]).toEqual([42, 0]);
    expect(await places(store, 'harbour garden')).toEqual(['t1', 't2']);
  });

  it('R-49 messages that a process left waiting are found by the next one, even a read-only one', async () => {
    const path = newPath();
    const left = closing(sqliteStore({ path }));
    await say(left, 't', 'the harbour');
    const reader = closing(sqliteStore({ path, readOnly: true }));
    expect(await places(reader, 'harbour')).toEqual(['t1']);
    const next = closing(sqliteStore({ path }));
    await say(next, 't', 'another harbour');
    for (const store of [left, reader, next])
      expect(await places(store, 'harbour', { threadIds: 'all' })).toEqual(['t1', 't2']);
    expect(await reader.search.listed({ threadId: 't', from: 1, limit: 9 })).toEqual([1, 2]);
  });

  it('R-49 more messages than a search reads are indexed when the database is opened', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path }));
    await store.ensureThread({ threadId: 't', now: someTime });
    await store.append({ threadId: 't', messages: messages(600), now: someTime });
    const { database, indexed, threadsThatWait } = watch(path);
    database.exec("insert into message_terms (message_terms) values ('delete-all')");
    database.exec('insert into search_backlog select key, 1 from threads');
    expect(await store.search.listed({ threadId: 't', from: 1, limit: 9 })).toBeUndefined();
    await closing(sqliteStore({ path })).open();
    await until(() => threadsThatWait() === 0);
    expect(indexed()).toBe(600);
  });

  it('R-62 a damaged message that waits does not hide others, before or after indexing', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path }));
    await say(store, 't', 'the harbour', 'the garden', 'a harbour');
    watch(path).database.exec("update messages set content = '{' where seq = 1");
    expect(await places(store, 'harbour')).toEqual(['t3']);
    await store.search.rebuild();
    expect(await places(store, 'harbour')).toEqual(['t3']);
  });
});

describe('an index without waiting messages', () => {
  let current: Store;
  beforeEach(async () => {
    const store = sqliteStore({ path: ':memory:' });
    current = {
      ...store,
      async append(options) {
        const appended = await store.append(options);
        await store.search.rebuild();
        return appended;
      },
    };
    await current.open();
  });
  afterEach(() => current.close());
  const context = { store: () => current };
  describe('search', () => describeSearch(context));
  describe('search index', () => describeIndexUpkeep(context));
  describe('origins', () => describeOrigins(context));
  describe('vectors', () => describeVectors(context));
});
