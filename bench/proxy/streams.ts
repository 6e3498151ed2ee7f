/** Runs many streams at once through the proxy: none may be lost or mixed up, and memory must stay flat. */
import type { ChildProcess } from 'node:child_process';
import { createEverthread } from '../../src/index.ts';
import { sqliteStore } from '../../src/sqlite.ts';
import { count, milliseconds, quantile, table } from '../measure.ts';
import { request } from './child.ts';
import { conversation, type Target } from './client.ts';

const streams = 200;
const streamSeconds = Number(process.env.EVERTHREAD_BENCH_STREAM_SECONDS ?? 60);

type Memory = { rss: number; heapUsed: number; problems: number; holdMs: number };

export async function measureStreams(
  { child, port }: { child: ChildProcess; port: number },
  path: string,
): Promise<string> {
  const target: Target = { name: 'Everthread', port, headers: {} };
  const until = performance.now() + streamSeconds * 1_000;
  const samples: Memory[] = [];
  let [requests, lost] = [0, 0];
  const firsts: number[] = [];
  const work = async (worker: number) => {
    for (let talks = 0; performance.now() < until; talks += 1) {
      const nextRequest = conversation(1, `stream ${worker}-${talks}`);
      for (let turn = 0; turn < 8 && performance.now() < until; turn += 1) {
        requests += 1;
        // A wrong answer rejects too.
        await nextRequest(target, true).then(
          ({ first }) => firsts.push(first),
          (error: unknown) => {
            lost += 1;
            if (lost === 1) console.error(`  lost: ${String(error)}`);
          },
        );
      }
    }
  };
  const working = Promise.all(Array.from({ length: streams }, (_, worker) => work(worker)));
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, (streamSeconds * 1_000) / 12));
    samples.push((await request(child, 'memory')) as Memory);
  }
  await working;
  await request(child, 'close').catch(() => undefined);
  const mixed = await mixedThreads(path);
  if (lost > 0 || mixed.mixed > 0) process.exitCode = 1;
  const heaps = samples.map(({ heapUsed }) => heapUsed / 2 ** 20);
  const half = Math.floor(heaps.length / 2);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const figures = [
    ['streams ended', count(requests)],
    ['lost, or answered with another’s answer', count(lost)],
    ['threads; with a word of another conversation', `${count(mixed.threads)}; ${count(mixed.mixed)}`],
    [
      'to the first byte, p50 and p99',
      [0.5, 0.99]
        .map((share) =>
          milliseconds(
            quantile(
              firsts.toSorted((a, b) => a - b),
              share,
            ),
          ),
        )
        .join(', '),
    ],
    [
      'heap of the first and of the second half',
      `${count(mean(heaps.slice(1, half)))}, ${count(mean(heaps.slice(half)))} MiB`,
    ],
    ['longest hold of the loop', milliseconds(Math.max(...samples.map(({ holdMs }) => holdMs)))],
    ['problems told', count(samples.at(-1)?.problems ?? 0)],
  ];
  for (const figure of figures) console.error(`  ${figure.join(': ')}`);
  return `${streams} streams at once for ${streamSeconds} seconds, each of 20 pieces 50 ms apart:\n\n${table(['', ''], figures)}`;
}

async function mixedThreads(path: string): Promise<{ threads: number; mixed: number }> {
  const everthread = createEverthread({ store: sqliteStore({ path }), automatic: false });
  let [threads, mixed] = [0, 0];
  for (let after: string | undefined; ; ) {
    const page = await everthread.threads({ limit: 500, ...(after !== undefined && { after }) });
    for (const { id } of page) {
      const thread = await everthread.findThread(id);
      const tags = new Set<string>();
      for await (const { parts } of thread!.history())
        for (const part of parts) if (part.type === 'text') tags.add(/stream \d+-\d+/u.exec(part.text)![0]);
      threads += 1;
      if (tags.size !== 1) mixed += 1;
    }
    if (page.length < 500) break;
    after = page.at(-1)!.id;
  }
  await everthread.close();
  return { threads, mixed };
}
