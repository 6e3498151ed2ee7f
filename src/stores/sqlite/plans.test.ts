import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import {
  answer,
  audit,
  call,
  commitOf,
  edit,
  iso,
  leasedThread,
  message,
  messages,
  receipt,
  removal,
  someTime,
  summary,
} from '../suite/samples.suite.ts';
import { sqliteStore } from './sqlite-store.ts';

/** Runs everything a turn and a compaction do, and returns the statements used. */
async function usedStatements(): Promise<{ database: DatabaseSync; statements: string[] }> {
  const database = new DatabaseSync(':memory:');
  const used = new Set<string>();
  const recording = { on: false };
  const store = sqliteStore({ database, onStatement: (sql) => recording.on && used.add(sql) });
  const lease = await leasedThread(store, 20);
  recording.on = true;
  const threadId = 't';
  await store.ensureThread({ threadId, now: someTime });
  await store.readThread(threadId);
  await store.listThreads({ after: 'a', limit: 10 });
  await store.updateSettings({ threadId, settings: {}, now: someTime });
  await store.append({ threadId, messages: [message('n1'), call('n2', 'a')], fixedTokens: 1, now: someTime });
  await store.append({ threadId, messages: [answer('n3', 'a')], now: someTime });
  await store.append({ threadId, messages: messages(300, 'x'), now: someTime });
  for (const newestFirst of [false, true]) {
    for (const range of [{}, { from: 2 }, { to: 9 }, { from: 2, to: 9 }, { from: 2, to: 9, limit: 5 }]) {
      await store.readMessages({ threadId, newestFirst, ...range });
      await store.readMetas({ threadId, newestFirst, ...range });
    }
  }
  await store.findMessages({ threadId, ids: ['m1', 'm2'] });
  const ranges = [{}, { from: 1 }, { to: 9 }, { from: 1, to: 9 }, { from: 1, to: 9, limit: 5 }];
  for (const statuses of [undefined, ['live'], ['live', 'prepared']] as const) {
    for (const range of ranges) {
      await store.readSummaries({ threadId, ...(statuses && { statuses }), ...range });
      await store.readSummaryHeads({ threadId, ...(statuses && { statuses }), ...range });
    }
  }
  await store.readSummaries({ threadId, ids: ['s1'] });
  await store.readSummaryHeads({ threadId, ids: ['s1'], statuses: ['live'] });
  const held = (await store.renewLease({ lease, now: someTime, ttlMs: 60_000 }))!;
  const insert = [summary('s1', 1, 5), summary('p1', 6, 8, { status: 'prepared' })];
  await store.commit(
    commitOf(held, {
      insert,
      coverTo: 5,
      checkpoint: 20,
      receipt: receipt('r1', { segment: insert[0]!.segment }),
    }),
  );
  const replaces = ['s1'];
  const next = { revision: 1, insert: [summary('s2', 1, 5)], activates: ['p1'], replaces, coverTo: 8 };
  await store.commit(commitOf(held, next));
  await store.readReceipts({ threadId, limit: 5 });
  await store.readReceipts({ threadId, limit: 5, before: 'r1' });
  const changes = [edit(2, 'new'), removal('forget', 7), removal('delete', 9)];
  const reopened = { ...call('n2', 'b'), seq: 22, kind: 'edit', content: call('n2', 'b') } as const;
  await store.rewrite({ threadId, changes: [...changes, reopened], audit: audit('a1'), now: someTime });
  const entry = audit('a2', { action: 'pin-summary', summaryId: 's2' });
  await store.updateSummary({ threadId, summaryId: 's2', pinned: true, audit: entry, now: someTime });
  await store.rewrite({ threadId, changes: [removal('forget', 2)], audit: audit('a3'), now: someTime });
  await store.readAudit({ threadId, limit: 5 });
  await store.readAudit({ threadId, limit: 5, before: 'a1' });
  const spent = { inputTokens: 1, outputTokens: 1, costUsd: 0, milliseconds: 1 };
  const made = { model: 'm', rung: 'model', outcome: 'ok' } as const;
  await store.recordCalls([{ threadId, at: iso(someTime), ...made, ...spent }]);
  await store.usageSince({ at: iso(someTime) });
  await store.usageSince({ at: iso(someTime), threadId });
  await store.writeValue('key', 'value');
  await store.readValue('key');
  await store.releaseLease(held);
  await store.acquireLease({ threadId, owner: 'o', now: someTime, ttlMs: 1 });
  const scopes = [
    {},
    { roles: ['user'], tools: ['look'], after: iso(0), before: iso(someTime), upTo: 300 },
  ] as const;
  const vector = new Float32Array([1, 2]);
  // The first use of a model reads every thread, and rebuilding an index reads everything: once, and on request.
  recording.on = false;
  await store.search.unembedded({ model: 'mini', limit: 1 });
  recording.on = true;
  for (const message of await store.search.unembedded({ model: 'mini', limit: 50 })) {
    const embedded = [{ ...message, vectors: [vector] }];
    await store.search.writeVectors({ model: 'mini', messages: embedded });
  }
  await store.search.unembedded({ model: 'mini', limit: 50 });
  await store.rewrite({ threadId, changes: [edit(4, 'new')], audit: audit('a4'), now: someTime });
  await store.append({ threadId, messages: [message('n9')], now: someTime });
  for (const scope of scopes) {
    for (const threadIds of [[threadId], 'all'] as const) {
      // A search over all threads counts their messages. No turn does that.
      recording.on = threadIds !== 'all';
      const query = { threadIds, ...scope, terms: ['text', 'm1', 'look'], limit: 5 };
      const [found] = await store.search.text([query, query]);
      if (!('roles' in scope)) expect(found!.candidates).toHaveLength(5);
      await store.search.vectors({ threadIds, ...scope, model: 'mini', vector, limit: 5 });
    }
  }
  recording.on = true;
  await store.deleteThread(threadId);
  return { database, statements: [...used] };
}

