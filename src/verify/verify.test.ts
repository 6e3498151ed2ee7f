import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EverthreadError } from '../errors.ts';
import type { Message } from '../message/message.ts';
import { sourceHashOf } from '../records/source-hash.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { Store } from '../store.ts';
import { memoryStore } from '../stores/memory/memory.ts';
import { useDatabaseFiles } from '../stores/sqlite/database-files.suite.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import {
  answer,
  audit,
  call,
  codeOf,
  commitOf,
  edit,
  later,
  leasedThread,
  message,
  messages,
  readRules,
  receipt,
  removal,
  rule,
  someTime,
  summary,
} from '../stores/suite/samples.suite.ts';
import { maxDamagesPerThread } from './damage.ts';
import { type VerifyOptions, type VerifyTotals, verifyStore } from './verify-store.ts';

const { folder, newPath, closing } = useDatabaseFiles();
let path: string;
beforeEach(() => {
  path = newPath();
});

/** A summary whose hash follows from its sources, like one made by a compaction. */
async function made(
  store: Store,
  id: string,
  range: { from: number; to: number; readFrom?: number | null },
  other: Partial<SummaryRecord> = {},
): Promise<SummaryRecord> {
  const { from, to, readFrom = from } = range;
  const log = await store.readMessages({ threadId: 't' });
  const folded = await Promise.all(
    (other.sourceIds ?? []).map(
      async (one) => (await store.readSummaries({ threadId: 't', ids: [one] }))[0]!.sourceHash,
    ),
  );
  const read: Message[] = readFrom === null ? [] : log.slice(readFrom - 1, to);
  return summary(id, from, to, {
    startMessageId: log[from - 1]!.id,
    endMessageId: log[to - 1]!.id,
    readFrom,
    readTo: readFrom === null ? null : to,
    sourceHash: sourceHashOf({ summaries: folded, messages: read.map(({ hash }) => hash) }),
    ...other,
  });
}

/**
 * 24 messages with tool calls, live s3 1–8 (folded from s1 and s2) and s4 9–12, prepared p1 13–14 and p2 15–16,
 * a partial result, edited, forgotten and deleted messages, and a summary made after the edit.
 */
async function fill(store: Store): Promise<void> {
  const lease = await leasedThread(store, 20);
  await store.append({
    threadId: 't',
    messages: [call('c', 'a', 'b'), answer('r1', 'a'), answer('r2', 'b'), rule('last', 'Always.')],
    pins: readRules,
    now: later(1),
  });
  const commit = async (other: Parameters<typeof commitOf>[1]) => {
    const { revision } = (await store.readThread('t'))!;
    await store.commit(commitOf(lease, { revision, coverTo: 8, checkpoint: 20, ...other }));
  };
  const first = [await made(store, 's1', { from: 1, to: 4 }), await made(store, 's2', { from: 5, to: 8 })];
  await commit({ insert: first, receipt: receipt('r1', { summaryIds: ['s1', 's2'] }) });
  const sourceIds = ['s1', 's2'];
  const kept = [{ text: 'by hand', from: 1, to: 4 }];
  const joined = { sourceIds, parentId: 's2', kept };
  const folded = await made(store, 's3', { from: 1, to: 8, readFrom: null }, joined);
  await commit({
    insert: [folded],
    replaces: sourceIds,
    receipt: receipt('r2', { summaryIds: ['s3'], replacedIds: sourceIds }),
  });
  await commit({
    insert: [
      await made(store, 's4', { from: 9, to: 12 }),
      await made(store, 'p1', { from: 13, to: 14 }, { status: 'prepared' }),
      await made(store, 'p2', { from: 15, to: 16 }, { status: 'prepared' }),
      await made(store, 'x', { from: 1, to: 16 }, { status: 'partial' }),
    ],
    coverTo: 12,
    receipt: receipt('r3', { summaryIds: ['s4'] }),
  });
  const rewrite = (id: string, ...changes: Parameters<Store['rewrite']>[0]['changes']) =>
    store.rewrite({ threadId: 't', changes, audit: audit(id), now: later(2) });
  await rewrite('a1', edit(10, 'other words', 33), removal('forget', 20));
  await commit({ insert: [await made(store, 's5', { from: 9, to: 12 })], replaces: ['s4'], coverTo: 12 });
  await rewrite('a2', removal('delete', 2));
  await store.append({ threadId: 't', messages: [message('after', { tokens: 7 })], now: later(3) });
}

