/**
 * What the proxy adds to a request, beside direct calls and beside another gateway, all in the same run on loopback:
 * `@portkey-ai/gateway`, which keeps nothing. Then many streams at once: none lost, none mixed up, memory flat.
 * `EVERTHREAD_BENCH_STREAM_SECONDS` is how long these last (60 unless set).
 */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEverthread } from '../src/index.ts';
import { sqliteStore } from '../src/sqlite.ts';
import { count, milliseconds, quantile, table } from './measure.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const lengths = [1, 100, 1_000];
const rounds = 150;
const warmUp = 30;
const workers = 32;
const secondsOfLoad = 4;
const streams = 200;
const streamSeconds = Number(process.env.EVERTHREAD_BENCH_STREAM_SECONDS ?? 60);
const words = 'and what the harbour master wrote down about it that day, as far as anybody could read it. ';

type Message = { role: string; content: string };
type Target = {
  name: string;
  port: number;
  headers: { [name: string]: string };
  /** Its streams failed when they were tried. */
  withoutStreams?: true;
};
type Timing = { whole: number; first: number; text: string };

export async function proxy(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-bench-'));
  const children: ChildProcess[] = [];
  const forked = async (file: string, args: string[]) => {
    const child = fork(here(file), args, { execArgv: ['--expose-gc'] });
    children.push(child);
    return { child, port: ((await answer(child)) as { port: number }).port };
  };
  try {
    const upstream = await forked('./proxy/upstream.ts', ['0', '20']);
    const own = await forked('./proxy/server.ts', [
      join(folder, 'a.db'),
      `http://127.0.0.1:${upstream.port}`,
    ]);
    const targets: Target[] = [
      { name: 'direct', port: upstream.port, headers: {} },
      { name: 'Everthread', port: own.port, headers: {} },
      await startGateway(upstream.port, children),
    ];
    const overhead = await measureOverhead(targets);
    const load = await measureLoad(targets);
    await ask(own.child, 'close').catch(() => undefined);
    const slow = await forked('./proxy/upstream.ts', ['50', '20']);
    const path = join(folder, 'b.db');
    const kept = await forked('./proxy/server.ts', [path, `http://127.0.0.1:${slow.port}`]);
    const many = await measureStreams(kept, path);
    return ['## The proxy', overhead, load, many].join('\n\n');
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function answer(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The process ended.'));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

function ask(child: ChildProcess, what: string): Promise<unknown> {
  const answered = answer(child);
  child.send(what);
  return answered;
}

async function startGateway(upstream: number, children: ChildProcess[]): Promise<Target> {
  const workspace = here('./gateways/');
  if (!existsSync(join(workspace, 'node_modules'))) {
    console.error('  installing bench/gateways …');
    const install = ['install', '--no-audit', '--no-fund', '--omit-lockfile-registry-resolved'];
    execFileSync('npm', install, { cwd: workspace, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const port = 20_000 + (process.pid % 20_000);
  const file = join(workspace, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  children.push(
    spawn(process.execPath, [file, `--port=${port}`, '--headless'], {
      // It takes no address of this machine otherwise.
      env: { ...process.env, TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost' },
      stdio: 'ignore',
    }),
  );
  const headers = {
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `http://127.0.0.1:${upstream}/v1`,
  };
  const target: Target = { name: '`@portkey-ai/gateway` 1.15.2', port, headers };
  for (let tries = 0; ; tries += 1) {
    const ready = [{ role: 'user', content: 'ready?' }];
    const reached = await send(target, ready, false).catch((error) => error);
    if (!(reached instanceof Error)) {
      const streamed = await send(target, ready, true).catch((error) => error);
      return streamed instanceof Error ? { ...target, withoutStreams: true } : target;
    }
    if (tries > 200) throw reached;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });

function send(target: Target, messages: readonly Message[], stream: boolean): Promise<Timing> {
  const body = JSON.stringify({ model: 'gpt-4o', messages, ...(stream && { stream }) });
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const request = httpRequest(
      {
        ...{ host: '127.0.0.1', port: target.port, path: '/v1/chat/completions', method: 'POST', agent },
        headers: {
          ...target.headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          authorization: 'Bearer k',
        },
      },
      (response) => {
        let first = 0;
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          first ||= performance.now() - started;
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () =>
          response.statusCode === 200
            ? resolve({ whole: performance.now() - started, first, text: said(text, stream) })
            : reject(new Error(`${response.statusCode} ${text.slice(0, 200)}`)),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

type Chunk = { choices: { delta: { content?: string }; message: Message }[] };

function said(text: string, stream: boolean): string {
  if (!stream) return (JSON.parse(text) as Chunk).choices[0]!.message.content;
  const events = text.split('\n\n').filter((event) => event.startsWith('data: {'));
  return events
    .map((event) => (JSON.parse(event.slice(6)) as Chunk).choices[0]!.delta.content ?? '')
    .join('');
}

/** A conversation that grows by two messages with every request, as a client sends it. */
function conversation(length: number, tag: string) {
  const messages: Message[] = [];
  for (let number = 0; number < length - 1; number += 1)
    messages.push({
      role: number % 2 === 0 ? 'user' : 'assistant',
      content: `${tag} ${number} ${words.repeat(3)}`,
    });
  if (messages.at(-1)?.role === 'user') messages.push({ role: 'assistant', content: 'Yes.' });
  let number = length;
  return async (target: Target, stream: boolean): Promise<Timing> => {
    number += 1;
    const content = `${tag} ${number} ${words}`;
    messages.push({ role: 'user', content });
    const timing = await send(target, messages, stream);
    if (timing.text !== `heard: ${content}`) throw new Error('An answer to another question.');
    messages.push({ role: 'assistant', content: timing.text });
    return timing;
  };
}

async function measureOverhead(targets: readonly Target[]): Promise<string> {
  const rows: string[][] = [];
  for (const length of lengths) {
    const talks = targets.map((target) => ({
      target,
      talk: conversation(length, `${target.name} ${length}`),
    }));
    const times = targets.map(() => ({ whole: [] as number[], first: [] as number[] }));
    // In turns, so that what else happens on the machine happens to all of them.
    for (let round = 0; round < rounds + warmUp; round += 1) {
      for (const [index, { target, talk }] of talks.entries()) {
        const { whole } = await talk(target, false);
        const { first } = await talk(target, target.withoutStreams !== true);
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
        milliseconds(at(first, 0.5)) +
          (targets[index]!.withoutStreams ? ' (not streamed: its streams fail)' : ''),
      ]);
      console.error(`  ${rows.at(-1)!.join('  ')}`);
    }
  }
  const header = ['messages sent', 'through', 'p50', 'p99', 'to the first byte of a stream, p50'];
  return `${count(rounds)} requests each, one after the other, in a conversation that grows with every one. Everthread stores every message.\n\n${table(header, rows)}`;
}

async function measureLoad(targets: readonly Target[]): Promise<string> {
  const rows: string[][] = [];
  for (const target of targets) {
    const until = performance.now() + secondsOfLoad * 1_000;
    let requests = 0;
    const work = async (worker: number) => {
      for (let talks = 0; performance.now() < until; talks += 1) {
        const talk = conversation(1, `${target.name} load ${worker} ${talks}`);
        for (let turn = 0; turn < 10 && performance.now() < until; turn += 1) {
          await talk(target, false);
          requests += 1;
        }
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
    const seconds = (performance.now() - started) / 1_000;
    rows.push([target.name, count(requests / seconds)]);
    console.error(`  ${rows.at(-1)!.join('  ')} requests a second`);
  }
  return `${workers} clients at once, conversations of ten short turns:\n\n${table(['through', 'requests a second'], rows)}`;
}

type Memory = { rss: number; heapUsed: number; problems: number };

async function measureStreams(
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
      const talk = conversation(1, `stream ${worker}-${talks}`);
      for (let turn = 0; turn < 8 && performance.now() < until; turn += 1) {
        requests += 1;
        // A wrong answer fails it, too.
        await talk(target, true).then(
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
    samples.push((await ask(child, 'memory')) as Memory);
  }
  await working;
  await ask(child, 'close').catch(() => undefined);
  const mixed = await mixedThreads(path);
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
