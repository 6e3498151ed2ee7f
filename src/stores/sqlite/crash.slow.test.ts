import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../../../test/soak.ts';
import { textOf } from '../../message/message.ts';
import type { Store } from '../../store.ts';
import { snapshot } from '../suite/samples.suite.ts';
import {
  crashedAppend,
  crashedCommit,
  crashedRewrite,
  crashedUpdate,
  crashStart,
  traceStart,
} from './crash-samples.suite.ts';
import { sqliteStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'everthread-'));
let files = 0;
const newPath = () => join(folder, `${++files}.db`);
afterAll(() => rmSync(folder, { recursive: true }));

const childFile = fileURLToPath(new URL('./crash-child.suite.ts', import.meta.url));

type Child = {
  process: ChildProcess;
  /** Lines of its output. */
  lines: string[];
  /** Resolves once it has written this many lines. */
  said(count: number): Promise<void>;
  /** Exit code, or the signal that ended it. */
  ended: Promise<string>;
};

function start(...parameters: string[]): Child {
  const child = spawn(process.execPath, [childFile, ...parameters], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout! });
  output.on('line', (line) => lines.push(line));
  const read = once(output, 'close');
  const ended = once(child, 'close').then(async ([code, signal]) => {
    await read;
    return String(signal ?? code);
  });
  const said = async (count: number) => {
    while (lines.length < count) await once(output, 'line');
  };
  return { process: child, lines, said, ended };
}

/** A database made once and copied for each test that damages it. */
async function startFile({ begin }: { begin: (store: Store) => Promise<void> }): Promise<string> {
  const path = newPath();
  const store = sqliteStore({ path });
  await begin(store);
  await store.close();
  return path;
}

async function tracedStart(store: Store): Promise<void> {
  await crashStart(store);
  await traceStart(store);
}

const operations = [
  { name: 'append', task: 'crash-in-append', begin: crashStart, run: crashedAppend },
  { name: 'commit', task: 'crash-in-commit', begin: crashStart, run: crashedCommit },
  { name: 'rewrite', task: 'crash-in-rewrite', begin: tracedStart, run: crashedRewrite },
  { name: 'updateSummary', task: 'crash-in-update', begin: tracedStart, run: crashedUpdate },
];

