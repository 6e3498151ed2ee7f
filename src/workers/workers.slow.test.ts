import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Message, Part } from '../message/message.ts';
import type { Redacted } from '../redaction/redact-content.ts';
import { createViews } from '../redaction/views.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { createPool, type Pool } from './pool.ts';
import type { Task, ToolSettings } from './task.ts';
import { type TaskInput, type TaskName, tasks } from './tasks.ts';
import { urgencies } from './urgency.ts';
import { createWorkers, defaultThreads } from './workers.ts';

const settings: ToolSettings = {
  views: { personalData: true, patterns: [{ kind: 'order', pattern: /HRB-\d+/gu }], salt: 'grain' },
};
const tools = { counter: createTokenCounter(), views: createViews(settings.views) };
const threadFile = new URL('./pool-thread.ts', import.meta.url);
const prose = 'Maria agreed on 3 May to move order HRB-991 to https://example.com/a/b.html. ';
const longText = prose.repeat(400);
const long = { characters: longText.length };

const opened: Pool[] = [];
afterEach(async () => {
  for (const pool of opened.splice(0)) await pool.close();
});

function workersWith(options: { threads?: number | false; startThread?: () => Worker; idleMs?: number }) {
  const told: string[] = [];
  const started: Worker[] = [];
  const startThread = () => {
    const worker = options.startThread?.() ?? new Worker(threadFile, { execArgv: [] });
    started.push(worker);
    return worker;
  };
  const threads = options.threads ?? 1;
  const workers = createWorkers({
    threads,
    tools: () => tools,
    settings: () => settings,
    onFallback: (reason) => told.push(reason),
    precedence: { urgencyOf: () => urgencies.talk, giveWay: () => undefined },
    join() {
      const pool = createPool({
        threads: () => threads as number,
        startThread,
        ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
      });
      opened.push(pool);
      return pool;
    },
  });
  return { workers, told, started };
}

function here<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<unknown> {
  const task = tasks[name] as Task<TaskInput<Name>, unknown>;
  return task(input, {
    tools: { counter: createTokenCounter(), views: createViews(settings.views) },
    signal: new AbortController().signal,
    pause: async () => undefined,
  });
}

const words = fc.constantFrom(
  ...prose.split(' '),
  'password: tR7-winch-Q42x',
  'sk-ant-REDACTED',
  'never',
  'src/facts/gate.ts',
  '12,5 %',
  '我们决定用二号码头。',
  'ada@example.com',
  '\n',
  '```',
);
const text = fc.array(words, { minLength: 1, maxLength: 120 }).map((all) => all.join(' '));
const part: fc.Arbitrary<Part> = fc.oneof(
  text.map((value): Part => ({ type: 'text', text: value })),
  text.map(
    (value): Part => ({
      type: 'tool-call',
      callId: 'c1',
      name: 'edit_file',
      input: { path: 'src/a.ts', text: value },
    }),
  ),
  text.map((value): Part => ({ type: 'tool-result', callId: 'c1', name: 'edit_file', output: value })),
);
const messages = fc.array(fc.tuple(fc.constantFrom('user', 'assistant', 'tool', 'system'), part), {
  minLength: 1,
  maxLength: 20,
});

function messageOf([role, one]: [string, Part], index: number): Message {
  return {
    id: `m${index}`,
    threadId: 't',
    seq: index + 1,
    role: role as Message['role'],
    parts: [one],
    createdAt: '2026-03-05T10:00:00.000Z',
    tokens: 10,
    hash: `h${index}-${JSON.stringify(one).length}-${JSON.stringify(one)}`,
  } as Message;
}

