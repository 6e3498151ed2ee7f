/**
 * Compacts a backlog: messages that were imported at once are then compacted by the default strategy, without a model.
 * Measures rate and peak memory of a separate process. `EVERTHREAD_BENCH_BACKLOG` sets the number of messages (default
 * 50,000; the benchmark was made for 1,000,000).
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEverthread } from '../src/index.ts';
import { sqliteStore } from '../src/sqlite.ts';
import { realConversation } from './conversation.ts';
import { type Hold, longestHold } from './hold.ts';
import { budgetTokens } from './long-thread.ts';
import { count, milliseconds, table } from './measure.ts';

type Measured = {
  seconds: number;
  cpuSeconds: number;
  peakMegabytes: number;
  hold: Hold;
  covered: number;
  summaries: number;
};

const self = fileURLToPath(import.meta.url);
const messages = Number(process.env.EVERTHREAD_BENCH_BACKLOG ?? 50_000);
const batch = 500;

export async function backlog(): Promise<string> {
  const heading = '## A backlog';
  if (!realConversation()) return `${heading}\n\nNot measured: the conversations are not there.\n`;
  const rows: string[][] = [];
  for (const workers of [false, 1, 2] as const) {
    const measured = await inOwnProcess(workers);
    rows.push([
      workers === false ? 'none' : String(workers),
      `${count(measured.covered / measured.seconds)}/s`,
      `${count(measured.covered / measured.cpuSeconds)}/s`,
      milliseconds(measured.hold.clockMs),
      milliseconds(measured.hold.ownMs),
      `${count(measured.peakMegabytes)} MB`,
      count(measured.summaries),
    ]);
    console.error(`  ${rows.at(-1)!.join('  ')}`);
  }
  return [
    heading,
    '',
    `${count(messages)} messages of real conversations, imported and then compacted by \`eternal\` with the extractive summarizer at a budget of ${count(budgetTokens)} tokens. Rates are messages; the holds are the longest times the event loop did not turn, on the clock and in computing of its thread.`,
    '',
    table(
      [
        'threads',
        'rate',
        'rate by CPU time',
        'longest hold',
        'of it computing',
        'peak memory',
        'live summaries',
      ],
      rows,
    ),
    '',
  ].join('\n');
}

function inOwnProcess(workers: number | false): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(self, [JSON.stringify(workers)]);
    child.once('message', (measured) => resolve(measured as Measured));
    child.once('exit', (code) => reject(new Error(`The benchmark ended with code ${code}.`)));
  });
}

async function measure(workers: number | false): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-bench-'));
  const conversation = realConversation()!;
  const ever = createEverthread({
    store: sqliteStore({ path: join(folder, 'backlog.db'), synchronous: 'normal' }),
    budget: { tokens: budgetTokens },
    automatic: false,
    workers,
    compaction: { maxPasses: 1_000_000 },
  });
  try {
    const thread = await ever.thread('imported');
    for (let remaining = messages; remaining > 0; remaining -= batch)
      await thread.append(conversation.take(Math.min(batch, remaining)));
    let lastReported = 0;
    ever.on('compaction-progress', ({ done, total, perSecond }) => {
      if (done - lastReported < total / 10) return;
      lastReported = done;
      console.error(`    ${count(done)} of ${count(total)}, ${count(perSecond)}/s`);
    });
    const started = performance.now();
    const cpu = process.cpuUsage();
    const hold = await longestHold(() => thread.compact());
    const { user, system } = process.cpuUsage(cpu);
    const { coveredTo, liveSummaries } = await thread.state();
    return {
      seconds: (performance.now() - started) / 1_000,
      cpuSeconds: (user + system) / 1e6,
      peakMegabytes: process.resourceUsage().maxRSS / 1_024,
      hold,
      covered: coveredTo,
      summaries: liveSummaries,
    };
  } finally {
    await ever.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === self) {
  const measured = await measure(JSON.parse(process.argv[2]!) as number | false);
  process.send!(measured);
  process.disconnect();
}