describe('two processes', () => {
  it('R-62 two processes that append to one thread lose nothing and number densely', async () => {
    const path = newPath();
    const children = ['a', 'b'].map((prefix) => start('append', path, prefix));
    await Promise.all(children.map(({ said }) => said(1)));
    for (const child of children) child.process.stdin!.write('go\n');
    expect(await Promise.all(children.map(({ ended }) => ended))).toEqual(['0', '0']);
    const said = children.flatMap(({ lines }) => lines.filter((line) => line !== 'ready'));
    const store = sqliteStore({ path });
    const metas = await store.readMetas({ threadId: 't' });
    expect(metas.map(({ seq }) => seq)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
    expect(metas.map(({ id, seq }) => `${id} ${seq}`).toSorted()).toEqual(said.toSorted());
    expect(await store.readThread('t')).toMatchObject({ messages: 300, tokens: 3_000, tailTokens: 3_000 });
    expect(await store.findDamage()).toEqual([]);
    await store.close();
  });
});

describe('a killed process', () => {
  it('I-1 leaves everything that was acknowledged, even after kill -9', async () => {
    for (const count of [1, 40, 97]) {
      const path = newPath();
      const { process: child, lines, said, ended } = start('work-until-killed', path);
      await said(count);
      child.kill('SIGKILL');
      expect(await ended).toBe('SIGKILL');
      const last = (word: string) =>
        Number(lines.findLast((line) => line.startsWith(word))?.split(' ')[1] ?? 0);

      const store = sqliteStore({ path });
      expect(await store.findDamage()).toEqual([]);
      const { state, messages, summaries } = await snapshot(store);
      expect(state!.messages).toBeGreaterThanOrEqual(last('message'));
      expect(state!.messages).toBeLessThanOrEqual(last('message') + 1);
      expect(messages.map(({ id }) => id)).toEqual(messages.map((_, index) => `m${index + 1}`));
      expect(messages).toHaveLength(state!.messages);
      expect([last('covered'), last('covered') + 3]).toContain(state!.coveredTo);
      expect(summaries).toHaveLength(state!.coveredTo / 3);
      expect(state!.tailTokens).toBe(10 * (state!.messages - state!.coveredTo));
      await store.close();
    }
  });

  it('I-1 leaves everything that was acknowledged, even if several appends shared a commit', async () => {
    const path = newPath();
    const { process: child, lines, said, ended } = start('append-together-until-killed', path);
    await said(60);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    const store = sqliteStore({ path });
    expect(await store.findDamage()).toEqual([]);
    for (const threadId of new Set(lines.map((line) => line.split(' ')[0]!))) {
      const last = Number(lines.findLast((line) => line.startsWith(`${threadId} `))!.split(' ')[1]);
      const { messages: stored } = (await store.readThread(threadId))!;
      expect([last, last + 1]).toContain(stored);
    }
    await store.close();
  });

  it.each(operations)(
    'I-6 killed before any statement of $name, the thread is as before or as after',
    async (operation) => {
      const original = await startFile(operation);
      const before = await inspect(original);
      const complete = copyOf(original);
      let statements = 0;
      const counting = sqliteStore({ path: complete, onStatement: () => (statements += 1) });
      await counting.open();
      statements = 0;
      await operation.run(counting);
      await counting.close();
      const total = statements;
      expect(total).toBeGreaterThan(7);
      const after = await inspect(complete);
      expect(after).not.toEqual(before);

      const all = Array.from({ length: total }, (_, index) => index + 1);
      // The last one survives, which proves that no statement was left out.
      const indexes = [...sampleOf(all, { every: 3, from: operation.name.length }), total + 1];
      for (let first = 0; first < indexes.length; first += 4) {
        await Promise.all(
          indexes.slice(first, first + 4).map(async (index) => {
            const path = copyOf(original);
            const { ended, lines } = start(operation.task, path, String(index));
            expect(await ended).toBe(index <= total ? 'SIGKILL' : '0');
            expect(lines).toEqual(index <= total ? [] : [`survived ${total}`]);
            expect(await inspect(path)).toEqual(index <= total ? before : after);
          }),
        );
      }
    },
  );
});

describe('a failing statement', () => {
  it.each(operations)(
    'I-6 whichever statement of $name fails, nothing is changed and the store goes on',
    async (operation) => {
      const path = await startFile(operation);
      const before = await inspect(path);
      let statements = 0;
      let failAt = Number.POSITIVE_INFINITY;
      const store = sqliteStore({
        path,
        onStatement: () => {
          statements += 1;
          // The rollback fails too: it must neither hide the first error nor keep the lock.
          if (statements >= failAt) throw new Error(`failed at ${failAt}`);
        },
      });
      await store.open();
      let failures = 0;
      for (let index = 1; ; index += 1) {
        statements = 0;
        failAt = index;
        const outcome = await operation.run(store).then(
          () => 'stored',
          (error: Error) => error.message,
        );
        failAt = Number.POSITIVE_INFINITY;
        if (outcome === 'stored') break;
        expect(outcome).toBe(`failed at ${index}`);
        expect(await snapshot(store)).toEqual(before.snapshot);
        failures += 1;
      }
      expect(failures).toBeGreaterThan(7);
      const after = await snapshot(store);
      expect(after).not.toEqual(before.snapshot);
      expectRulesOfMessages(after);
      await store.close();
    },
  );
});

function copyOf(original: string): string {
  const path = newPath();
  copyFileSync(original, path);
  return path;
}

/** Checks that every rule has its message, and every message its rule. */
function expectRulesOfMessages({ state, messages }: Awaited<ReturnType<typeof snapshot>>): void {
  const said = messages.map(({ seq, parts }) => ({ seq, text: textOf(parts) }));
  const rules = state!.pins.map(({ seq, text }) => ({ seq, text }));
  expect(rules.toSorted((first, second) => first.seq - second.seq)).toEqual(
    said.filter(({ text }) => text.startsWith('Always')),
  );
}

/** What searches find: it must change together with the log or not at all. */
async function indexOf(store: Store) {
  const terms = ['text', 'new', 'word', 'anew', 'three', 'look'];
  const query = { model: 'mini', vector: Float32Array.of(1, 0), limit: 50 };
  return {
    listed: await store.search.listed({ threadId: 't', from: 0, limit: 50 }),
    text: (await store.search.text([{ threadIds: ['t'], terms, limit: 50 }]))[0],
    vectors: await store.search.vectors({ threadIds: ['t'], ...query }),
  };
}

async function inspect(path: string) {
  const store = sqliteStore({ path });
  const seen = {
    snapshot: await snapshot(store),
    index: await indexOf(store),
    damage: await store.findDamage(),
  };
  await store.close();
  expectRulesOfMessages(seen.snapshot);
  expect(seen.damage).toEqual([]);
  return seen;
}
