/** Compares turns of one thread, alone and while the backlog of another thread is compacted in the same process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { realConversation } from './conversation.ts';
import { grow, nextTurn, openBench, takeTurn } from './long-thread.ts';
import { count, milliseconds, quantile, table } from './measure.ts';

const backlogMessages = 5_000;
const threadMessages = 2_000;
const turns = 400;
const warmUp = 60;
/** Pause between two turns, the least time a person needs to read an answer. */
const pauseMs = 20;
const limit = 2;

export async function beside(): Promise<string> {
  const heading = '## Turns beside a backlog';
  const conversation = realConversation();
  if (conversation === undefined)
    return `${heading}\n\nNot measured: the public conversations are not there.\n`;
  const folder = mkdtempSync(join(tmpdir(), 'everthread-bench-'));
  const path = join(folder, 'bench.db');
  await grow({ path, threadId: 'long', conversation, messages: threadMessages });
  const ever = openBench(path, { recall: true });
  try {
    const thread = await ever.thread('long');
    const timed = async (rounds: number, isOver: () => boolean) => {
      const times: number[] = [];
      for (let round = 0; round < rounds && !isOver(); round += 1) {
        const question = round % 3 === 0 ? conversation.question() : undefined;
        const next = nextTurn(conversation, question);
        const started = performance.now();
        await takeTurn(thread, next);
        times.push(performance.now() - started);
        await pause(pauseMs);
      }
      return times.sort((a, b) => a - b);
    };
    await timed(warmUp, () => false);
    const idle = await timed(turns, () => false);
    const other = await ever.thread('backlog');
    let done = false;
    for (let remaining = backlogMessages; remaining > 0; remaining -= 1_000)
      await other.append(conversation.take(1_000));
    const compacted = other.compact().finally(() => {
      done = true;
    });
    const busy = await timed(100_000, () => done);
    await compacted;
    const row = (name: string, times: readonly number[]) => [
      name,
      count(times.length),
      milliseconds(quantile(times, 0.5)),
      milliseconds(quantile(times, 0.99)),
    ];
    const ratio = quantile(busy, 0.99) / quantile(idle, 0.99);
    return [
      heading,
      '',
      `A third of the turns asks for something of the past, ${pauseMs} ms between two of them, in a thread of ${count(threadMessages)} messages; meanwhile ${count(backlogMessages)} messages of another thread are compacted by the same process. p99 against p99 at rest: ${ratio.toFixed(2)} (at most ${limit} is asked for).`,
      '',
      table(['', 'turns', 'p50', 'p99'], [row('at rest', idle), row('beside the backlog', busy)]),
      '',
    ].join('\n');
  } finally {
    await ever.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
