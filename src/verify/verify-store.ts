/**
 * Finds damage in a store by recomputing everything that follows from stored data: hashes, numbers, counters, coverage,
 * references. It uses only the store contract, so it works on any store, also while the store is in use. It repairs
 * nothing. Damage of the file itself is found by the store.
 */

import { isEverthreadError } from '../errors.ts';
import type { ThreadProof } from '../records/proofs.ts';
import { threadHash } from '../records/record-hash.ts';
import type { SummaryHead } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Store } from '../store.ts';
import { unknownThread } from '../stores/rules/checks.ts';
import {
  checkPart,
  type Damage,
  type DamageReport,
  damageReport,
  isDamage,
  readingReason,
} from './damage.ts';
import { readAllRequests, unreadableOwners } from './figures.ts';
import { hashCheck } from './hashes.ts';
import { checkLog } from './log.ts';
import { checkSearchIndex } from './search-index.ts';
import { sourceCheck } from './sources.ts';
import { checkAuditTrail, checkReceipts, checkSummaries, readHeads } from './summaries.ts';

export type { Damage, DamageKind } from './damage.ts';

/** Numbers of records checked so far. */
export type VerifyTotals = {
  threads: number;
  messages: number;
  summaries: number;
  damages: number;
  /** Records of an earlier version that have no hash of their own yet: changes to them cannot be detected. */
  unhashed: number;
};

export type VerifyOptions = {
  store: Store;
  /** Check only this thread. */
  threadId?: string;
  /** Called after each piece of work, and at the end. */
  onProgress?: (progress: VerifyTotals & { threadId: string }) => void;
};

const threadsPerPage = 100;
/** A thread that changes while it is checked is checked again, up to this many attempts. */
const attempts = 3;

/** Yields damages as they are found, thread by thread, and returns the totals. */
export async function* verifyStore(options: VerifyOptions): AsyncGenerator<Damage, VerifyTotals, undefined> {
  const { store, threadId, onProgress } = options;
  await store.open();
  const totals: VerifyTotals = { threads: 0, messages: 0, summaries: 0, damages: 0, unhashed: 0 };
  if (threadId !== undefined && !(await exists(store, threadId))) throw unknownThread(threadId);
  for await (const found of threadId === undefined ? threadIds(store) : [threadId]) {
    const { damages, ...counts } =
      typeof found === 'string'
        ? await verifyThread(store, found, (counted) => onProgress?.(sumOf(totals, counted, found)))
        : { damages: [found], messages: 0, summaries: 0, unhashed: 0 };
    totals.threads += 1;
    totals.messages += counts.messages;
    totals.summaries += counts.summaries;
    totals.unhashed += counts.unhashed;
    for (const damage of damages) {
      totals.damages += 1;
      yield damage;
    }
    onProgress?.({ ...totals, threadId: typeof found === 'string' ? found : found.threadId });
  }
  if (threadId !== undefined) return totals;
  for await (const damage of unreadableOwners(store)) {
    totals.damages += 1;
    yield damage;
  }
  return totals;
}

type Counts = { messages: number; summaries: number; unhashed: number };

function sumOf(totals: VerifyTotals, counts: Counts, threadId: string): VerifyTotals & { threadId: string } {
  return {
    ...totals,
    messages: totals.messages + counts.messages,
    summaries: totals.summaries + counts.summaries,
    unhashed: totals.unhashed + counts.unhashed,
    threadId,
  };
}

/** A thread with a damaged row does exist. */
async function exists(store: Store, threadId: string): Promise<boolean> {
  try {
    return (await store.readThread(threadId)) !== undefined;
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  }
}

/** One unreadable row makes its whole page fail; from then on rows are read one by one to name it. */
async function* threadIds(store: Store): AsyncGenerator<string | Damage> {
  let limit = threadsPerPage;
  let after: string | undefined;
  const seen = new Set<string>();
  for (;;) {
    let page: ThreadState[];
    try {
      page = await store.listThreads({ limit, after });
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (limit > 1) {
        limit = 1;
        continue;
      }
      const threadId = isEverthreadError(error) ? error.details.threadId : undefined;
      if (typeof threadId !== 'string') {
        yield { threadId: '', kind: 'unreadable', where: 'threads', message: readingReason(error) };
        return;
      }
      if (seen.has(threadId)) return;
      seen.add(threadId);
      yield threadId;
      after = threadId;
      continue;
    }
    const last = page.at(-1)?.id;
    if (last === undefined) return;
    yield* page.map(({ id }) => id);
    if (seen.has(last)) {
      yield {
        threadId: '',
        kind: 'unreadable',
        where: 'threads',
        message: 'The order of the threads is damaged.',
      };
      return;
    }
    seen.add(last);
    after = last;
  }
}

async function verifyThread(
  store: Store,
  threadId: string,
  onProgress: (counts: Counts) => void,
): Promise<Counts & { damages: Damage[] }> {
  for (let attempt = 1; ; attempt += 1) {
    const report = damageReport(threadId);
    const counts: Counts = { messages: 0, summaries: 0, unhashed: 0 };
    let proof: ThreadProof | undefined;
    try {
      proof = await store.readThreadProof(threadId);
      // Deleted since it was listed.
      if (!proof) return { ...counts, damages: [] };
    } catch (error) {
      if (!isDamage(error)) throw error;
      report.add('unreadable', 'row', `${readingReason(error)} Its thread was not checked.`);
      return { ...counts, damages: report.damages };
    }
    await checkThread({ store, proof, report, counts, onProgress });
    // A change during the check looks like damage.
    const moved = report.damages.length > 0 && (await hasChanged(store, proof));
    if (!moved || attempt >= attempts) return { ...counts, damages: report.damages };
  }
}

/** Runs each check separately, so that one that fails does not hide the findings of the others. */
async function checkThread(options: {
  store: Store;
  proof: ThreadProof;
  report: DamageReport;
  counts: Counts;
  onProgress: (counts: Counts) => void;
}): Promise<void> {
  const { store, proof, report, counts, onProgress } = options;
  const { state, made } = proof;
  const hashes = hashCheck({ report, awaitsHashes: proof.awaitsHashes });
  const check = { store, state, report, hashes };
  hashes.compare({
    where: "the thread's row",
    stored: proof.hash,
    computed: () => threadHash(state, made),
  });
  let heads: SummaryHead[] | undefined;
  await checkPart(report, 'summaries', async () => {
    heads = await readHeads(check);
    counts.summaries = heads?.length ?? 0;
    if (heads) await checkSummaries({ ...check, made: made.summaries, heads });
  });
  await checkPart(report, 'messages', async () => {
    const onMessages = (count: number) => {
      counts.messages += count;
      onProgress(counts);
    };
    const sources = sourceCheck({ heads: heads ?? [], report });
    await checkLog({ ...check, sources, onMessages });
  });
  await checkPart(report, 'receipts', async () => {
    if (heads) await checkReceipts({ ...check, made: made.receipts, heads });
  });
  await checkPart(report, 'audit trail', () => checkAuditTrail({ ...check, made: made.audit }));
  await checkPart(report, 'requests', () => readAllRequests(store, state.id));
  await checkPart(report, 'search index', () => checkSearchIndex(check));
  counts.unhashed = hashes.unhashed;
}

async function hasChanged(store: Store, before: ThreadProof): Promise<boolean> {
  const now = await store.readThreadProof(before.state.id).catch(() => undefined);
  if (!now) return false;
  const of = ({ state, made, hash }: ThreadProof) => JSON.stringify([state, made, hash]);
  return of(now) !== of(before);
}
