/**
 * How long the longest operations hold the event loop: never more than 50 ms is the goal. While a message is forgotten
 * in a large file, another process takes turns in the same file, and none of them may fail. `EVERTHREAD_BENCH_LOOP`
 * scales all sizes (default 1).
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEverthread, type MessageInput, type Thread } from '../src/index.ts';
import { sqliteStore } from '../src/sqlite.ts';
import { type Hold, longestHold } from './hold.ts';
import { count, milliseconds, table } from './measure.ts';

const share = Number(process.env.EVERTHREAD_BENCH_LOOP ?? 1);
const size = (full: number) => Math.max(1_000, Math.round(full * share));
const self = fileURLToPath(import.meta.url);
const limitMs = 50;
const largeCharacters = 20_000;

type Case = { name: string; hold: Hold; note?: string };
type Turns = { turns: number; failed: string[]; slowestMs: number };

export async function loop(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-bench-'));
  const path = join(folder, 'loop.db');
  const store = sqliteStore({ path, synchronous: 'normal' });
  const ever = createEverthread({
    store,
    budget: { tokens: 8_000 },
    automatic: false,
  });
  const cases: Case[] = [];
  const measure = async (name: string, work: () => Promise<string | undefined>) => {
    let note: string | undefined;
    const hold = await longestHold(async () => {
      note = await work();
    });
    cases.push({ name, hold, ...(note === undefined ? {} : { note }) });
    console.error(`  ${name}: ${milliseconds(hold.clockMs)}, computing ${milliseconds(hold.ownMs)}`);
  };
  try {
    // First, because vocabulary and regular expressions are read and compiled on first use.
    const built = await builtPackage();
    await measure('the first turns of a process', () => firstTurns(built, join(folder, 'first.db')));
    const warm = await ever.thread('warm');
    await fill(warm, 1_000);
    await warm.compact();

    const long = await ever.thread('long');
    const appended = size(100_000);
    await measure(`appending ${count(appended)} messages, 500 at a time`, () => fill(long, appended));
    await measure('2,000 awaited appends', async () => {
      for (let number = 1; number <= 2_000; number += 1) await long.append(message(number));
      return undefined;
    });
    const backlog = await ever.thread('backlog');
    const waiting = size(5_000);
    await fill(backlog, waiting);
    await measure(`compacting a backlog of ${count(waiting)} messages`, async () => {
      await backlog.compact();
      return undefined;
    });
    const tools = await ever.thread('tools');
    await measure('a message of 10,000 tool results', async () => {
      await tools.append(toolResults(10_000));
      return undefined;
    });
    await measure('its context', async () => {
      await tools.context();
      return undefined;
    });
    await measure('its exact facts', async () => {
      await tools.facts();
      return undefined;
    });
    await measure('messages that repeat it', async () => {
      await tools.copies(3);
      return undefined;
    });
    const wide = createEverthread({ store, budget: { tokens: 1_000_000 }, automatic: false });
    const pasted = await wide.thread('pasted');
    await measure('a message of 10 MB', async () => {
      await pasted.append(message(1, 10_000_000));
      return undefined;
    });
    await measure('its context of 1,000,000 tokens', async () => {
      await pasted.context();
      return undefined;
    });
    await measure(`verifying ${count(appended + waiting)} messages`, async () => {
      await ever.verify();
      return undefined;
    });
    await measure(`deleting a thread of ${count(appended)} messages`, async () => {
      await ever.deleteThread('long', { vacuum: false });
      return undefined;
    });
    const large = await ever.thread('large');
    for (let remaining = size(15_000); remaining > 0; remaining -= 100) {
      await large.append(
        Array.from({ length: 100 }, (_, index) => message(remaining + index, largeCharacters)),
      );
    }
    await measure('forgetting a message in a large file', async () => {
      const others = turnsElsewhere(path);
      await others.started;
      const started = performance.now();
      await large.forget(1);
      const seconds = (performance.now() - started) / 1_000;
      const { turns, failed, slowestMs } = await others.end();
      const gigabytes = (statSync(path).size / 1e9).toFixed(2);
      return `${gigabytes} GB in ${seconds.toFixed(1)} s; of ${turns} turns of another process meanwhile ${failed.length} failed, the slowest took ${milliseconds(slowestMs)}`;
    });
  } finally {
    await ever.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const rows = cases.map(({ name, hold, note }) => [
    name,
    milliseconds(hold.clockMs),
    milliseconds(hold.ownMs),
    note ?? '',
  ]);
  return [
    '## The event loop goes on',
    '',
    `The longest time the event loop did not turn, on the clock and in computing of its thread (at most ${limitMs} ms is asked for).`,
    '',
    table(['while', 'longest hold', 'of it computing', ''], rows),
    '',
  ].join('\n');
}

function message(number: number, characters = 0): MessageInput {
  const content = `In step ${number} Maria talked about the parser ${number % 97} and noted the value ${(number * 37) % 1009} for later. `;
  return {
    role: number % 2 === 1 ? 'user' : 'assistant',
    content: characters === 0 ? content : content.repeat(Math.ceil(characters / content.length)),
  };
}

/** As an application has it: the sources keep the vocabulary in another form. */
async function builtPackage() {
  const entry = (name: string) => import(new URL(`../dist/${name}.js`, import.meta.url).href);
  return {
    ...((await entry('index')) as typeof import('../src/index.ts')),
    ...((await entry('sqlite')) as typeof import('../src/sqlite.ts')),
  };
}

