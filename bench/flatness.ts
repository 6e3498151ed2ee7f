/**
 * the cost of a turn does not grow with the thread. One thread on SQLite grows to a million messages; on the
 * way, turns (append a question, append the answer, assemble a context) and compactions are timed. The row of 1,000
 * messages is the baseline all others are set against.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEverthread, type Store } from '../src/index.ts';
import { sqliteStore } from '../src/sqlite.ts';
import { count, milliseconds, quantile, table, timings } from './measure.ts';

const marks = [1_000, 10_000, 100_000, 1_000_000];
const turns = 400;
/** Turns before the clock runs, so that caches and compiled code are alike at every length. */
const warmUp = 300;
const batch = 2_000;
const limit = 1.5;
const compactionRounds = 25;

const subjects = ['the invoice', 'the parser', 'the deployment', 'the holiday', 'the database', 'the garden'];
const verbs = ['changed', 'checked', 'postponed', 'agreed on', 'measured', 'asked about'];

function sentence(number: number): string {
  const subject = subjects[number % subjects.length];
  const verb = verbs[Math.floor(number / 7) % verbs.length];
  return `In step ${number} we ${verb} ${subject} ${number % 97} and noted the value ${(number * 37) % 1009} for later.`;
}

function message(number: number) {
  return { role: number % 2 === 1 ? ('user' as const) : ('assistant' as const), content: sentence(number) };
}

/** Lays one summary over everything but the newest messages, so that growing by a million takes minutes, not hours. */
async function coverPast(store: Store, said: number): Promise<void> {
  const threadId = 'long';
  const coverTo = said - 200;
  const state = await store.readThread(threadId);
  if (!state || coverTo <= state.coveredTo) return;
  const now = Date.now();
  const lease = await store.acquireLease({ threadId, owner: 'bench', now, ttlMs: 60_000 });
  const [first] = await store.readMetas({ threadId, from: 1, to: 1 });
  const [last] = await store.readMetas({ threadId, from: coverTo, to: coverTo });
  const live = await store.readSummaryHeads({ threadId, statuses: ['live', 'prepared'] });
  const text =
    'They went through many steps, checked and changed things, and noted a value each time. '.repeat(12);
  await store.commit({
    lease: lease!,
    revision: state.revision,
    now,
    insert: [
      {
        id: `bench-${said}`,
        threadId,
        status: 'live',
        from: 1,
        to: coverTo,
        messagesCovered: coverTo,
        startMessageId: first!.id,
        endMessageId: last!.id,
        level: 'merge-5',
        tier: 5,
        depth: 0,
        parentId: null,
        sourceIds: [],
        readFrom: 1,
        readTo: coverTo,
        sourceHash: '',
        shape: 'plain',
        text,
        tokens: 200,
        sourceTokens: last!.tokensBefore + last!.tokens,
        record: null,
        originals: [],
        segment: null,
        facts: [],
        rewrites: 1,
        strategy: 'eternal',
        model: 'bench',
        rung: 'extractive',
        promptVersion: '',
        survival: 1,
        fidelity: 1,
        createdAt: new Date(now).toISOString(),
      },
    ],
    replaces: live.map(({ id }) => id),
    activates: [],
    coverTo,
    checkpoint: said,
    receipt: null,
  });
  await store.releaseLease(lease!);
}

export async function flatness(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-bench-'));
  const path = join(folder, 'bench.db');
  const budget = { tokens: 8_000 };
  // Grown in batches; what was said long ago is covered by one short summary, as it would be after many merges.
  const store = sqliteStore({ path, synchronous: 'normal' });
  const importer = createEverthread({
    store,
    budget,
    automatic: false,
    compaction: { maxPasses: 100_000 },
  });
  const ever = createEverthread({ store: sqliteStore({ path }), budget });
  try {
    const imported = await importer.thread('long');
    const thread = await ever.thread('long');
    let said = 0;
    const rows: string[][] = [];
    let baseline: { turn: number; p99: number; compaction: number } | undefined;
    for (const mark of marks) {
      for (let grown = 0; said < mark; ) {
        const size = Math.min(batch, mark - said);
        await imported.append(Array.from({ length: size }, (_, index) => message(said + index + 1)));
        said += size;
        grown += size;
        if (grown % 100_000 === 0) console.error(`  ${count(said)} messages`);
      }
      await coverPast(store, said);
      await imported.compact();
      const turn = async () => {
        await thread.append(message(said + 1));
        await thread.append(message(said + 2));
        await thread.context({ system: 'You are helpful.' });
        said += 2;
      };
      await timings(warmUp, turn);
      await ever.idle();
      const turnTimes = await timings(turns, async () => {
        await turn();
      });
      await ever.idle();
      const compactions = await timings(compactionRounds, async () => {
        await imported.append(Array.from({ length: 120 }, (_, index) => message(said + index + 1)));
        said += 120;
        await imported.compact();
      });
      const state = await thread.state();
      const now = {
        turn: quantile(turnTimes, 0.5),
        p99: quantile(turnTimes, 0.99),
        compaction: quantile(compactions, 0.5),
      };
      baseline ??= now;
      rows.push([
        count(mark),
        milliseconds(now.turn),
        (now.turn / baseline.turn).toFixed(2),
        milliseconds(now.p99),
        milliseconds(now.compaction),
        (now.compaction / baseline.compaction).toFixed(2),
        count(state.liveSummaries),
        count(state.summaryTokens + state.tailTokens),
      ]);
    }
    const last = Number(rows[rows.length - 1]![2]);
    return [
      '## A turn at any length',
      '',
      `Two appends and a context of at most 8,000 tokens on SQLite, ${turns} turns at each length, in one growing thread. The ratio of 1,000,000 to 1,000 messages is ${last.toFixed(2)} (at most ${limit} is asked for).`,
      '',
      table(
        [
          'messages',
          'turn p50',
          'ratio',
          'turn p99',
          'compaction of 120 messages',
          'ratio',
          'live summaries',
          'context tokens',
        ],
        rows,
      ),
      '',
    ].join('\n');
  } finally {
    await ever.close();
    await importer.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
