/**
 * What the proxy adds to a request, compared in one run on loopback with direct calls and with another gateway,
 * `@portkey-ai/gateway`, which stores nothing. The part `streams` runs many streams at once: none may be lost or mixed
 * up, and memory must stay flat. They last EVERTHREAD_BENCH_STREAM_SECONDS (default 60).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { count, milliseconds, quantile, table } from './measure.ts';
import { answer, request } from './proxy/child.ts';
import { conversation, type Target } from './proxy/client.ts';
import { startGateway } from './proxy/gateway.ts';
import { measureStreams } from './proxy/streams.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const lengths = [1, 100, 1_000];
const rounds = 150;
const warmUp = 30;
const workers = 32;
const secondsOfLoad = 4;
const warmUpTurns = 4;
const loadTurns = 7;

export function proxy(): Promise<string> {
  return withProxy({ pauseMs: 0 }, async ({ upstream, own, children }) => {
    const targets: Target[] = [
      { name: 'direct', port: upstream.port, headers: {} },
      { name: 'Everthread', port: own.port, headers: {} },
      await startGateway(upstream.port, children),
    ];
    const overhead = await measureOverhead(targets);
    const load = await measureLoad(targets);
    await request(own.child, 'close').catch(() => undefined);
    return ['## The proxy', overhead, load].join('\n\n');
  });
}

export function streams(): Promise<string> {
  return withProxy(
    { pauseMs: 50 },
    async ({ own, path }) => `## Many streams through the proxy\n\n${await measureStreams(own, path)}`,
  );
}

type Started = { child: ChildProcess; port: number };

/** Starts a provider and the proxy in front of it, with its database, for the time of the work. */
async function withProxy(
  { pauseMs }: { pauseMs: number },
  work: (started: {
    upstream: Started;
    own: Started;
    path: string;
    children: ChildProcess[];
  }) => Promise<string>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-bench-'));
  const children: ChildProcess[] = [];
  const forked = async (file: string, args: string[]): Promise<Started> => {
    const child = fork(here(file), args, { execArgv: ['--expose-gc'] });
    children.push(child);
    return { child, port: ((await answer(child)) as { port: number }).port };
  };
  try {
    const path = join(folder, 'threads.db');
    const upstream = await forked('./proxy/upstream.ts', [String(pauseMs), '20']);
    const own = await forked('./proxy/server.ts', [path, `http://127.0.0.1:${upstream.port}`]);
    return await work({ upstream, own, path, children });
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOverhead(targets: readonly Target[]): Promise<string> {
  const rows: string[][] = [];
  for (const length of lengths) {
    const talks = targets.map((target) => ({
      target,
      nextRequest: conversation(length, `${target.name} ${length}`),
    }));
    const times = targets.map(() => ({ whole: [] as number[], first: [] as number[] }));
    // In alternation, so that other work on the machine affects all targets alike.
    for (let round = 0; round < rounds + warmUp; round += 1) {
      for (const [index, { target, nextRequest }] of talks.entries()) {
        const { whole } = await nextRequest(target, false);
        const { first } = await nextRequest(target, true);
        if (round < warmUp) continue;
        times[index]!.whole.push(whole);
        times[index]!.first.push(first);
      }
    }
    const at = (values: number[], share: number) =>
      quantile(
        values.toSorted((a, b) => a - b),
        share,
      );
    const direct = times[0]!;
    for (const [index, { name }] of targets.entries()) {
      const { whole, first } = times[index]!;
      const added = (share: number) =>
        index === 0 ? '' : ` (+${milliseconds(at(whole, share) - at(direct.whole, share))})`;
      rows.push([
        ...[count(length), name],
        ...[0.5, 0.99].map((share) => milliseconds(at(whole, share)) + added(share)),
        milliseconds(at(first, 0.5)),
      ]);
      console.error(`  ${rows.at(-1)!.join('  ')}`);
    }
  }
  const header = ['messages sent', 'through', 'p50', 'p99', 'to the first byte of a stream, p50'];
  return `${count(rounds)} requests each, one after the other, in a conversation that grows with every one. Everthread stores every message.\n\n${table(header, rows)}`;
}

async function measureLoad(targets: readonly Target[]): Promise<string> {
  const rates = targets.map((): number[] => []);
  // In alternation, so that other work on the machine affects all targets alike. The first turns warm up.
  for (let turn = 0; turn < warmUpTurns + loadTurns; turn += 1) {
    for (const [index, target] of targets.entries()) {
      const rate = await requestsPerSecond(target, turn);
      if (turn >= warmUpTurns) rates[index]!.push(rate);
    }
  }
  const rows = targets.map(({ name }, index) => {
    const sorted = rates[index]!.toSorted((a, b) => a - b);
    return [name, count(quantile(sorted, 0.5)), `${count(sorted[0]!)} to ${count(sorted.at(-1)!)}`];
  });
  for (const row of rows) console.error(`  ${row.join('  ')} requests a second`);
  const header = ['through', 'requests a second, median', 'least and most'];
  return `${workers} clients at once, conversations of ten short turns; ${loadTurns} times ${secondsOfLoad} seconds, in turns, after ${warmUpTurns} for warming up:\n\n${table(header, rows)}`;
}

async function requestsPerSecond(target: Target, turn: number): Promise<number> {
  const started = performance.now();
  const until = started + secondsOfLoad * 1_000;
  let requests = 0;
  const work = async (worker: number) => {
    for (let talks = 0; performance.now() < until; talks += 1) {
      const nextRequest = conversation(1, `${target.name} load ${turn} ${worker} ${talks}`);
      for (let sent = 0; sent < 10 && performance.now() < until; sent += 1) {
        await nextRequest(target, false);
        requests += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return requests / ((performance.now() - started) / 1_000);
}