async function firstTurns(
  library: Awaited<ReturnType<typeof builtPackage>>,
  path: string,
): Promise<undefined> {
  const ever = library.createEverthread({ store: library.sqliteStore({ path }) });
  const thread = await ever.thread('first');
  const said = [
    'We need a berth of 12 metres from 1 May. Always answer in English.',
    'It’s order 4711, the “Seagull”. What did we need?',
    'От 1 мая, пожалуйста. 港口的费用是多少？',
  ];
  for (const content of said) {
    await thread.append({ role: 'user', content });
    await thread.context({ system: 'You are helpful.' });
    await thread.append({ role: 'assistant', content: `Noted, that is number ${content.length}.` });
  }
  await ever.close();
  return undefined;
}

async function fill(thread: Thread, messages: number): Promise<undefined> {
  for (let stored = 0; stored < messages; stored += 500) {
    await thread.append(Array.from({ length: 500 }, (_, index) => message(stored + index + 1)));
  }
}

function toolResults(calls: number): MessageInput[] {
  const numbers = Array.from({ length: calls }, (_, index) => index);
  return [
    { role: 'user', content: 'Read all of them.' },
    {
      role: 'assistant',
      parts: numbers.map((number) => ({
        type: 'tool-call' as const,
        callId: `call_${number}`,
        name: 'read_file',
        input: { path: `src/file-${number}.ts` },
      })),
    },
    {
      role: 'tool',
      parts: numbers.map((number) => ({
        type: 'tool-result' as const,
        callId: `call_${number}`,
        output: `line ${number}`,
      })),
    },
  ];
}

function turnsElsewhere(path: string): { started: Promise<void>; end(): Promise<Turns> } {
  const child = fork(self, [path]);
  const started = new Promise<void>((resolve) => child.once('message', () => resolve()));
  return {
    started,
    end: () =>
      new Promise((resolve) => {
        child.once('message', (turns) => resolve(turns as Turns));
        child.send('end');
      }),
  };
}

async function takeTurns(path: string): Promise<void> {
  const ever = createEverthread({ store: sqliteStore({ path }), automatic: false });
  const thread = await ever.thread('elsewhere');
  const result: Turns = { turns: 0, failed: [], slowestMs: 0 };
  let ended = false;
  process.once('message', () => {
    ended = true;
  });
  process.send!('begun');
  while (!ended) {
    const started = performance.now();
    try {
      await thread.append(message(result.turns));
      await thread.context();
    } catch (error) {
      result.failed.push(String(error));
    }
    result.turns += 1;
    result.slowestMs = Math.max(result.slowestMs, performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  process.send!(result);
  await ever.close();
  process.disconnect();
}

if (process.argv[1] === self) await takeTurns(process.argv[2]!);
