import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { threadHash } from '../../records/record-hash.ts';
import { yieldToEventLoop } from '../../runtime.ts';
import type { SearchScope } from '../../search-index.ts';
import { textTerms } from '../../text/terms.ts';
import { sqliteDialect } from '../sqlite/driver.ts';
import { sqliteFlags } from '../sqlite/sqlite-flags.ts';
import { sqliteStore } from '../sqlite/sqlite-store.ts';
import {
  answer,
  asStored,
  audit,
  codeOf,
  commitOf,
  iso,
  later,
  messages,
  receipt,
  someTime,
  summary,
} from '../suite/samples.suite.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations/migration.ts';
import { migrations } from './migrations.ts';
import type { Schema } from './schema.ts';

const firstSchema = readFileSync(new URL('./fixtures/schema-1.sql', import.meta.url), 'utf8');

function firstDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(firstSchema);
  return database;
}

function kyselyOver(handle: DatabaseSync, onStatement?: (text: string) => void): Kysely<Schema> {
  const dialect = sqliteDialect({
    handle,
    busyTimeoutMs: 0,
    onStatement,
    isOwn: true,
    close: () => undefined,
  });
  return new Kysely<Schema>({ dialect });
}

const run = (database: DatabaseSync, list?: readonly Migration[]) =>
  migrate({
    db: kyselyOver(database),
    dialect: sqliteFlags,
    location: 'the test',
    ...(list && { migrations: list }),
  });

const schemaOf = (database: DatabaseSync) =>
  database
    .prepare("select type, name, sql from sqlite_master where name not like 'sqlite_%' order by type, name")
    .all();

const applied = (database: DatabaseSync) =>
  database
    .prepare('select name from everthread_migrations order by rowid')
    .all()
    .map(({ name }) => name);

const extra: Migration = {
  name: '9999-extra',
  up: (db) => db.schema.createTable('extra').addColumn('id', 'integer').execute(),
};
const failing: Migration = {
  name: '9999-failing',
  up: async (db) => {
    await db.schema.createTable('half').addColumn('id', 'integer').execute();
    throw new Error('no');
  },
};

