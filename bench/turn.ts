/**
 * R-48: compares the time of a turn with bare database work on the same machine in the same minute, and at growing
 * lengths of the thread. `EVERTHREAD_BENCH_LENGTH=1000000` (or `--million`) grows the thread to a million messages, which
 * takes half an hour. With `EVERTHREAD_BENCH_THREADS=<folder>` grown threads are kept there for the next run.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bare, bareDatabase } from './bare.ts';
import { type Conversation, realConversation } from './conversation.ts';
import { budgetTokens, grow, leastTokens, nextTurn, openBench, takeTurn } from './long-thread.ts';
import { count, milliseconds, quantile, table } from './measure.ts';

const usualLength = 10_000;
const longestLength = Number(
  process.env.EVERTHREAD_BENCH_LENGTH ?? (process.argv.includes('--million') ? 1_000_000 : 100_000),
);
const lengths = [1_000, usualLength, 100_000, 1_000_000].filter(
  (length) => length <= Math.max(usualLength, longestLength),
);
const turns = Number(process.env.EVERTHREAD_BENCH_TURNS ?? 300);
const keptThreads = process.env.EVERTHREAD_BENCH_THREADS;
/** Turns before the measurement, so that caches are as full, and code as optimized, at every length. */
const warmUp = 90;
/**
 * Turns without recall are measured again after this many, at the usual length. They call hundreds of short functions,
 * and V8 optimizes these only after thousands of turns, while SQLite's own code is compiled from the start.
 */
const steadyAfter = Number(process.env.EVERTHREAD_BENCH_STEADY ?? 5_000);
const limits = { recall: 3, plain: 2, length: 1.3 };

type Measured = {
  times: { question: number[]; talk: number[]; plain: number[]; steady: number[] };
  bare: { search: number[]; plain: number[]; steady: number[] };
  tokens: { question: number[]; plain: number[] };
};
type Kind = keyof Measured['times'];

