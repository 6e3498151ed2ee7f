/** A worker that was away for too long has lost its lease: its work is dropped, the other worker's is kept (I-5). */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { isEverthreadError } from '../../src/errors.ts';
import { createEverthread } from '../../src/everthread.ts';
import { type SqliteStore, sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import type { SummaryRequest } from '../../src/summarizer.ts';
import { type ManualClock, manualClock } from '../../src/testing/manual-clock.ts';
import { scriptedSummarizer } from '../../src/testing/scripted-summarizer.ts';
import { chatMessages } from '../chat-messages.ts';
import { databaseFolder, threadId } from '../faults/crash-engine.ts';
import { checkStored } from '../properties/invariants.ts';
import { retelling } from '../retelling.ts';

const { newPath, remove } = databaseFolder();
afterAll(remove);

const leaseMs = 60_000;
const start = Date.UTC(2026, 0, 1);

/** A gate at which the summarizer of one worker waits. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrive, arrived, open, opened };
}

let path: string;
beforeEach(() => {
  path = newPath();
});

function worker(options: { name: string; clock: ManualClock; text: string; gate?: ReturnType<typeof gate> }) {
  const { name, clock, text } = options;
  const requests: SummaryRequest[] = [];
  const store = sqliteStore({ path, synchronous: 'normal' });
  const ever = createEverthread({
    store,
    // Two engines with manual clocks make the same ids, which separate processes never would.
    runtime: { ...clock, newId: (kind) => `${name}_${clock.newId(kind)}` },
    strategy: 'rolling',
    budget: { tokens: 20_000 },
    compaction: { leaseMs, timeoutMs: 6_000_000 },
    automatic: false,
    summarizer: scriptedSummarizer({
      answers: async (request) => {
        requests.push(request);
        options.gate?.arrive();
        await options.gate?.opened;
        return retelling(request, `${text} `);
      },
    }),
  });
  return { ever, store, requests, clock };
}

const earlyText = 'Written by the worker that was away.';
const lateText = 'Written by the worker that took over.';

async function shownTexts(store: SqliteStore): Promise<string[]> {
  const live = await store.readSummaries({ threadId, statuses: ['live'] });
  return live.map(({ text }) => [earlyText, lateText].find((opening) => text.startsWith(opening)) ?? text);
}

describe('a worker whose clock and heartbeat stood still', () => {
  it('I-5 cannot commit after another one has: its work is dropped', async () => {
    const stuck = gate();
    const away = worker({ name: 'away', clock: manualClock({ start }), text: earlyText, gate: stuck });
    const thread = await away.ever.thread(threadId);
    await thread.append(chatMessages(20, 10, 0));
    const running = thread.compact().catch((error: unknown) => error);
    await stuck.arrived;

    const taker = worker({
      name: 'taker',
      clock: manualClock({ start: start + leaseMs + 1 }),
      text: lateText,
    });
    const other = await taker.ever.thread(threadId);
    expect(await other.compact()).toMatchObject({ compacted: true });
    const before = JSON.stringify(await taker.store.readSummaries({ threadId }));
    stuck.open();

    expect(isEverthreadError(await running, 'lease_lost')).toBe(true);
    expect(JSON.stringify(await taker.store.readSummaries({ threadId }))).toBe(before);
    expect(await shownTexts(taker.store)).toEqual([lateText]);
    expect((await other.receipts()).length).toBe(1);
    await checkStored(taker.store, threadId);
    // The worker that lost its lease may compact again later.
    away.clock.advance(10 * leaseMs);
    await thread.append(chatMessages(20, 10, 40));
    expect(await thread.compact()).toMatchObject({ compacted: true });
    await away.ever.close();
    await taker.ever.close();
  });

  it('I-5 cannot commit before the other one has either, and does not disturb it', async () => {
    const first = gate();
    const second = gate();
    const away = worker({ name: 'away', clock: manualClock({ start }), text: earlyText, gate: first });
    const thread = await away.ever.thread(threadId);
    await thread.append(chatMessages(20, 10, 0));
    const lost = thread.compact().catch((error: unknown) => error);
    await first.arrived;
    const taker = worker({
      name: 'taker',
      clock: manualClock({ start: start + leaseMs + 1 }),
      text: lateText,
      gate: second,
    });
    const won = (await taker.ever.thread(threadId)).compact();
    await second.arrived;

    first.open();
    expect(isEverthreadError(await lost, 'lease_lost')).toBe(true);
    expect(await shownTexts(taker.store)).toEqual([]);
    second.open();
    expect(await won).toMatchObject({ compacted: true });
    expect(await shownTexts(taker.store)).toEqual([lateText]);
    await checkStored(taker.store, threadId);
    await away.ever.close();
    await taker.ever.close();
  });

  it('I-5 stops its model call once its heartbeat finds the lease gone', async () => {
    const stuck = gate();
    const away = worker({ name: 'away', clock: manualClock({ start }), text: earlyText, gate: stuck });
    const thread = await away.ever.thread(threadId);
    await thread.append(chatMessages(20, 10, 0));
    const lost = thread.compact().catch((error: unknown) => error);
    await stuck.arrived;
    const taker = worker({
      name: 'taker',
      clock: manualClock({ start: start + leaseMs + 1 }),
      text: lateText,
    });
    await (await taker.ever.thread(threadId)).compact();

    await away.clock.advance(leaseMs / 2);
    // The gate is still closed, so only the signal can have ended the call.
    expect(isEverthreadError(await lost, 'lease_lost')).toBe(true);
    expect(away.requests.every(({ signal }) => signal.aborted)).toBe(true);
    expect(await shownTexts(taker.store)).toEqual([lateText]);
    await away.ever.close();
    await taker.ever.close();
  });
});

describe('a worker whose heart beats', () => {
  it('I-5 keeps its lease however long its model takes', async () => {
    const slow = gate();
    const patient = worker({ name: 'patient', clock: manualClock({ start }), text: earlyText, gate: slow });
    const thread = await patient.ever.thread(threadId);
    await thread.append(chatMessages(20, 10, 0));
    const running = thread.compact();
    await slow.arrived;
    for (let beat = 0; beat < 30; beat += 1) await patient.clock.advance(leaseMs / 3);

    const other = worker({
      name: 'other',
      clock: manualClock({ start: patient.clock.now() }),
      text: lateText,
    });
    expect(await (await other.ever.thread(threadId)).compact()).toEqual({
      compacted: false,
      reason: 'Another worker is compacting this thread.',
    });
    expect(other.requests).toEqual([]);
    slow.open();
    expect(await running).toMatchObject({ compacted: true });
    expect(await shownTexts(other.store)).toEqual([earlyText]);
    await patient.ever.close();
    await other.ever.close();
  });
});