describe('migrations', () => {
  it('R-62 from blank, every migration is applied in order and recorded', async () => {
    const database = new DatabaseSync(':memory:');
    await run(database);
    expect(applied(database)).toEqual(migrations.map(({ name }) => name));
    const schema = schemaOf(database);
    await run(database);
    expect(schemaOf(database)).toEqual(schema);
  });

  it('R-62 a new database is made in one transaction, an old one is brought up to date step by step', async () => {
    const commitsOf = async (database: DatabaseSync) => {
      let commits = 0;
      const db = kyselyOver(database, (text) => {
        if (/^commit/iu.test(text)) commits += 1;
      });
      await migrate({ db, dialect: sqliteFlags, location: 'the test' });
      return commits;
    };
    expect(await commitsOf(new DatabaseSync(':memory:'))).toBe(1);
    expect(await commitsOf(firstDatabase())).toBe(migrations.length - 1);
  });

  it('R-62 the first migration still makes the schema that was released', async () => {
    const database = new DatabaseSync(':memory:');
    await run(database, migrations.slice(0, 1));
    expect(schemaOf(database)).toEqual(schemaOf(firstDatabase()));
  });

  it('R-62 from the first schema, the same schema comes out as from blank', async () => {
    const blank = new DatabaseSync(':memory:');
    await run(blank);
    const old = firstDatabase();
    await run(old);
    expect(schemaOf(old)).toEqual(schemaOf(blank));
  });

  it('R-62 a database of the first schema can be read and appended to', async () => {
    const store = sqliteStore({ database: firstDatabase() });
    expect(await store.readThread('t')).toMatchObject({
      messages: 11,
      tokens: 110,
      coveredTo: 5,
      tailTokens: 60,
      revision: 1,
      compactions: 1,
      settings: { budgetTokens: 4_000 },
      pins: [
        { text: 'Always answer in German.', seq: 3, at: iso(someTime), subject: 'language', revokedBy: 7 },
      ],
    });
    const messages = await store.readMessages({ threadId: 't' });
    expect(messages).toHaveLength(11);
    expect(messages[1]).toMatchObject({ parts: [], removed: 'deleted' });
    expect(messages[8]).toMatchObject({ parts: [{ text: 'other words' }], editedAt: iso(later(25)) });
    expect(await store.readAudit({ threadId: 't', limit: 5 })).toEqual([
      audit('a1', { at: iso(later(25)), from: 9, to: 9, before: 'text of m9' }),
    ]);
    expect(await store.readSummaries({ threadId: 't' })).toEqual([
      asStored(
        summary('s1', 1, 5, {
          // From a version before work records.
          work: undefined,
          edited: { at: iso(later(35)), version: 2 },
          pinned: true,
          kept: [{ text: 'by hand', from: 1, to: 2 }],
        }),
        { madeAt: 10, liveAt: 10 },
      ),
      asStored(summary('p1', 6, 8, { status: 'prepared', work: undefined }), { madeAt: 10 }),
    ]);
    expect(await store.readReceipts({ threadId: 't', limit: 5 })).toEqual([receipt('r1')]);
    expect(await store.usageSince({ at: iso(0) })).toMatchObject({ calls: 1, inputTokens: 60 });
    expect(await store.readValue('calibration')).toBe('{"ratio":1.1}');

    const added = await store.append({ threadId: 't', messages: [answer('r', 'a')], now: someTime });
    expect(added.messages).toMatchObject([{ seq: 12, unitStart: 11 }]);
    const lease = (await store.acquireLease({ threadId: 't', owner: 'w', now: someTime + 1e9, ttlMs: 1 }))!;
    const state = await store.commit(commitOf(lease, { revision: 1, activates: ['p1'], coverTo: 8 }));
    expect(state).toMatchObject({ coveredTo: 8, liveSummaries: 2 });
    const [activated] = await store.readSummaryHeads({ threadId: 't', ids: ['p1'] });
    expect(activated).toMatchObject({ madeAt: 10, liveAt: 12 });
  });

  it('R-62 R-73 R-74 a database of the first schema gets the view of conversations and the cache of answers', async () => {
    const database = firstDatabase();
    const store = sqliteStore({ database });
    const { revision } = (await store.readThread('t'))!;
    expect(database.prepare('select * from conversations').all()).toMatchObject([
      { id: 't', summary: 'what 1 to 5 said', last_summarized_msg_id: 'm5' },
    ]);
    const result = {
      text: 'kept',
      record: null,
      model: 'm',
      rung: 'model',
      promptVersion: '1',
      calls: [],
    } as const;
    const written = { threadId: 't', key: 'k', result: { ...result, calls: [] }, revision, now: someTime };
    await store.results.write(written);
    expect(await store.results.read({ threadId: 't', key: 'k' })).toEqual({ result, accounted: false });
    await store.close();
  });

  it('R-49 R-62 messages from before there was an index are found soon after opening', async () => {
    const store = sqliteStore({ database: firstDatabase() });
    const search = async (terms: string[], scope: Partial<SearchScope> = {}) =>
      (await store.search.text([{ threadIds: ['t'], terms, limit: 20, ...scope }]))[0]!;
    while ((await search(['text'])).candidates.length < 8) await yieldToEventLoop();
    const seqs = async (...query: Parameters<typeof search>) =>
      (await search(...query)).candidates.map(({ seq }) => seq).toSorted((first, second) => first - second);
    expect(await seqs(['text'])).toEqual([1, 3, 4, 5, 6, 7, 8, 10]);
    expect(await seqs(textTerms('other words'))).toEqual([9]);
    expect(await seqs(textTerms('look'), { tools: ['look'] })).toEqual([11]);
    expect(await store.search.unembedded({ model: 'mini', limit: 20 })).toHaveLength(10);
    await store.close();
  });

  it('R-49 an index with other terms is rebuilt, and an interrupted rebuild continues', async () => {
    const database = new DatabaseSync(':memory:');
    const before = sqliteStore({ database });
    await before.ensureThread({ threadId: 't', now: someTime });
    await before.append({ threadId: 't', messages: messages(1_000), now: someTime });
    await before.close();
    // The index as an earlier version would have left it: with other terms, and without the first messages.
    database.exec("update store_values set value = '\"0\"' where key = 'everthread.search-terms'");
    database.exec('delete from message_terms where rowid < (1 << 32) + 500');
    const stopped = sqliteStore({ database });
    await stopped.open();
    await stopped.close();
    const left = () =>
      database
        .prepare(
          'select sum(messages - next_seq + 1) as n from search_backlog join threads on key = thread_key',
        )
        .get();
    expect((left() as { n: number }).n).toBeGreaterThan(0);
    expect((left() as { n: number }).n).toBeLessThan(1_000);
    const again = sqliteStore({ database });
    await again.open();
    while ((left() as { n: number | null }).n !== null) await yieldToEventLoop();
    const [found] = await again.search.text([{ threadIds: ['t'], terms: ['text'], limit: 2_000 }]);
    expect(found!.candidates).toHaveLength(1_000);
    await again.close();
  });

  it('R-41 R-62 answers of the embedded chat from before origins existed are recognized', async () => {
    const database = new DatabaseSync(':memory:');
    await run(database, migrations.slice(0, 2));
    const row = database.prepare(
      `insert into messages values ((select key from threads), ?, ?, ?, '2026-01-01T00:00:00.000Z', 5, ?, ?, ?, null, null, ?)`,
    );
    database.exec(
      "insert into threads (id, created_at, updated_at, settings, fence, messages) values ('t', '', '', '{}', 0, 5)",
    );
    const said: [role: string, text: string, name?: string][] = [
      ['user', 'The code is kestrel-88.'],
      ['user', 'what is the code?'],
      [
        'assistant',
        'Quoted from this thread; no model is configured.\n\nMessage 1 (user, 2026-01-01):\n> The code is kestrel-88.',
        'everthread',
      ],
      ['user', 'The hall is green. What is the code?'],
      ['assistant', 'Nothing in this thread was found on that. (No model is configured.)', 'everthread'],
    ];
    for (const [index, [role, text, name]] of said.entries()) {
      const seq = index + 1;
      row.run(
        seq,
        `m${seq}`,
        role,
        `h${seq}`,
        seq,
        index * 5,
        JSON.stringify({ parts: [{ type: 'text', text }], name }),
      );
    }
    const store = sqliteStore({ database });
    const stored = await store.readMessages({ threadId: 't' });
    expect(stored.map(({ origin }) => origin)).toEqual([
      undefined,
      { kind: 'lookup', sources: [] },
      { kind: 'embedded-reply', sources: ['m1', 'm2'] },
      undefined,
      { kind: 'embedded-reply', sources: ['m4'] },
    ]);
    const change = { kind: 'forget', seq: 1, tokens: 0, hash: 'x' } as const;
    await store.rewrite({
      threadId: 't',
      changes: [change],
      audit: audit('f', { from: 1, to: 1 }),
      now: someTime,
    });
    const left = await store.readMessages({ threadId: 't' });
    expect(left.map(({ removed }) => removed !== undefined)).toEqual([true, false, true, false, false]);
    await store.close();
  });

  it('R-62 I-9 rows of the first schema get their hashes in the background', async () => {
    const database = firstDatabase();
    const store = sqliteStore({ database });
    const proof = await store.readThreadProof('t');
    const left = () => database.prepare('select count(*) as n from hash_backlog').get();
    while ((left() as { n: number }).n > 0) await yieldToEventLoop();
    const after = (await store.readThreadProof('t'))!;
    expect(after).toMatchObject({ state: proof!.state, awaitsHashes: false });
    expect(after.hash).toBe(threadHash(after.state, after.made));
    for (const of of ['messages', 'summaries', 'receipts', 'audit'] as const) {
      const proofs = await store.readHashes({ threadId: 't', of, limit: 50 });
      expect(proofs.length).toBeGreaterThan(0);
      for (const { hash } of proofs) expect(hash).toMatch(/^[0-9a-f]{64}$/u);
    }
    await store.close();
  });

  it('R-62 a migration added later is applied once, to the existing data', async () => {
    const database = firstDatabase();
    await run(database, [...migrations, extra]);
    await run(database, [...migrations, extra]);
    expect(applied(database).at(-1)).toBe('9999-extra');
    expect(database.prepare('select count(*) as n from messages').get()).toEqual({ n: 11 });
  });

  it('R-62 a migration that fails leaves nothing of itself', async () => {
    const database = firstDatabase();
    await run(database);
    const before = schemaOf(database);
    await expect(run(database, [...migrations, failing])).rejects.toThrow('no');
    expect(schemaOf(database)).toEqual(before);
    expect(applied(database)).not.toContain('9999-failing');
    await run(database, [...migrations, extra]);
    expect(applied(database)).toContain('9999-extra');
  });

  it('R-62 a database of a newer version is refused and not changed', async () => {
    const database = firstDatabase();
    await run(database, [...migrations, extra]);
    const before = schemaOf(database);
    const store = sqliteStore({ database });
    expect(await codeOf(store.open())).toBe('store_failed');
    await expect(store.open()).rejects.toThrow('newer version of Everthread');
    await expect(store.open()).rejects.toThrow('9999-extra');
    expect(schemaOf(database)).toEqual(before);
  });

  it('R-62 a new file that is opened many times at once is migrated once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'everthread-'));
    const stores = Array.from({ length: 6 }, () => sqliteStore({ path: join(folder, 'new.db') }));
    await Promise.all(stores.map((store) => store.open()));
    await Promise.all(stores.map((store) => store.ensureThread({ threadId: 't', now: someTime })));
    expect(await stores[0]!.listThreads({ limit: 5 })).toHaveLength(1);
    for (const store of stores) await store.close();
    const database = new DatabaseSync(join(folder, 'new.db'));
    expect(applied(database)).toEqual(migrations.map(({ name }) => name));
    database.close();
    rmSync(folder, { recursive: true });
  });

  it('R-62 names of migrations are never used twice', () => {
    expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
  });
});