async function verified(options: VerifyOptions) {
  const damages = [];
  const found = verifyStore(options);
  for (;;) {
    const { value, done } = await found.next();
    if (done) return { damages, totals: value };
    damages.push(value);
  }
}

const kindsOf = async (store: Store) => {
  const { damages } = await verified({ store });
  return damages.map(({ kind, where }) => `${kind}: ${where}`);
};

describe('a healthy store', () => {
  it.each([
    ['memory', () => memoryStore()],
    ['sqlite', () => sqliteStore({ path })],
  ])('I-9 %s: has no damage, with edits, removals and folded summaries in it', async (_name, make) => {
    const store = closing(make());
    await fill(store);
    await store.ensureThread({ threadId: 'empty', now: someTime });
    await store.ensureThread({ threadId: 'long', now: someTime });
    await store.append({ threadId: 'long', messages: messages(1_300), now: someTime });
    const seen: (VerifyTotals & { threadId: string })[] = [];
    const { damages, totals } = await verified({ store, onProgress: (progress) => seen.push(progress) });
    expect(damages).toEqual([]);
    expect(totals).toEqual({ threads: 3, messages: 1_325, summaries: 8, damages: 0, unhashed: 0 });
    expect(seen.at(-1)).toEqual({ ...totals, threadId: 't' });
    const counts = seen.map(({ messages: count }) => count);
    expect(counts).toEqual(counts.toSorted((first, second) => first - second));
    expect(new Set(counts).size).toBeGreaterThan(3);
  });

  it('R-58 one thread can be checked alone, and an unknown one is named', async () => {
    const store = closing(memoryStore());
    await fill(store);
    await store.ensureThread({ threadId: 'other', now: someTime });
    const { totals } = await verified({ store, threadId: 't' });
    expect(totals).toMatchObject({ threads: 1, messages: 25 });
    expect(await codeOf(verified({ store, threadId: 'nobody' }))).toBe('unknown_thread');
  });

  it('R-58 a thread that changes during the check is not reported as damaged', async () => {
    const store = closing(memoryStore());
    await fill(store);
    let turns = 0;
    const busy: Store = {
      ...store,
      async readMetas(range) {
        turns += 1;
        if (turns === 1) {
          await store.append({ threadId: 't', messages: messages(3, 'new'), now: later(4) });
          const changes = [edit(24, 'changed meanwhile', 99)];
          await store.rewrite({ threadId: 't', changes, audit: audit('busy'), now: later(4) });
        }
        return store.readMetas(range);
      },
    };
    expect((await verified({ store: busy })).damages).toEqual([]);
    expect(turns).toBeGreaterThan(1);
  });
});

