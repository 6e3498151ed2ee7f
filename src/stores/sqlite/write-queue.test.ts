/**
 * While many threads are written to at once, a background thread writes: everything is stored as if each wrote alone.
 */
import { copyFileSync, renameSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { yieldToEventLoop } from '../../runtime.ts';
import type { Store } from '../../store.ts';
import type { ShortWrite } from '../sql/short-writes.ts';
import { later, message } from '../suite/samples.suite.ts';
import { useDatabaseFiles } from './database-files.suite.ts';
import { startFileThread } from './long-statements.ts';
import { sqliteStore } from './sqlite-store.ts';
import { type WriteOutcome, writeQueue } from './write-queue.ts';

const { newPath, closing } = useDatabaseFiles();

const writeOf = (threadId: string): ShortWrite => ({
  name: 'append',
  given: { threadId, messages: [], now: 0 },
});

/** A queue in front of a simulated thread. */
function queueWith(answer: (writes: ShortWrite[]) => Promise<WriteOutcome[]>) {
  let now = 0;
  let isThere = true;
  const sent: ShortWrite[][] = [];
  const write = writeQueue({
    sender: () =>
      isThere
        ? (writes) => {
            sent.push(writes);
            return answer(writes);
          }
        : undefined,
    now: () => now,
  });
  return {
    ...{ write, sent },
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    end: () => {
      isThere = false;
    },
  };
}

const done = async (writes: ShortWrite[]): Promise<WriteOutcome[]> =>
  writes.map((_, index) => ({ result: index, waiting: 0 }));

describe('the queue of writes', () => {
  it('R-36 is not used for single or sequential writes', () => {
    const { write, wait, sent } = queueWith(done);
    for (let turn = 0; turn < 100; turn += 1) expect(write(writeOf('same'))).toBeUndefined();
    wait(1_000);
    for (let turn = 0; turn < 100; turn += 1) {
      wait(20);
      expect(write(writeOf(`t${turn}`))).toBeUndefined();
    }
    expect(sent).toEqual([]);
  });

  it('R-36 sends many writes together, and returns the outcome of each', async () => {
    const refused = new Error('Not this one.');
    const { write, sent } = queueWith(async (writes) =>
      writes.map(({ given }) => {
        const { threadId } = given as { threadId: string };
        return threadId === 't20' ? { error: refused } : { result: threadId, waiting: 0 };
      }),
    );
    const written = Array.from({ length: 24 }, (_, turn) => write(writeOf(`t${turn}`)));
    const outcomes = await Promise.allSettled(written.map(async (one) => (await one)?.result));
    expect(outcomes.slice(0, 15).every((one) => 'value' in one && one.value === undefined)).toBe(true);
    expect(outcomes[20]).toEqual({ status: 'rejected', reason: refused });
    expect(outcomes[23]).toEqual({ status: 'fulfilled', value: 't23' });
    expect(sent).toHaveLength(1);
  });

  it('R-36 lets the caller write if the thread failed or ended', async () => {
    const failing = queueWith(() => Promise.reject(new Error('The thread ended.')));
    const written = Array.from({ length: 20 }, (_, turn) => failing.write(writeOf(`t${turn}`)));
    expect(await Promise.all(written)).toEqual(Array.from({ length: 20 }, () => undefined));
    failing.end();
    expect(failing.write(writeOf('t'))).toBeUndefined();
  });
});

/** Write statements run by the main thread and not by another. */
const runHere = vi.spyOn(StatementSync.prototype, 'run');

/** Writes often enough that the background thread takes over: the main thread then runs next to nothing. */
async function withThread(store: Store): Promise<void> {
  const together = 100;
  for (let round = 0; ; round += 1) {
    runHere.mockClear();
    const names = Array.from({ length: together }, (_, index) => `round ${round} ${index}`);
    await Promise.all(names.map((threadId) => store.ensureThread({ threadId, now: later(round) })));
    if (runHere.mock.calls.length < together) return;
    await yieldToEventLoop();
  }
}

const titled = (seq: number) => ({ title: `Said in ${seq}`, from: seq });

describe('many writers at once', () => {
  it('I-1 R-36 have all their messages stored in order, numbered and indexed', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path, synchronous: 'normal' }));
    await withThread(store);
    const talk = async (name: string) => {
      await store.ensureThread({ threadId: name, now: later(0) });
      for (let turn = 0; turn < 20; turn += 1) {
        const said = [message(`${name} u${turn}`), message(`${name} a${turn}`, { role: 'assistant' })];
        const { state, messages, added } = await store.append({
          ...{ threadId: name, messages: said, after: turn * 2, now: later(turn) },
          ends: [{ key: `${name} ${turn}`, seq: turn * 2 + 2, length: turn * 2 + 2 }],
          title: ([first]) => first && titled(first.seq),
        });
        expect([state.messages, added, state.title]).toEqual([turn * 2 + 2, 2, 'Said in 1']);
        expect(messages.map(({ seq }) => seq)).toEqual([turn * 2 + 1, turn * 2 + 2]);
        expect(await store.readThread(name)).toEqual(state);
        expect((await store.findEnds([`${name} ${turn}`]))[0]).toMatchObject({ threadId: name });
      }
    };
    const names = Array.from({ length: 24 }, (_, index) => `talk ${index}`);
    await Promise.all(names.map(talk));
    for (const name of names) {
      const stored = await store.readMessages({ threadId: name, from: 1, limit: 100 });
      expect(stored.map(({ id }) => id)).toEqual(
        Array.from({ length: 20 }, (_, turn) => [`${name} u${turn}`, `${name} a${turn}`]).flat(),
      );
      expect(await store.search.listed({ threadId: name, from: 1, limit: 100 })).toHaveLength(40);
    }
    expect(await store.findDamage()).toEqual([]);
  });

  it('R-36 each get their own errors, the same as on the main connection', async () => {
    const store = closing(sqliteStore({ path: newPath(), synchronous: 'normal' }));
    await withThread(store);
    const names = Array.from({ length: 30 }, (_, index) => `t${index}`);
    await Promise.all(names.map((threadId) => store.ensureThread({ threadId, now: later(0) })));
    const outcomes = await Promise.allSettled(
      names.map((name, index) =>
        store.append({
          threadId: index % 10 === 3 ? 'nowhere' : name,
          messages: [message(name)],
          ...(index % 10 === 5 && { after: 7 }),
          now: later(1),
        }),
      ),
    );
    for (const [index, outcome] of outcomes.entries()) {
      const expected =
        index % 10 === 3
          ? { reason: { code: 'unknown_thread', name: 'EverthreadError' } }
          : index % 10 === 5
            ? { reason: { code: 'message_conflict', field: 'after', details: { messages: 0 } } }
            : { value: { added: 1 } };
      expect(outcome).toMatchObject(expected);
    }
  });

  it('R-36 R-41 cannot write into a file that was replaced', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path, synchronous: 'normal' }));
    await withThread(store);
    renameSync(path, `${path}.away`);
    copyFileSync(`${path}.away`, path);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        store.ensureThread({ threadId: `t${index}`, now: later(index) }),
      ),
    );
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'store_failed' } });
    await store.close();
    const direct = new DatabaseSync(`${path}.away`);
    expect(direct.prepare("select id from threads where id like 't%'").all()).toEqual([]);
    direct.close();
  });
});

it('R-36 a thread makes the writes it receives, and rejects after it has ended', async () => {
  const path = newPath();
  const store = closing(sqliteStore({ path }));
  await store.open();
  const thread = (await startFileThread({ file: path, busyTimeoutMs: 5_000, readOnly: false }))!;
  const made: ShortWrite = { name: 'ensureThread', given: { threadId: 't', now: later(0) } };
  const said: ShortWrite = {
    name: 'append',
    given: { threadId: 't', messages: [message('m1'), message('m2')], now: later(1) },
  };
  const [created] = await thread.write([made]);
  expect(created).toMatchObject({ result: { id: 't', messages: 0 } });
  expect(await thread.write([said])).toMatchObject([{ result: { added: 2 }, waiting: 2 }]);
  expect(await store.readMessages({ threadId: 't', from: 1, limit: 9 })).toHaveLength(2);
  await thread.close();
  await yieldToEventLoop();
  await expect(thread.write([said])).rejects.toThrow(/ended/u);
});