describe('work in threads', () => {
  it('I-12 gives the same result as on the main thread, for every task', async () => {
    const { workers } = workersWith({});
    await fc.assert(
      fc.asyncProperty(messages, text, async (given, summary) => {
        const page = {
          messages: given.map(messageOf),
          toolOutput: { lines: 20, characters: 900 },
          noise: false,
          facts: true,
        };
        const read = await workers.run('page', page, long);
        expect(read).toEqual(await here('page', page));
        const audit = {
          text: summary,
          record: null,
          sourceFacts: read.facts.flat(),
          previousFacts: [],
          sourceText: summary.slice(0, 50),
          ledgerBudgetTokens: 120,
          sourceTexts: read.entries.map((entry) => ({ text: entry.text, at: entry.at })),
        };
        expect(await workers.run('audit', audit, long)).toEqual(await here('audit', audit));
        const request = {
          shape: 'plain' as const,
          previous: [],
          transcript: read.entries,
          facts: read.facts.flat().slice(0, 20),
          limits: { targetTokens: 80, maxWords: null, maxOutputTokens: 100 },
          meta: { totalMessages: 9, totalTokens: 900, depth: 0, strategy: 'eternal' },
        };
        expect(await workers.run('compose', request, long)).toEqual(await here('compose', request));
        const sources = page.messages.map((message) => ({ ...message, at: message.createdAt, text: '' }));
        expect(await workers.run('threadFacts', { sources }, long)).toEqual(
          await here('threadFacts', { sources }),
        );
        const work = { messages: page.messages as Redacted<Message>[] };
        expect(await workers.run('work', work, long)).toEqual(await here('work', work));
        const content = page.messages[0]!;
        expect(await workers.run('view', { content }, long)).toEqual(await here('view', { content }));
        expect(await workers.run('redact', { text: summary }, long)).toBe(
          await here('redact', { text: summary }),
        );
        expect(await workers.run('count', { text: summary }, long)).toBe(
          await here('count', { text: summary }),
        );
        expect(await workers.run('countMessage', { content }, long)).toBe(
          await here('countMessage', { content }),
        );
        const fields = { facts: read.facts, text: summary };
        expect(await workers.run('fields', { fields }, long)).toEqual(await here('fields', { fields }));
      }),
      { numRuns: 30 },
    );
  });

  it('starts no thread for short work, and at most the allowed number for long work', async () => {
    const { workers, started } = workersWith({ threads: 2 });
    for (let round = 0; round < 5; round += 1)
      await workers.run('count', { text: 'short' }, { characters: 5 });
    expect(started).toHaveLength(0);
    await Promise.all(Array.from({ length: 12 }, () => workers.run('count', { text: longText }, long)));
    expect(started).toHaveLength(2);
  });

  it('I-4 work of a killed thread is done on the main thread', async () => {
    const { workers, told, started } = workersWith({});
    await workers.run('count', { text: longText }, long);
    const redacted = workers.run('redact', { text: longText.repeat(20) }, long);
    await started[0]!.terminate();
    expect(await redacted).toBe(await here('redact', { text: longText.repeat(20) }));
    // The next work starts a new thread.
    expect(await workers.run('count', { text: longText }, long)).toBe(tools.counter.count(longText));
    expect(started).toHaveLength(2);
    expect(told).toEqual([]);
  });

  const broken: [string, () => Worker][] = [
    [
      'threads are not allowed',
      () => {
        throw new Error('threads are not allowed');
      },
    ],
    ['Cannot find module', () => new Worker(new URL('./absent-thread.ts', import.meta.url))],
    ['it ended with code 3', () => new Worker('process.exit(3)', { eval: true })],
  ];
  it.each(broken)(
    'I-4 without threads (%s) everything is done here, and told once',
    async (why, startThread) => {
      const { workers, told, started } = workersWith({ startThread });
      for (let round = 0; round < 3; round += 1) {
        expect(await workers.run('redact', { text: longText }, long)).toBe(
          await here('redact', { text: longText }),
        );
      }
      expect(told).toEqual([expect.stringContaining(why)]);
      expect(started.length).toBeLessThanOrEqual(1);
    },
  );

  it('threads are given up if they end again and again', async () => {
    const mortal = `
      const { parentPort } = require('node:worker_threads');
      parentPort.on('message', () => process.exit(1));
      parentPort.postMessage('ready');`;
    const { workers, told, started } = workersWith({ startThread: () => new Worker(mortal, { eval: true }) });
    for (let round = 0; round < 5; round += 1) {
      expect(await workers.run('count', { text: longText }, long)).toBe(tools.counter.count(longText));
    }
    expect(started).toHaveLength(3);
    expect(told).toHaveLength(1);
  });

  it('an idle thread is ended, and started again on demand', async () => {
    const { workers, started } = workersWith({ idleMs: 1 });
    for (let round = 1; round <= 2; round += 1) {
      expect(await workers.run('count', { text: longText }, long)).toBe(tools.counter.count(longText));
      expect(started).toHaveLength(round);
      await new Promise((resolve) => started.at(-1)!.once('exit', resolve));
    }
  });

  it('input that cannot be copied is worked on here', async () => {
    const { workers } = workersWith({});
    const content = { role: 'user', parts: [{ type: 'text', text: longText }], mark: () => 1 } as never;
    expect(await workers.run('countMessage', { content }, long)).toBe(tools.counter.message(content));
  });

  it('an AbortSignal ends the waiting for work that runs and for work that waits', async () => {
    const { workers } = workersWith({});
    await workers.run('count', { text: longText }, long);
    const controller = new AbortController();
    const reason = new Error('nobody wants it');
    const run = (options: { signal?: AbortSignal }) =>
      workers.run('redact', { text: longText.repeat(30) }, { ...long, ...options });
    const both = [run({ signal: controller.signal }), run({ signal: controller.signal })];
    controller.abort(reason);
    expect(await Promise.allSettled(both)).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    await expect(run({ signal: controller.signal })).rejects.toBe(reason);
    // The thread is available for others.
    expect(await workers.run('count', { text: longText }, long)).toBe(tools.counter.count(longText));
  });

  it('one core is left for turns', () => {
    expect(defaultThreads()).toBeGreaterThanOrEqual(1);
    expect(defaultThreads()).toBeLessThanOrEqual(2);
  });

  it('an idle thread keeps no process alive, and the work at hand is ended first', async () => {
    const program = `
      import { createEverthread, memoryStore } from ${JSON.stringify(fileURLToPath(new URL('../index.ts', import.meta.url)))};
      let threads = 0;
      process.on('worker', () => { threads += 1; });
      const ever = createEverthread({ store: memoryStore(), workers: 1, budget: { tokens: 2000 } });
      const thread = await ever.thread('t');
      for (let i = 0; i < 40; i += 1) await thread.append({ role: i % 2 ? 'assistant' : 'user', content: ${JSON.stringify(prose)}.repeat(6) + i });
      await thread.compact();
      const { liveSummaries } = await thread.state();
      console.log(JSON.stringify({ threads, summarized: liveSummaries > 0 }));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(JSON.parse(stdout)).toEqual({ threads: 1, summarized: true });
  });
});