/** Damage made with SQL, and the findings. */
const damages: [string, string, string[]][] = [
  [
    'changed words',
    `update messages set content = '{"parts":[{"type":"text","text":"never said"}]}' where seq = 3`,
    ['message-hash: message 3'],
  ],
  ['a changed role', "update messages set role = 'assistant' where seq = 6", ['message-hash: message 6']],
  [
    'changed words under a hash that fits',
    `update messages set hash = '6e1ef0a2', removed = 'forgotten', content = '{"parts":[]}' where seq = 7`,
    ['source-hash: summary s2', 'search-index: message 7'],
  ],
  [
    'messages that the search index lacks',
    'delete from message_terms where rowid in ((1 << 32) + 5, (1 << 32) + 9, (1 << 32) + 10)',
    ['search-index: message 5', 'search-index: messages 9 to 10'],
  ],
  [
    'a message that only the search index holds',
    "insert into message_terms (rowid, terms) values ((1 << 32) + 99, 'word')",
    ['search-index: message 99'],
  ],
  [
    'a search index that holds other words',
    "delete from message_terms where rowid = (1 << 32) + 1; insert into message_terms (rowid, terms) values ((1 << 32) + 1, 'word')",
    ['search-index: message 1'],
  ],
  [
    'content that cannot be read',
    `update messages set content = '{"parts":[sec' where seq = 5`,
    ['unreadable: message 5'],
  ],
  [
    'content of a removed message',
    `update messages set content = '{"parts":[{"type":"text","text":"still here"}]}' where seq = 20`,
    ['removed-content: message 20'],
  ],
  ['a lost message', 'delete from messages where seq = 3', ['missing-message: message 3']],
  [
    'lost messages at the end',
    'delete from messages where seq in (24, 25)',
    ['missing-message: messages 24 to 25'],
  ],
  [
    'a row that counts too few messages',
    'update threads set messages = 24',
    ['counter: row', 'counter: row', 'counter: row'],
  ],
  ['wrong tokens in the row', 'update threads set tokens = tokens + 1', ['counter: row']],
  ['wrong tail tokens', 'update threads set tail_tokens = 0', ['counter: row']],
  ['wrong summary tokens', 'update threads set summary_tokens = 3', ['counter: row']],
  ['a wrong number of summaries', 'update threads set live_summaries = 9', ['counter: row']],
  ['wrong coverage', 'update threads set covered_to = 11', ['counter: row', 'counter: row']],
  ['a checkpoint in the future', 'update threads set checkpoint = 99', ['counter: row']],
  ['settings that cannot be read', `update threads set settings = '{' where id = 't'`, ['unreadable: row']],
  ['tokens before', 'update messages set tokens_before = 5 where seq = 2', ['tokens-before: message 2']],
  [
    'a unit that starts later',
    'update messages set unit_start = 24 where seq = 23',
    ['unit-start: message 23'],
  ],
  ['a unit in a unit', 'update messages set unit_start = 22 where seq = 23', ['unit-start: message 23']],
  [
    'a unit of what answers nothing',
    'update messages set unit_start = 4 where seq = 5',
    ['unit-start: message 5'],
  ],
  [
    'a lost live summary',
    "delete from summaries where id = 's5'",
    ['tiling: summary p1', 'counter: row', 'counter: row', 'counter: row'],
  ],
  [
    'summaries that overlap',
    "update summaries set status = 'live' where id = 's2'",
    ['summary-moments: summary s2', 'tiling: summary s2', 'counter: row', 'counter: row'],
  ],
  [
    'a gap in the prepared ones',
    "update summaries set status = 'replaced' where id = 'p1'",
    ['summary-moments: summary p1', 'tiling: summary p2'],
  ],
  [
    'another source hash',
    "update summaries set source_hash = 'no' where id = 'p2'",
    ['source-hash: summary p2'],
  ],
  [
    'a source that is gone',
    "delete from summaries where id = 's1'",
    ['missing-summary: summary s3', 'missing-summary: receipt r2', 'missing-summary: receipt r1'],
  ],
  [
    'a parent that is gone',
    "update summaries set parent_id = 'nobody' where id = 's5'",
    ['missing-summary: summary s5'],
  ],
  [
    'sources that do not reach',
    `update summaries set source_ids = '["s1"]' where id = 's3'`,
    ['summary-range: summary s3', 'source-hash: summary s3'],
  ],
  ['a range past the log', "update summaries set to_seq = 99 where id = 'p2'", ['summary-range: summary p2']],
  [
    'a wrong number of covered messages',
    "update summaries set messages_covered = 1 where id = 's5'",
    ['summary-range: summary s5'],
  ],
  [
    'a live summary that was never shown',
    "update summaries set live_at = null where id = 's5'",
    ['summary-moments: summary s5'],
  ],
  [
    'a summary that was never made',
    "update summaries set made_at = null where id = 'p1'",
    ['summary-moments: summary p1'],
  ],
  [
    'a summary replaced before it was shown',
    "update summaries set replaced_at = 3 where id = 's4'",
    ['summary-moments: summary s4'],
  ],
  [
    'a summary shown before it was made',
    "update summaries set live_at = 3 where id = 's5'",
    ['summary-moments: summary s5'],
  ],
  ['rules that cannot be read', `update threads set pins = '[' where id = 't'`, ['unreadable: row']],
  [
    'another first message',
    "update summaries set start_message_id = 'm3' where id = 's5'",
    ['summary-ends: summary s5'],
  ],
  [
    'another last message',
    "update summaries set end_message_id = 'm3' where id = 's5'",
    ['summary-ends: summary s5'],
  ],
  [
    'a summary that cannot be read',
    "update summaries set body = '{' where id = 'p1'",
    ['unreadable: summary p1'],
  ],
  [
    'summary sources that cannot be read',
    "update summaries set source_ids = '[' where id = 'p1'",
    ['unreadable: summaries'],
  ],
  [
    'a receipt that cannot be read',
    "update receipts set body = '' where id = 'r2'",
    ['unreadable: receipt r2'],
  ],
  [
    'a receipt of a summary that is gone',
    `update receipts set body = replace(body, '"s4"', '"s9"') where id = 'r3'`,
    ['missing-summary: receipt r3'],
  ],
  [
    'an audit entry that cannot be read',
    "update audit_entries set note = '\"' where id = 'a1'",
    ['unreadable: audit entry a1'],
  ],
];