describe('query plans', () => {
  it('R-48 no statement of a turn or a compaction scans a whole table', async () => {
    const { database, statements } = await usedStatements();
    const explained = statements.filter((sql) => /^\s*(select|insert|update|delete|with)/i.test(sql));
    expect(explained.length).toBeGreaterThan(40);
    const walks = explained.flatMap((sql) => {
      const steps = database.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
      return steps
        .map(({ detail }) => detail)
        .filter(
          (detail) =>
            detail.startsWith('SCAN') &&
            !/^SCAN (json_each|wanted|\(subquery-\d+\)$|CONSTANT ROW|\d+-ROW VALUES CLAUSE)/.test(detail) &&
            // The list of messages that wait to be indexed: only the next few are read.
            !/^SCAN search_backlog$/.test(detail) &&
            // Access to the full-text index by row or word is what it is made for.
            !/^SCAN message_terms VIRTUAL TABLE INDEX \d+:(=|M)/.test(detail),
        )
        .map((detail) => `${detail}: ${sql.slice(0, 200)}`);
    });
    expect(walks).toEqual([]);
  });

  it('R-48 messages are read from the index in order, without sorting', async () => {
    const { database, statements } = await usedStatements();
    const reading = statements.filter(
      (sql) => sql.includes('from "messages"') && sql.includes('order by "seq"'),
    );
    expect(reading.length).toBeGreaterThan(10);
    const sorting = reading.filter((sql) => {
      const steps = database.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
      return !sql.includes('json_each') && steps.some(({ detail }) => detail.includes('TEMP B-TREE'));
    });
    expect(sorting).toEqual([]);
  });

  it('R-48 an append uses as many statements on a long thread as on a short one', async () => {
    let count = 0;
    const store = sqliteStore({ path: ':memory:', onStatement: () => (count += 1) });
    await store.ensureThread({ threadId: 't', now: someTime });
    const statementsOf = async (id: string) => {
      count = 0;
      await store.append({ threadId: 't', messages: [call(id, id), answer(`${id}r`, id)], now: someTime });
      return count;
    };
    const short = await statementsOf('a');
    await store.append({ threadId: 't', messages: messages(5_000), now: someTime });
    expect(await statementsOf('b')).toBe(short);
    await store.close();
  });
});
