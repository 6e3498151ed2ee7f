import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageContent } from '../../message/message.ts';
import { quantize } from '../../search/vectors.ts';
import type { UpdatePins } from '../../store.ts';
import {
  audit,
  call,
  commitOf,
  edit,
  iso,
  later,
  message,
  receipt,
  removal,
  someTime,
  summary,
} from '../suite/samples.suite.ts';
import { type SqliteStore, sqliteStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'everthread-'));
let path: string;
let count = 0;
let store: SqliteStore;
const opened: { close(): unknown }[] = [];
const closing = <Closable extends { close(): unknown }>(closable: Closable): Closable => {
  opened.push(closable);
  return closable;
};

beforeEach(() => {
  path = join(folder, `${++count}.db`);
  store = closing(sqliteStore({ path, busyTimeoutMs: 50 }));
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** ASCII words look the same in every encoding; the whole sentence is searched for both as it is and as JSON. */
const word = (what: string) => `Xylo${what}phant`;
const sentence = (what: string) => `The “${word(what)}” is in "drawer 9"\nof the naïve \\ safe`;
const forms = (what: string) => {
  const once = JSON.stringify(sentence(what)).slice(1, -1);
  return [word(what), sentence(what), once, JSON.stringify(once).slice(1, -1)];
};

/** Those of the texts that occur in the bytes of the database or its side files. */
function found(...whats: string[]): string[] {
  const bytes = [path, `${path}-wal`, `${path}-shm`]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file));
  return whats.filter((what) => forms(what).some((form) => bytes.some((file) => file.includes(form))));
}

const said = (what: string, repeated = 1): MessageContent => ({
  role: 'user',
  parts: [{ type: 'text', text: `${sentence(what)} `.repeat(repeated) }],
});

/** Everything that may quote message 3 of twelve, and some records that may not. */
async function fill(): Promise<void> {
  await store.ensureThread({ threadId: 't', now: someTime });
  const lease = (await store.acquireLease({ threadId: 't', owner: 'w', now: someTime, ttlMs: 60_000 }))!;
  const texts = Array.from({ length: 12 }, (_, index) => message(`m${index + 1}`));
  texts[2] = message('m3', {
    ...said('First', 400),
    name: word('Name'),
    extra: { anthropic: { note: sentence('Extra') } },
  });
  texts[4] = message('m5', said('Other'));
  const pinned =
    (what: string): UpdatePins =>
    (pins, [said]) => [
      ...pins,
      { text: sentence(what), seq: said!.seq, at: iso(someTime), subject: word(`Subject${what}`) },
    ];
  await store.append({ threadId: 't', messages: texts.slice(0, 4), now: someTime });
  await store.append({ threadId: 't', messages: texts.slice(4), pins: pinned('OtherRule'), now: someTime });
  const looked = call('m13', word('CallId'));
  for (const part of looked.parts) if (part.type === 'tool-call') part.name = word('Tool');
  await store.append({ threadId: 't', messages: [looked], now: someTime });
  // The later version is smaller, so it leaves freed pages behind.
  const versions = [said('Second'), said('Third', 40)];
  for (const [index, content] of versions.entries()) {
    const change = { kind: 'edit', seq: 3, content, tokens: 10, hash: `h${index}` } as const;
    const entry = audit(`edit${index}`, { from: 3, to: 3 });
    const pins = pinned(`Rule${index}`);
    await store.rewrite({ threadId: 't', changes: [change], audit: entry, pins, now: later(1) });
  }
  const quoting = (id: string, from: number, to: number, status: 'live' | 'prepared' | 'partial') =>
    summary(id, from, to, {
      status,
      text: sentence(`Text${id}`),
      record: { ...summary('any', 1, 1).record!, summary: sentence(`Record${id}`) },
      facts: [{ ...summary('any', 1, 1).facts[0]!, value: sentence(`Fact${id}`) }],
      segment: { ...summary('any', 1, 1).segment!, topics: [sentence(`Topic${id}`)] },
      originals: [{ id: 'm3', hash: word(`Hash${id}`) }],
      kept: [{ text: sentence(`Kept${id}`), from, to }],
    });
  const segment = { ...summary('any', 1, 1).segment!, keyDecisions: [sentence('Receipt')] };
  await store.commit(
    commitOf(lease, {
      revision: 2,
      insert: [
        quoting('A', 1, 3, 'live'),
        quoting('B', 1, 4, 'live'),
        quoting('C', 1, 6, 'partial'),
        quoting('D', 5, 6, 'live'),
        quoting('E', 7, 8, 'prepared'),
      ],
      replaces: ['A'],
      coverTo: 6,
      checkpoint: 13,
      receipt: receipt('r1', { from: 1, to: 6, segment }),
    }),
  );
  await store.updateSummary({
    threadId: 't',
    summaryId: 'B',
    text: sentence('Person'),
    tokens: 9,
    audit: audit('person', { action: 'edit-summary', from: 1, to: 4, summaryId: 'B' }),
    now: later(2),
  });
  const spent = { inputTokens: 1, outputTokens: 1, costUsd: 0, milliseconds: 1 };
  const failed = { model: 'm', rung: 'model', outcome: 'failed', detail: sentence('Detail') } as const;
  await store.recordCalls([{ threadId: 't', at: iso(later(3)), ...failed, ...spent }]);
}

const ofMessage = ['Second', 'Third', 'First', 'Name', 'Extra'];
const ofSummaries = ['A', 'B', 'C'].flatMap((id) =>
  ['Text', 'Record', 'Fact', 'Topic', 'Hash', 'Kept'].map((kind) => kind + id),
);
const ofRules = ['Rule1', 'SubjectRule1'];
const ofOthers = ['TextD', 'RecordD', 'FactD', 'KeptD', 'TextE', 'Other', 'OtherRule', 'CallId', 'Tool'];

