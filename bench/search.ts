/**
 * Search at scale: a million messages in many threads, one of them long. Compares searches within a thread and
 * across all threads with a bare FTS5 table of the same texts, and appends with and without the index; reports the
 * index's share of the database. `EVERTHREAD_BENCH_MESSAGES` sets another number of messages.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hashMessage } from '../src/message/hash.ts';
import type { PreparedMessage } from '../src/message/message.ts';
import { indexTerms } from '../src/search/index-terms.ts';
import { findPassages } from '../src/search/recall.ts';
import type { Store } from '../src/store.ts';
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts';
import { sqliteTextIndex } from '../src/stores/sqlite/text-index.ts';
import { textTerms } from '../src/text/terms.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { count, milliseconds, quantile, table, timings } from './measure.ts';

const total = Number(process.env.EVERTHREAD_BENCH_MESSAGES ?? 1_000_000);
/** Every third batch goes to the long thread. */
const longEvery = 3;
const threadCount = 1_000;
const batch = 2_000;
const searches = 200;
const rareShare = 0.5;
const appends = 500;
const limit = 50;
const vocabulary = 50_000;
const appendLimit = 2;

const startTime = Date.UTC(2024, 0, 1);

const syllables = [
  'ba',
  'ro',
  'ki',
  'ten',
  'lu',
  'mar',
  'so',
  'vel',
  'dan',
  'pi',
  'gor',
  'han',
  'zu',
  'fex',
  'wal',
  'no',
];

function wordOf(rank: number): string {
  let word = '';
  for (let remaining = rank + 16; remaining > 0; remaining = Math.floor(remaining / 16))
    word += syllables[remaining % 16];
  return word;
}

/** Ranks with the frequencies of natural language: a few words are very common, most are rare. */
const rankOf = (random: () => number) => Math.floor(vocabulary ** random());

function textOf(random: () => number): string {
  const words = Array.from({ length: 8 + Math.floor(random() * 40) }, () => wordOf(rankOf(random)));
  return `${words.join(' ')}.`;
}

function messageOf(number: number, random: () => number): PreparedMessage {
  const role = number % 2 === 1 ? ('user' as const) : ('assistant' as const);
  const content = { role, parts: [{ type: 'text' as const, text: textOf(random) }] };
  return {
    ...content,
    id: `msg_${number.toString(36).padStart(9, '0')}`,
    createdAt: new Date(startTime + number * 60_000).toISOString(),
    tokens: Math.ceil(content.parts[0]!.text.length / 4),
    hash: hashMessage(content),
  };
}

async function fill(store: Store, bare: DatabaseSync): Promise<void> {
  const random = seededRandom(7);
  const threadIds = Array.from({ length: threadCount }, (_, index) => `thread-${index}`);
  for (const threadId of ['long', ...threadIds]) await store.ensureThread({ threadId, now: startTime });
  const insert = bare.prepare('insert into bare (text, thread) values (?, ?)');
  for (let stored = 0, round = 0; stored < total; round += 1) {
    const long = round % longEvery === 0;
    const threadId = long ? 'long' : threadIds[Math.floor(random() * threadCount)]!;
    const size = Math.min(batch, total - stored);
    const messages = Array.from({ length: size }, (_, index) => messageOf(stored + index, random));
    await store.append({ threadId, messages, now: startTime });
    bare.exec('begin');
    for (const { parts } of messages) insert.run((parts[0] as { text: string }).text, threadId);
    bare.exec('commit');
    const before = stored;
    stored += size;
    if (Math.floor(stored / 100_000) > Math.floor(before / 100_000))
      console.error(`  ${count(stored)} messages`);
  }
}

/** Questions of random words; half of them contain a rare word. */
function questions(): string[] {
  const random = seededRandom(11);
  return Array.from({ length: searches }, (_, index) => {
    const words = Array.from({ length: 4 }, () => rankOf(random));
    const rare = index < searches * rareShare ? [2_000 + Math.floor(random() * 20_000)] : [];
    return [...words, ...rare].map(wordOf).join(' ');
  });
}

type Timed = { p50: number; p99: number };