/** Damage that only record hashes detect. */
const unproved: [string, string, string][] = [
  ['a changed summary text', "update summaries set text = 'lies' where id = 's5'", 'record-hash: summary s5'],
  [
    'a changed ledger',
    "update summaries set body = replace(body, '/etc/hosts', '/etc/guests') where id = 's5'",
    'record-hash: summary s5',
  ],
  ['a person’s mark', "update summaries set pinned = 1 where id = 's5'", 'record-hash: summary s5'],
  [
    'when a summary was made',
    "update summaries set created_at = '2020' where id = 's1'",
    'record-hash: summary s1',
  ],
  [
    'when a message was said',
    "update messages set created_at = '2020-01-01T00:00:00.000Z' where seq = 3",
    'record-hash: message 3',
  ],
  [
    'when a message was edited',
    'update messages set edited_at = null where seq = 10',
    'record-hash: message 10',
  ],
  ['the id of a message', "update messages set id = 'other' where seq = 17", 'record-hash: message 17'],
  ['a changed rule', "update threads set pins = '[]'", "record-hash: the thread's row"],
  [
    'a changed setting',
    `update threads set settings = '{"strategy":{"name":"session","deleteOriginals":true}}'`,
    "record-hash: the thread's row",
  ],
  ['a changed counter', 'update threads set compactions = 77', "record-hash: the thread's row"],
  ['a changed time', "update threads set updated_at = '2030'", "record-hash: the thread's row"],
  [
    'a changed receipt',
    `update receipts set body = replace(body, '"calls":1', '"calls":0') where id = 'r2'`,
    'record-hash: receipt r2',
  ],
  [
    'when a receipt was written',
    "update receipts set created_at = '2020' where id = 'r2'",
    'record-hash: receipt r2',
  ],
  ['a lost receipt', "delete from receipts where id = 'r2'", 'missing-record: receipt 2'],
  ['the last receipt', "delete from receipts where id = 'r3'", 'missing-record: receipt 3'],
  [
    'a changed audit entry',
    "update audit_entries set action = 'forget' where id = 'a2'",
    'record-hash: audit entry a2',
  ],
  ['a lost audit entry', "delete from audit_entries where id = 'a1'", 'missing-record: audit entry 1'],
  ['a lost partial result', "delete from summaries where id = 'x'", 'missing-record: summary 7'],
];