describe('traces', () => {
  it('R-41 after forget and vacuum, neither the message nor quotations of it are in the files', async () => {
    await fill();
    const traces = [...ofMessage, ...ofSummaries, ...ofRules, 'Person', 'Receipt', 'Detail'];
    expect(found(...traces, ...ofOthers)).toEqual([...traces, ...ofOthers]);
    const changes = [removal('forget', 3)];
    const entry = audit('forget', { action: 'forget', from: 3, to: 3, before: sentence('Given') });
    await store.rewrite({ threadId: 't', changes, audit: entry, now: later(9) });
    await store.vacuum();
    expect(found(...traces, 'Given', 'Rule0')).toEqual([]);
    expect(found(...ofOthers)).toEqual(ofOthers);
    expect(await store.findDamage()).toEqual([]);
    await store.close();
    expect(found(...traces, 'Given')).toEqual([]);
  });

  it('R-41 R-49 no term and no vector of a forgotten message or a deleted thread is left', async () => {
    await fill();
    // The index omits what a word has in common with the previous one, and the stemmer cuts off its end.
    const core = (what: string) => `${what.slice(1)}ph`;
    const inFiles = (part: string | Uint8Array) =>
      [path, `${path}-wal`, `${path}-shm`].some(
        (file) => existsSync(file) && readFileSync(file).includes(Buffer.from(part as string)),
      );
    const other = closing(new DatabaseSync(path));
    const inIndex = (part: string) =>
      other.prepare('select 1 from message_terms_data where instr(block, cast(? as blob)) > 0').get(part) !==
      undefined;
    const bytes = (seed: number) =>
      Float32Array.from({ length: 48 }, (_, index) => Math.sin(seed * (index + 1)));
    const stored = await store.readMetas({ threadId: 't' });
    const embedded = [3, 5].map((seq) => ({
      threadId: 't',
      seq,
      hash: stored[seq - 1]!.hash,
      vectors: [bytes(seq)],
    }));
    await store.search.writeVectors({ model: 'mini', messages: embedded });
    const traces = [core('Third'), quantize(bytes(3))];
    const others = [core('Other'), quantize(bytes(5))];
    // Waiting messages would leave no trace in the index.
    await store.search.rebuild();
    expect([...traces, ...others].map(inFiles)).not.toContain(false);
    expect(['Third', 'Other'].map(core).map(inIndex)).toEqual([true, true]);
    await store.rewrite({ threadId: 't', changes: [removal('forget', 3)], audit: audit('f'), now: later(9) });
    await store.vacuum();
    expect([...traces, core('First'), core('Second')].map(inFiles)).not.toContain(true);
    expect(['Third', 'Other'].map(core).map(inIndex)).toEqual([false, true]);
    expect(others.map(inFiles)).not.toContain(false);
    await store.deleteThread('t');
    await store.vacuum();
    expect(others.map(inFiles)).not.toContain(true);
    expect(await store.findDamage()).toEqual([]);
  });

  it('R-41 a forgotten tool call is removed from the index of calls too', async () => {
    await fill();
    await store.rewrite({
      threadId: 't',
      changes: [removal('forget', 13)],
      audit: audit('f'),
      now: later(9),
    });
    await store.vacuum();
    expect(found('CallId', 'Tool')).toEqual([]);
    expect(found('Third', 'FactB', 'Receipt')).toEqual(['Third', 'FactB', 'Receipt']);
  });

  it('R-15 after deleting an original, its text is in no file, and all its summaries are kept', async () => {
    await fill();
    const entry = audit('delete', { action: 'delete-originals', from: 3, to: 3 });
    await store.rewrite({ threadId: 't', changes: [removal('delete', 3)], audit: entry, now: later(9) });
    await store.vacuum();
    expect(found(...ofMessage, 'Detail')).toEqual([]);
    const kept = [...ofSummaries, ...ofRules, 'Person', 'Receipt', ...ofOthers];
    expect(found(...kept)).toEqual(kept);
  });

  it('R-41 a deleted thread leaves nothing in the files', async () => {
    await fill();
    await store.deleteThread('t');
    await store.vacuum();
    const all = [...ofMessage, ...ofSummaries, ...ofRules, ...ofOthers, 'Person', 'Receipt', 'Detail'];
    expect(found(...all)).toEqual([]);
  });

  it('R-41 the log is emptied even if another connection is open, and waits for its readers', async () => {
    await fill();
    const other = closing(new DatabaseSync(path));
    await store.rewrite({ threadId: 't', changes: [removal('forget', 3)], audit: audit('f'), now: later(9) });
    other.exec('begin');
    other.prepare('select count(*) as n from messages').get();
    const error = await store.vacuum().catch((caught) => caught);
    expect(error).toMatchObject({ code: 'store_failed', details: { sqlite: 'SQLITE_BUSY' } });
    expect(error.message).toContain(`${path}-wal`);
    other.exec('commit');
    await store.vacuum();
    expect(found(...ofMessage, ...ofSummaries)).toEqual([]);
  });

  it('R-41 the file shrinks after removals', async () => {
    await fill();
    const changes = [edit(3, 'x'.repeat(2_000_000))];
    await store.rewrite({ threadId: 't', changes, audit: audit('large'), now: later(9) });
    await store.rewrite({ threadId: 't', changes: [removal('delete', 3)], audit: audit('d'), now: later(9) });
    await store.vacuum();
    expect(readFileSync(path).length).toBeLessThan(500_000);
  });
});