async function timed(work: (question: string) => Promise<unknown> | unknown): Promise<Timed> {
  const queries = questions();
  await timings(20, async (round) => {
    await work(queries[round * 7]!);
  });
  const times = await timings(searches, async (round) => {
    await work(queries[round]!);
  });
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

function bareQuestion(question: string): string {
  return question
    .split(' ')
    .map((word) => `"${word}"`)
    .join(' OR ');
}

async function searchRows(store: Store, bare: DatabaseSync): Promise<string[][]> {
  const inThread = bare.prepare(
    'select rowid from bare where bare match ? and thread = ? order by rank limit ?',
  );
  const inAll = bare.prepare('select rowid from bare where bare match ? order by rank limit ?');
  const scopes: [string, readonly string[] | 'all', (question: string) => unknown][] = [
    ['within the long thread', ['long'], (question) => inThread.all(bareQuestion(question), 'long', limit)],
    [
      'within a short thread',
      ['thread-1'],
      (question) => inThread.all(bareQuestion(question), 'thread-1', limit),
    ],
    ['across all threads', 'all', (question) => inAll.all(bareQuestion(question), limit)],
  ];
  const rows: string[][] = [];
  for (const [name, threadIds, plain] of scopes) {
    const baseline = await timed(plain);
    const candidates = await timed((question) =>
      store.search.text([{ threadIds, terms: textTerms(question), limit }]),
    );
    const port = { search: store.search, readMessagesAt: store.readMessagesAt };
    const ranked = await timed((query) =>
      findPassages(port, { query, scope: { threadIds }, now: startTime, limit }),
    );
    for (const [step, measured] of [
      ['candidates', candidates],
      ['recall: found, read and ranked', ranked],
    ] as const) {
      rows.push([
        name,
        step,
        milliseconds(measured.p50),
        milliseconds(measured.p99),
        milliseconds(baseline.p50),
        milliseconds(baseline.p99),
        (measured.p50 / baseline.p50).toFixed(2),
        (measured.p99 / baseline.p99).toFixed(2),
      ]);
    }
  }
  return rows;
}

type Appends = { indexed: number[]; bare: number[] };

/** Appends single messages alternately with and without the index, so that other work affects both alike. */
async function appendTimes(store: Store, prefix: string): Promise<Appends> {
  const random = seededRandom(23);
  const { add } = sqliteTextIndex;
  const times: Appends = { indexed: [], bare: [] };
  try {
    for (let round = 0; round < 2 * appends; round += 1) {
      const kind = round % 2 === 0 ? 'indexed' : 'bare';
      sqliteTextIndex.add = kind === 'indexed' ? add : async () => undefined;
      const message = { ...messageOf(round, random), id: `${prefix}-${round}` };
      const [time] = await timings(1, async () => {
        await store.append({ threadId: 'long', messages: [message], now: startTime });
      });
      times[kind].push(time!);
    }
  } finally {
    sqliteTextIndex.add = add;
  }
  return { indexed: times.indexed.sort((a, b) => a - b), bare: times.bare.sort((a, b) => a - b) };
}

/** Time for making the terms, which is subtracted from an append without the index. */
async function analysisTime(): Promise<number> {
  const random = seededRandom(23);
  const messages = Array.from({ length: appends }, (_, index) => messageOf(index, random));
  const times = await timings(appends, async (round) => {
    indexTerms(messages[round]!);
  });
  return quantile(times, 0.5);
}

async function appendRows(path: string): Promise<string[][]> {
  const analysis = await analysisTime();
  const rows: string[][] = [];
  for (const synchronous of ['full', 'normal'] as const) {
    const store = sqliteStore({ path, synchronous });
    await appendTimes(store, `warm-${synchronous}`);
    const { indexed, bare } = await appendTimes(store, synchronous);
    await store.close();
    const [measured, baseline] = [quantile(indexed, 0.5), quantile(bare, 0.5) - analysis];
    const name = synchronous === 'full' ? 'safe from power cuts (default)' : 'synchronous: normal';
    rows.push([name, milliseconds(measured), milliseconds(baseline), (measured / baseline).toFixed(2)]);
  }
  return rows;
}

function indexShare(path: string): { index: number; all: number } {
  const database = new DatabaseSync(path, { readOnly: true });
  const size = (where: string) =>
    (database.prepare(`select sum(pgsize) as size from dbstat where ${where}`).get() as { size: number })
      .size;
  const sizes = { index: size("name like 'message_terms%'"), all: size('true') };
  database.close();
  return sizes;
}

export async function search(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-bench-'));
  const path = join(folder, 'bench.db');
  const store = sqliteStore({ path, synchronous: 'normal' });
  const bare = new DatabaseSync(join(folder, 'bare.db'));
  bare.exec('pragma journal_mode = wal; pragma synchronous = normal');
  bare.exec("create virtual table bare using fts5(text, thread unindexed, tokenize = 'porter')");
  try {
    await fill(store, bare);
    const { index, all } = indexShare(path);
    const found = await searchRows(store, bare);
    const rows = await appendRows(path);
    const columns = ['where', 'what', 'p50', 'p99', 'bare p50', 'bare p99', 'ratio p50', 'ratio p99'];
    return [
      `## Search over ${count(total)} messages`,
      '',
      `${searches} searches of four or five words for the best ${limit}, half of them with a rare word. Bare: an FTS5 table with the same texts, ordered by its own rank.`,
      '',
      table(columns, found),
      '',
      `Appends of one message to the long thread, p50; at most ${appendLimit} is asked for as ratio. The index takes ${((100 * index) / all).toFixed(1)} % of the database (${count(index / 1e6)} of ${count(all / 1e6)} MB).`,
      '',
      table(['append', 'with the index', 'without', 'ratio'], rows),
      '',
    ].join('\n');
  } finally {
    bare.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