const jsonColumns: [string, string, string][] = [
  ['messages', 'content', 'm5'],
  ['summaries', 'body', 's5'],
  ['summaries', 'source_ids', 's3'],
  ['receipts', 'body', 'r2'],
  ['audit_entries', 'note', 'a1'],
  ['audit_entries', 'before', 'a1'],
  ['threads', 'pins', 't'],
  ['threads', 'settings', 't'],
];

describe('a damaged store', () => {
  const healthy = join(folder, 'healthy.db');
  beforeAll(async () => {
    const store = sqliteStore({ path: healthy });
    await fill(store);
    // Waiting messages are only in the log, where the index cannot be damaged.
    await store.search.rebuild();
    await store.close();
  });

  async function damaged(sql: string): Promise<Store> {
    copyFileSync(healthy, path);
    const broken = closing(new DatabaseSync(path));
    broken.exec(sql);
    return sqliteStore({ database: broken });
  }

  it.each(damages)('R-62 found: %s', async (_name, sql, expected) => {
    const store = await damaged(sql);
    const { damages: found, totals } = await verified({ store });
    // Hashes detect most of these changes; this compares the other findings.
    const beyond = found.filter(({ kind }) => kind !== 'record-hash' && kind !== 'missing-record');
    expect(beyond.map(({ kind, where }) => `${kind}: ${where}`)).toEqual(expected);
    expect(totals).toMatchObject({ threads: 1, damages: found.length });
    for (const { threadId, message: says } of found) {
      expect(threadId).toBe('t');
      expect(says).toMatch(/^[A-Z].*\.$/);
      expect(says).not.toMatch(/never said|still here|text of|what \d/);
    }
  });

  it.each(unproved)('I-9 found by its hash: %s', async (_name, sql, expected) => {
    const store = await damaged(sql);
    const { damages: found } = await verified({ store });
    expect(found.map(({ kind, where }) => `${kind}: ${where}`)).toEqual([expected]);
    for (const { message: says } of found) expect(says).toMatch(/^[A-Z].*\.$/);
  });

  it.each(jsonColumns)('R-62 %s of %s that holds anything else is named', async (table, column, id) => {
    for (const value of ['null', '{', '', '7', '"x"', '[null]', '[[]]', '{"parts":[null]}', 'true']) {
      const store = await damaged(`update ${table} set ${column} = '${value}' where id = '${id}'`);
      const { damages: found } = await verified({ store });
      expect({ value, damages: found.length }).not.toEqual({ value, damages: 0 });
      expect(found.map(({ where }) => where).join()).toMatch(/row|message|summar|receipt|audit/);
    }
  });

  it('I-9 damage is not covered up by what is written later', async () => {
    const store = await damaged(
      "update threads set pins = '[]'; update summaries set text = 'other' where id = 's5'",
    );
    const before = await kindsOf(store);
    await store.append({ threadId: 't', messages: messages(2, 'later'), now: later(5) });
    const lease = (await store.acquireLease({ threadId: 't', owner: 'w', now: later(9_999), ttlMs: 1 }))!;
    const { revision } = (await store.readThread('t'))!;
    const fresh = await made(store, 's6', { from: 9, to: 12 });
    await store.commit(commitOf(lease, { revision, insert: [fresh], replaces: ['s5'], coverTo: 12 }));
    expect(await kindsOf(store)).toEqual(before);
    expect(before).toEqual(["record-hash: the thread's row", 'record-hash: summary s5']);
  });

  it('R-62 rows of an earlier version are counted until they have their hashes', async () => {
    copyFileSync(healthy, path);
    const database = closing(new DatabaseSync(path));
    const tables = ['threads', 'messages', 'summaries', 'receipts', 'audit_entries'];
    for (const table of tables) {
      database.exec(
        `update ${table} set record_hash = null; insert into hash_backlog (table_name) values ('${table}')`,
      );
    }
    const left = () => (database.prepare('select count(*) as n from hash_backlog').get() as { n: number }).n;
    // A read-only store hashes no rows.
    const reading = sqliteStore({ path, readOnly: true });
    expect(await reading.readThreadProof('t')).toMatchObject({ hash: null, awaitsHashes: true });
    const { damages: found, totals } = await verified({ store: reading });
    expect(found).toEqual([]);
    expect(totals.unhashed).toBeGreaterThan(0);
    await reading.close();
    const store = sqliteStore({ database });
    await store.open();
    while (left() > 0) await new Promise((next) => setImmediate(next));
    expect((await verified({ store })).totals).toMatchObject({ damages: 0, unhashed: 0 });
    database.exec('update messages set record_hash = null where seq = 4');
    expect(await kindsOf(store)).toEqual(['record-hash: message 4']);
    await store.close();
  });

  it('R-49 a damaged search index is rebuilt from the log', async () => {
    const store = await damaged('delete from message_terms');
    const { damages: found } = await verified({ store });
    expect(found.length).toBeGreaterThan(0);
    for (const { kind, message: says } of found) {
      expect(kind).toBe('search-index');
      expect(says).toContain('everthread reindex');
    }
    await store.search.rebuild();
    expect(await kindsOf(store)).toEqual([]);
  });

  it('R-62 damage in one thread does not keep others from being checked', async () => {
    const store = await damaged(`update threads set settings = '{' where id = 't'`);
    for (const threadId of ['a', 'z']) {
      await store.ensureThread({ threadId, now: someTime });
      await store.append({ threadId, messages: messages(2), now: someTime });
    }
    const { damages: found, totals } = await verified({ store });
    expect(found.map(({ threadId, kind }) => [threadId, kind])).toEqual([['t', 'unreadable']]);
    expect(totals).toMatchObject({ threads: 3, messages: 4 });
  });

  it('R-58 unreadable requests and profiles of owners are reported', async () => {
    const store = await damaged(
      `insert into requests (thread_key, at, seq, ratio, tokens, history_tokens, summary_ids, prepared_ids)
        select key, '2026-01-01T00:00:00.000Z', 3, 1, 10, 10, '[', '[]' from threads where id = 't'`,
    );
    await store.ensureThread({ threadId: 'own', now: someTime });
    await store.updateDetails({ threadId: 'own', details: { owner: 'ada' }, now: someTime });
    expect(await kindsOf(store)).toEqual(['unreadable: requests']);
    expect(await codeOf(store.readRequests({ threadId: 't', limit: 1 }))).toBe('store_corrupt');
    const database = closing(new DatabaseSync(path));
    database.exec(
      `insert into profiles (owner, version, outdated, corrections, body) values ('ada', 1, 0, '[', '{}')
        on conflict (owner) do update set corrections = '['`,
    );
    expect(await kindsOf(store)).toEqual(['unreadable: requests', 'unreadable: profile of "ada"']);
  });

  it('R-62 damage is listed up to a limit', async () => {
    const database = closing(new DatabaseSync(path));
    const store = sqliteStore({ database });
    await store.ensureThread({ threadId: 't', now: someTime });
    await store.append({ threadId: 't', messages: messages(3_000), now: someTime });
    database.exec("update messages set hash = 'none'");
    const { damages: found } = await verified({ store });
    expect(found).toHaveLength(maxDamagesPerThread + 1);
    expect(found.at(-1)).toMatchObject({ kind: 'more' });
  });

  it('R-62 damage of the file itself is reported, not thrown', async () => {
    const store = await damaged('delete from messages where seq = 1000');
    const failing: Store = {
      ...store,
      readMetas: async () => {
        throw new EverthreadError({ code: 'store_corrupt', message: 'The database is damaged.' });
      },
    };
    expect(await kindsOf(failing)).toEqual(['unreadable: messages', 'unreadable: search index']);
  });

  it('R-62 other failures are thrown as they are', async () => {
    const store = closing(memoryStore());
    await fill(store);
    const failing: Store = { ...store, readReceipts: () => Promise.reject(new Error('no disk')) };
    await expect(verified({ store: failing })).rejects.toThrow('no disk');
  });
});