export async function turn(): Promise<string> {
  const conversation = realConversation();
  if (conversation === undefined)
    return '## A turn\n\nNot measured: the public conversations are not there.\n';
  const folder = mkdtempSync(join(tmpdir(), 'everthread-bench-'));
  const path = join(folder, 'bench.db');
  const bare = bareDatabase(join(folder, 'bare.db'));
  try {
    const rows: { length: number; measured: Measured }[] = [];
    let stored = 0;
    for (const length of lengths) {
      await growTo(length, {
        path,
        conversation,
        stored,
        onAdded: length <= usualLength ? bare.add : undefined,
      });
      console.error(`  measuring at ${count(length)}`);
      const measured = await measure({
        path,
        conversation,
        bare: length <= usualLength ? bare : undefined,
        further: length === usualLength ? steadyAfter : 0,
      });
      rows.push({ length, measured });
      stored = length + 4 * (turns + warmUp) + (length === usualLength ? 2 * steadyAfter : 0);
    }
    return report(rows);
  } finally {
    bare.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Grows the thread from `stored` messages to a length. A saved file is used if there is one, except where messages must
 * also be added to the bare database.
 */
async function growTo(
  length: number,
  options: Pick<Parameters<typeof grow>[0], 'path' | 'conversation'> & {
    stored: number;
    onAdded: Bare['add'] | undefined;
  },
): Promise<void> {
  const { path, conversation, stored, onAdded } = options;
  const keptFile = keptThreads === undefined ? undefined : join(keptThreads, `${length}.db`);
  const messages = Math.max(0, length - stored);
  if (keptFile !== undefined && onAdded === undefined && existsSync(keptFile)) {
    conversation.take(messages);
    for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
    copyFileSync(keptFile, path);
    return;
  }
  await grow({ path, threadId: 'long', conversation, messages, onAdded: onAdded ?? (() => undefined) });
  if (keptFile === undefined) return;
  mkdirSync(keptThreads!, { recursive: true });
  copyFileSync(path, keptFile);
}

/**
 * Measures turns with recall, every third of them a question about the past, then turns without recall, and if `further`
 * is not 0, turns without recall again after this many.
 */
async function measure(options: {
  path: string;
  conversation: Conversation;
  bare: Bare | undefined;
  further: number;
}): Promise<Measured> {
  const { path, conversation, bare, further } = options;
  const measured: Measured = {
    times: { question: [], talk: [], plain: [], steady: [] },
    bare: { search: [], plain: [], steady: [] },
    tokens: { question: [], plain: [] },
  };
  for (const recall of [true, false]) {
    const ever = openBench(path, { recall });
    try {
      const thread = await ever.thread('long');
      const rounds = recall || further === 0 ? turns : turns + further;
      for (let round = -warmUp; round < rounds; round += 1) {
        const asks = recall && (round + warmUp) % 3 === 0;
        const kind = recall ? (asks ? 'question' : 'talk') : round < turns ? 'plain' : 'steady';
        const question = conversation.question();
        const next = nextTurn(conversation, asks ? question : undefined);
        const started = performance.now();
        const result = await takeTurn(thread, next);
        const took = performance.now() - started;
        // Background work is measured separately, in backlog.ts.
        await ever.idle();
        const pair = [result.asked, result.answered] as const;
        const bareTook = bare
          ? timed(() => (recall ? bare.turnWithSearch(pair, question) : bare.turn(pair)))
          : Number.NaN;
        if (round < 0 || (kind === 'steady' && round < further)) continue;
        measured.times[kind].push(took);
        measured.bare[kind === 'plain' || kind === 'steady' ? kind : 'search'].push(bareTook);
        if (kind === 'question' || kind === 'plain') measured.tokens[kind].push(result.tokens);
      }
    } finally {
      await ever.close();
    }
  }
  for (const [kind, tokens] of Object.entries(measured.tokens)) {
    const used = quantile(sorted(tokens), 0.5);
    if (used < leastTokens)
      throw new Error(`Contexts (${kind}) use ${used} of ${budgetTokens} tokens, less than ${leastTokens}.`);
  }
  return measured;
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function sorted(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b);
}

/** All turns with recall. A third of them are questions. */
function withRecall({ question, talk }: Measured['times']): number[] {
  return [...question, ...talk];
}

function report(rows: readonly { length: number; measured: Measured }[]): string {
  const p50 = (times: readonly number[]) => quantile(sorted(times), 0.5);
  const p99 = (times: readonly number[]) => quantile(sorted(times), 0.99);
  const { measured } = rows.find(({ length }) => length === usualLength)!;
  const { times, bare } = measured;
  const line = (name: string, own: number[], baseline: number[], limit: string) => [
    name,
    milliseconds(p50(own)),
    milliseconds(p99(own)),
    milliseconds(p50(baseline)),
    milliseconds(p99(baseline)),
    (p50(own) / p50(baseline)).toFixed(2),
    limit,
  ];
  const first = rows[0]!.measured.times;
  const last = rows.at(-1)!;
  const ratio = (kind: Kind) => p50(last.measured.times[kind]) / p50(first[kind]);
  const ratioOfAll = p50(withRecall(last.measured.times)) / p50(withRecall(first));
  return [
    `## A turn`,
    '',
    `A message is appended, the context for the answer is assembled, the answer is appended; SQLite on a file, safe from power cuts. The thread is made of public conversations (LoCoMo, DialogSum, customer service with tools, coding sessions) repeated with other names, imported and compacted by \`eternal\` with the built-in summarizer. Budget ${count(budgetTokens)} tokens, of which the contexts of questions use ${count(p50(measured.tokens.question))} and those without recall ${count(p50(measured.tokens.plain))} (p50 at ${count(usualLength)} messages). ${turns} turns with recall at each length, a third of which ask about something that was said (LoCoMo's own questions) while the others ask nothing, and ${turns} of an application without recall, each after ${warmUp} that are not counted; of the latter ${turns} more after ${count(steadyAfter)} turns, by when what a turn runs through is compiled. Background work is awaited between them.`,
    '',
    `At ${count(usualLength)} messages, and the bare work of the same machine in turns with it: node:sqlite with the same settings, two committed inserts and one read of 100 rows; with recall, one FTS5 query for 50 of the same messages and one read of 300 rows by key instead.`,
    '',
    table(
      ['turn', 'p50', 'p99', 'bare p50', 'bare p99', 'ratio p50', 'asked for'],
      [
        line('with recall', withRecall(times), bare.search, `≤ ${limits.recall}`),
        line('of these, a question', times.question, bare.search, `≤ ${limits.recall}`),
        line('of these, further talk', times.talk, bare.search, `≤ ${limits.recall}`),
        line('without recall', times.plain, bare.plain, `≤ ${limits.plain}`),
        line(
          `without recall, after ${count(steadyAfter)} turns`,
          times.steady,
          bare.steady,
          `≤ ${limits.plain}`,
        ),
      ],
    ),
    '',
    `### At any length`,
    '',
    `${count(last.length)} : ${count(rows[0]!.length)} messages: ${ratioOfAll.toFixed(2)} for turns with recall, of these ${ratio('question').toFixed(2)} for questions and ${ratio('talk').toFixed(2)} for further talk; ${ratio('plain').toFixed(2)} without recall (at most ${limits.length} is asked for at 1,000,000).${last.length < 1_000_000 ? ' `EVERTHREAD_BENCH_LENGTH=1000000` grows the thread on to a million.' : ''}`,
    '',
    table(
      [
        'messages',
        'question p50',
        'p99',
        'talk p50',
        'p99',
        'without recall p50',
        'p99',
        'tokens',
        'without recall',
      ],
      rows.map(({ length, measured: { times: at, tokens } }) => [
        count(length),
        ...(['question', 'talk', 'plain'] as const).flatMap((kind) => [
          milliseconds(p50(at[kind])),
          milliseconds(p99(at[kind])),
        ]),
        count(p50(tokens.question)),
        count(p50(tokens.plain)),
      ]),
    ),
    '',
  ].join('\n');
}
