/** Tests of owners that need a file: query plans of lists, erased bytes, crashed processes, old databases. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEverthread } from '../../everthread.ts';
import { threadOrders } from '../../records/thread-list.ts';
import { audit, later, message, removal, someTime } from '../suite/samples.suite.ts';
import { sqliteStore } from './sqlite-store.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'everthread-'));
  path = join(folder, 'threads.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const holds = (word: string) =>
  [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(word));

describe('lists of threads', () => {
  it('R-71 a page is read from an index in order, for all threads and for one owner', async () => {
    const database = new DatabaseSync(':memory:');
    const used = new Set<string>();
    const store = sqliteStore({ database, onStatement: (sql) => used.add(sql) });
    await store.ensureThread({ threadId: 'a', now: someTime, details: { owner: 'ada', labels: ['x'] } });
    const [after] = await store.listThreads({ limit: 1 });
    used.clear();
    for (const order of threadOrders) {
      for (const owner of [{}, { owner: 'ada' }]) {
        await store.listThreads({ order, limit: 10, ...owner });
        await store.listThreads({ order, limit: 10, after: after!, ...owner });
      }
    }
    await store.listOwners({ limit: 10 });
    await store.profiles.unread({ limit: 10 });
    expect(used.size).toBeGreaterThanOrEqual(18);
    for (const sql of used) {
      const steps = database.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
      for (const { detail } of steps) {
        expect(detail, sql).not.toContain('TEMP B-TREE');
        expect(detail, sql).toMatch(/USING (?:COVERING )?INDEX|INTEGER PRIMARY KEY/u);
      }
    }
    used.clear();
    await store.listThreads({ order: 'updated', label: 'x', limit: 10 });
    const [labelled] = [...used];
    const steps = database.prepare(`explain query plan ${labelled}`).all() as { detail: string }[];
    expect(steps.some(({ detail }) => detail.includes('thread_labels_by_label'))).toBe(true);
    await store.close();
  });
});

describe('forgotten data', () => {
  it('R-69 R-41 titles and notes about an owner leave the bytes of the file with their message', async () => {
    const ever = createEverthread({ store: sqliteStore({ path }) });
    const thread = await ever.thread('t', { owner: 'ada' });
    await thread.append({ role: 'user', content: 'I live in Xylotown. Plan a trip to Xylotown' });
    await thread.append({ role: 'user', content: 'I work as a baker.' });
    expect((await thread.state()).title).toContain('Xylotown');
    expect(JSON.stringify(await ever.profile('ada'))).toContain('Xylotown');
    await thread.forget(1);
    expect(JSON.stringify(await ever.profile('ada'))).not.toContain('Xylotown');
    await ever.close();
    expect(holds('Xylotown')).toBe(false);
    expect(holds('baker')).toBe(true);
  });

  it('R-69 an owner is gone from the bytes of the file, with title, labels and corrections', async () => {
    const ever = createEverthread({ store: sqliteStore({ path }) });
    const thread = await ever.thread('t', { owner: 'Xyloada', title: 'Xylotitle', labels: ['Xylolabel'] });
    await thread.append({ role: 'user', content: 'I live in Xylotown.' });
    const [entry] = (await ever.profile('Xyloada')).entries;
    await ever.correctProfile({ owner: 'Xyloada', entryId: entry!.id, text: 'Lives in Xylocity' });
    await ever.profile('Xyloada');
    await ever.forgetOwner('Xyloada');
    await ever.close();
    expect(holds('Xylo')).toBe(false);
  });

  it('R-69 if the process ends half-way, either all of an owner is left or nothing, and the next one finishes', async () => {
    const fill = async () => {
      const store = sqliteStore({ path });
      for (const threadId of ['a', 'b', 'c']) {
        await store.ensureThread({ threadId, now: someTime, details: { owner: 'ada' } });
        const parts = [{ type: 'text' as const, text: 'Xylophone music' }];
        const said = Array.from({ length: 300 }, (_, index) => message(`m${index}`, { parts }));
        await store.append({ threadId, messages: said, now: someTime });
      }
      await store.close();
    };
    await fill();
    const counts = new Set<number>();
    let ended = false;
    for (let failAt = 1; !ended; failAt += 1) {
      let statements = 0;
      let armed = false;
      const dying = sqliteStore({
        path,
        onStatement: () => {
          statements += armed ? 1 : 0;
          if (statements === failAt) throw new Error('the process ends here');
        },
      });
      await dying.open();
      armed = true;
      ended = await dying.deleteOwner('ada').then(
        () => true,
        () => false,
      );
      armed = false;
      await dying.close().catch(() => undefined);
      const next = sqliteStore({ path });
      const left = await next.listThreads({ owner: 'ada', limit: 9 });
      counts.add(left.length);
      if (left.length === 0 && !ended) {
        // The thread rows are deleted; their dependent rows are cleared by the next process that opens the file.
        expect(await next.deleteOwner('ada')).toEqual({ threads: 0, messages: 0 });
        ended = true;
      }
      await next.close();
    }
    expect([...counts].sort()).toEqual([0, 3]);
    const last = sqliteStore({ path });
    await last.open();
    for (let round = 0; round < 200; round += 1) await new Promise((resolve) => setImmediate(resolve));
    await last.vacuum();
    await last.close();
    expect(holds('Xylophone')).toBe(false);
  });

  it('R-69 notes from a forgotten message are refused, even if the message was read before', async () => {
    const store = sqliteStore({ path });
    await store.ensureThread({ threadId: 't', now: someTime, details: { owner: 'ada' } });
    await store.append({ threadId: 't', messages: [message('m1')], now: someTime });
    const other = sqliteStore({ path });
    const { revision } = (await other.readThread('t'))!;
    await store.rewrite({ threadId: 't', changes: [removal('forget', 1)], audit: audit('a'), now: later(1) });
    const note = { kind: 'fact', subject: 'home', value: 'Xylotown', seq: 1, at: '', weight: 1 } as const;
    const late = { threadId: 't', revision, from: 1, to: 1, notes: [note], rules: [], now: later(2) };
    expect(await other.profiles.writeNotes(late)).toBe(false);
    await Promise.all([store.close(), other.close()]);
  });
});

describe('a database of an earlier version', () => {
  it('R-71 R-62 is marked as having threads without titles; a new one is not', async () => {
    const database = new DatabaseSync(':memory:');
    database.exec(readFileSync(new URL('../sql/fixtures/schema-1.sql', import.meta.url), 'utf8'));
    const old = sqliteStore({ database });
    expect(await old.readThread('t')).not.toHaveProperty('title');
    expect(await old.readValue('everthread.untitled')).toBe('waiting');
    const ever = createEverthread({ store: old });
    expect(await ever.threads({ order: 'title' })).toHaveLength(1);
    await ever.idle();
    await ever.close();
    const fresh = sqliteStore({ path });
    expect(await fresh.readValue('everthread.untitled')).toBeUndefined();
    await fresh.close();
  });

  it('R-71 its threads get titles in the background, once, without changing their times', async () => {
    const store = sqliteStore({ path });
    const text = (words: string) => ({ parts: [{ type: 'text' as const, text: words }] });
    await store.ensureThread({ threadId: 't', now: someTime });
    const said = [message('m1', text('Hi!')), message('m2', text('Plan a trip to Norway in May'))];
    await store.append({ threadId: 't', messages: said, now: someTime });
    await store.writeValue('everthread.untitled', 'waiting');
    const before = (await store.readThread('t'))!;
    const ever = createEverthread({ store });
    await ever.threads();
    await ever.idle();
    expect(await store.readThread('t')).toEqual({
      ...before,
      title: 'Plan a trip to Norway in May',
      titleFrom: 2,
    });
    expect(await store.readValue('everthread.untitled')).toBe('made');
    await ever.close();
  });
});
