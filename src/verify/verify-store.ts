/**
 * Finds damage in a store by computing again what must follow from what is stored: hashes, numbers, counters,
 * coverage, references. Works over the contract alone, on any store, while it is in use. It repairs nothing; damage
 * of the file itself is found by the store's own means.
 */

import type { ThreadState } from '../records/thread-state.ts';
import type { Store } from '../store.ts';
import { unknownThread } from '../stores/rules/checks.ts';
import { type Damage, damageReport, isCorrupt } from './damage.ts';
import { checkLog } from './log.ts';
import { checkSearchIndex } from './search-index.ts';
import { sourceCheck } from './sources.ts';
import { checkAuditTrail, checkReceipts, checkSummaries, readHeads } from './summaries.ts';

export type { Damage, DamageKind } from './damage.ts';

/** What was looked at so far. */
export type VerifyTotals = { threads: number; messages: number; summaries: number; damages: number };

export type VerifyOptions = {
  store: Store;
  /** One thread alone. */
  threadId?: string;
  /** Called after each piece of work, and at the end. */
  onProgress?: (progress: VerifyTotals & { threadId: string }) => void;
};

const threadsPerPage = 100;
/** A thread whose past changes while it is checked is checked again, so often. */
const attempts = 3;

/** Gives the damages as they are found, thread by thread, and returns what was looked at. */
export async function* verifyStore(options: VerifyOptions): AsyncGenerator<Damage, VerifyTotals, undefined> {
  const { store, threadId, onProgress } = options;
  await store.open();
  const totals: VerifyTotals = { threads: 0, messages: 0, summaries: 0, damages: 0 };
  if (threadId !== undefined && !(await exists(store, threadId))) throw unknownThread(threadId);
  for await (const found of threadId === undefined ? threadIds(store) : [threadId]) {
    const { damages, ...counts } =
      typeof found === 'string'
        ? await verifyThread(store, found, (counted) => onProgress?.(sumOf(totals, counted, found)))
        : { damages: [found], messages: 0, summaries: 0 };
    totals.threads += 1;
    totals.messages += counts.messages;
    totals.summaries += counts.summaries;
    for (const damage of damages) {
      totals.damages += 1;
      yield damage;
    }
    onProgress?.({ ...totals, threadId: typeof found === 'string' ? found : found.threadId });
  }
  return totals;
}

type Counts = { messages: number; summaries: number };

function sumOf(totals: VerifyTotals, counts: Counts, threadId: string): VerifyTotals & { threadId: string } {
  return {
    ...totals,
    messages: totals.messages + counts.messages,
    summaries: totals.summaries + counts.summaries,
    threadId,
  };
}

/** Damage of a row is no reason to leave its thread out. */
async function exists(store: Store, threadId: string): Promise<boolean> {
  try {
    return (await store.readThread(threadId)) !== undefined;
  } catch (error) {
    if (isCorrupt(error)) return true;
    throw error;
  }
}

/** One row that cannot be read makes its whole page fail: from then on they are read one by one, to name it. */
async function* threadIds(store: Store): AsyncGenerator<string | Damage> {
  let limit = threadsPerPage;
  let after: string | undefined;
  for (;;) {
    let page: ThreadState[];
    try {
      page = await store.listThreads({ limit, after });
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      if (limit > 1) {
        limit = 1;
        continue;
      }
      const { threadId } = error.details;
      if (typeof threadId !== 'string') {
        yield { threadId: '', kind: 'unreadable', where: 'threads', message: error.message };
        return;
      }
      yield threadId;
      after = threadId;
      continue;
    }
    if (page.length === 0) return;
    yield* page.map(({ id }) => id);
    after = page.at(-1)!.id;
  }
}

async function verifyThread(
  store: Store,
  threadId: string,
  onProgress: (counts: Counts) => void,
): Promise<Counts & { damages: Damage[] }> {
  for (let attempt = 1; ; attempt += 1) {
    const report = damageReport(threadId);
    const counts: Counts = { messages: 0, summaries: 0 };
    let state: ThreadState | undefined;
    try {
      state = await store.readThread(threadId);
      // Deleted since it was listed.
      if (!state) return { ...counts, damages: [] };
      const heads = await readHeads({ store, state, report });
      counts.summaries = heads?.length ?? 0;
      if (heads) await checkSummaries({ store, state, report, heads });
      const onMessages = (count: number) => {
        counts.messages += count;
        onProgress(counts);
      };
      const sources = sourceCheck({ heads: heads ?? [], report });
      await checkLog({ store, state, report, sources, onMessages });
      if (heads) await checkReceipts({ store, state, report, heads });
      await checkAuditTrail({ store, state, report });
      await checkSearchIndex({ store, state, report });
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      addUnreadable(report.damages, threadId, state, error.message);
    }
    // What changed while it was read looks like damage and is none.
    const moved = report.damages.length > 0 && state && (await hasMoved(store, state));
    if (!moved || attempt >= attempts) return { ...counts, damages: report.damages };
  }
}

function addUnreadable(
  damages: Damage[],
  threadId: string,
  state: ThreadState | undefined,
  message: string,
): void {
  const where = state ? 'thread' : 'row';
  const left = state ? 'The rest of the thread was not checked.' : 'Its thread was not checked.';
  damages.push({ threadId, kind: 'unreadable', where, message: `${message} ${left}` });
}

async function hasMoved(store: Store, { id, revision, messages }: ThreadState): Promise<boolean> {
  const now = await store.readThread(id).catch(() => undefined);
  return now?.revision !== revision || now.messages !== messages;
}
