/**
 * Checks of summaries that need no messages: their ranges, whether the live and the prepared ones cover the thread
 * without gaps, their references and those of receipts, and whether everything can be read. Works on heads, which are
 * small; texts are read a few at a time.
 */

import { isEverthreadError } from '../errors.ts';
import { auditHash, receiptHash, summaryHash } from '../records/record-hash.ts';
import type { SummaryHead, SummaryStatus } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Store } from '../store.ts';
import { type DamageReport, isDamage, readingReason } from './damage.ts';
import { type HashCheck, readProofs } from './hashes.ts';
import { checkCounter } from './log.ts';

const textsPerRead = 20;
const receiptsPerRead = 200;

type Check = {
  store: Store;
  state: ThreadState;
  report: DamageReport;
  hashes: HashCheck;
  /** Number of such records according to the thread's row. */
  made: number;
};

/** Undefined if they cannot be read. */
export async function readHeads({
  store,
  state,
  report,
}: Omit<Check, 'made' | 'hashes'>): Promise<SummaryHead[] | undefined> {
  try {
    return await store.readSummaryHeads({ threadId: state.id });
  } catch (error) {
    if (!isDamage(error)) throw error;
    report.add(
      'unreadable',
      'summaries',
      `The summaries of the thread cannot be read: ${readingReason(error)}`,
    );
    return undefined;
  }
}

export async function checkSummaries(check: Check & { heads: readonly SummaryHead[] }): Promise<void> {
  const { state, report, heads } = check;
  const byId = new Map(heads.map((head) => [head.id, head]));
  for (const head of heads) {
    if (checkRange(report, state, head)) checkSources(report, head, byId);
    checkStatusTimes(report, head);
    if (head.parentId !== null && !byId.has(head.parentId)) {
      missingSummary(report, `summary ${head.id}`, head.parentId);
    }
  }
  const live = heads.filter(({ status }) => status === 'live');
  const covered = checkTiling(report, 'live', live, 1);
  const prepared = heads.filter(({ status }) => status === 'prepared');
  checkTiling(report, 'prepared', prepared, covered + 1);
  checkCounter(report, 'covered messages', state.coveredTo, covered);
  checkCounter(report, 'live summaries', state.liveSummaries, live.length);
  const tokens = live.reduce((sum, head) => sum + head.tokens, 0);
  checkCounter(report, 'summary tokens', state.summaryTokens, tokens);
  if (state.checkpoint > state.messages) {
    const detail = `The thread's row says that it was last compacted at message ${state.checkpoint}, but has only ${state.messages}.`;
    report.add('counter', 'row', detail);
  }
  await readTexts(check);
}

export async function checkReceipts(check: Check & { heads: readonly SummaryHead[] }): Promise<void> {
  const { store, state, report, heads } = check;
  const known = new Set(heads.map(({ id }) => id));
  const read = (limit: number, before?: string) => store.readReceipts({ threadId: state.id, limit, before });
  const proofs = await readProofs({ store, threadId: state.id, of: 'receipts', made: check.made, report });
  for await (const receipt of newestFirst(read, { report, what: 'receipt', idOf: 'receiptId' })) {
    const proof = proofs.get(receipt.id);
    const computed = () => receiptHash(receipt, proof!.number);
    check.hashes.compare({ where: `receipt ${receipt.id}`, stored: proof?.hash, computed });
    const named = [...receipt.summaryIds, ...receipt.replacedIds].filter((id) => !known.has(id));
    if (named.length === 0) continue;
    // The receipt may belong to a compaction that committed during this check.
    const found = await store.readSummaryHeads({ threadId: state.id, ids: named });
    for (const { id } of found) known.add(id);
    for (const id of named) if (!known.has(id)) missingSummary(report, `receipt ${receipt.id}`, id);
  }
}

export async function checkAuditTrail({ store, state, report, hashes, made }: Check): Promise<void> {
  const read = (limit: number, before?: string) => store.readAudit({ threadId: state.id, limit, before });
  const proofs = await readProofs({ store, threadId: state.id, of: 'audit', made, report });
  for await (const entry of newestFirst(read, { report, what: 'audit entry', idOf: 'auditId' })) {
    const proof = proofs.get(entry.id);
    const computed = () => auditHash(entry, proof!.number);
    hashes.compare({ where: `audit entry ${entry.id}`, stored: proof?.hash, computed });
  }
}

/** Whether the range is possible. */
function checkRange(report: DamageReport, { messages }: ThreadState, head: SummaryHead): boolean {
  const { from, to, readFrom, readTo, messagesCovered } = head;
  const wrong = (why: string) => {
    report.add('summary-range', `summary ${head.id}`, `Summary ${JSON.stringify(head.id)} ${why}.`);
    return false;
  };
  if (!(from >= 1 && from <= to && to <= messages)) {
    return wrong(`stands for messages ${from} to ${to}, which is no range of a log of ${messages}`);
  }
  if (messagesCovered !== to - from + 1) {
    wrong(`says it covers ${messagesCovered} messages, but its range has ${to - from + 1}`);
  }
  if (readFrom === null && readTo === null) return true;
  if (readFrom === null || readTo === null || readFrom > readTo || readFrom < from || readTo > to) {
    return wrong(`says it read messages ${readFrom} to ${readTo}, which is not within ${from} to ${to}`);
  }
  return true;
}

/** A summary must be made, shown and replaced in this order, because a past turn is rebuilt from these times. */
function checkStatusTimes(report: DamageReport, head: SummaryHead): void {
  const { id, status, madeAt, liveAt, replacedAt } = head;
  const wrong = (why: string) =>
    report.add('summary-moments', `summary ${id}`, `Summary ${JSON.stringify(id)} ${why}.`);
  const statusTimes = [madeAt, liveAt, replacedAt].filter((time) => time !== undefined);
  const ordered = statusTimes.every((time, index) => index === 0 || statusTimes[index - 1]! <= time);
  if (madeAt === undefined) wrong('does not know when it was made');
  if (status === 'live' && liveAt === undefined) wrong('is live and does not know since when');
  if ((status === 'replaced') !== (replacedAt !== undefined)) {
    wrong(
      replacedAt === undefined
        ? 'is replaced and does not know since when'
        : `is ${status}, but says that it was replaced`,
    );
  }
  if (!ordered) wrong(`says it was made, shown and replaced at ${statusTimes.join(', ')} messages`);
}

/** The sources must reach from the first message to the last (I-9). */
function checkSources(report: DamageReport, head: SummaryHead, byId: ReadonlyMap<string, SummaryHead>): void {
  const lost = head.sourceIds.filter((id) => !byId.has(id));
  for (const id of lost) missingSummary(report, `summary ${head.id}`, id);
  if (lost.length > 0) return;
  const parts: { from: number; to: number }[] = head.sourceIds.map((id) => byId.get(id)!);
  if (head.readFrom !== null) parts.push({ from: head.readFrom, to: head.readTo! });
  let next = head.from;
  for (const { from, to } of parts.toSorted((first, second) => first.from - second.from)) {
    if (from !== next) break;
    next = to + 1;
  }
  if (next === head.to + 1) return;
  const detail = `The sources of summary ${JSON.stringify(head.id)} do not make up messages ${head.from} to ${head.to}.`;
  report.add('summary-range', `summary ${head.id}`, detail);
}

/** Returns the end of the covered range. */
function checkTiling(
  report: DamageReport,
  status: SummaryStatus,
  heads: readonly SummaryHead[],
  start: number,
): number {
  let next = start;
  for (const { id, from, to } of heads) {
    if (from !== next) {
      const what =
        from > next ? `messages ${next} to ${from - 1} are left out` : `message ${from} is covered twice`;
      report.add('tiling', `summary ${id}`, `Before the ${status} summary ${JSON.stringify(id)}, ${what}.`);
    }
    next = Math.max(next, to + 1);
  }
  return next - 1;
}

async function readTexts({
  store,
  state,
  report,
  heads,
  hashes,
  made,
}: Check & { heads: readonly SummaryHead[] }): Promise<void> {
  const proofs = await readProofs({ store, threadId: state.id, of: 'summaries', made, report });
  const read = async (ids: readonly string[]): Promise<void> => {
    try {
      for (const summary of await store.readSummaries({ threadId: state.id, ids })) {
        const proof = proofs.get(summary.id);
        const computed = () => summaryHash(summary, proof!.number);
        hashes.compare({ where: `summary ${summary.id}`, stored: proof?.hash, computed });
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (ids.length > 1) for (const id of ids) await read([id]);
      else {
        const detail = `The content of summary ${JSON.stringify(ids[0])} cannot be read.`;
        report.add('unreadable', `summary ${ids[0]}`, detail);
      }
    }
  };
  for (let start = 0; start < heads.length; start += textsPerRead) {
    await read(heads.slice(start, start + textsPerRead).map(({ id }) => id));
  }
}

function missingSummary(report: DamageReport, where: string, id: string): void {
  const detail = `It refers to summary ${JSON.stringify(id)}, which does not exist.`;
  report.add('missing-summary', where, detail);
}

/** One unreadable entry makes its whole page fail; from then on entries are read one by one to name it. */
async function* newestFirst<Entry extends { id: string }>(
  read: (limit: number, before?: string) => Promise<Entry[]>,
  { report, what, idOf }: { report: DamageReport; what: string; idOf: string },
): AsyncGenerator<Entry> {
  let limit = receiptsPerRead;
  const seen = new Set<string>();
  let before: string | undefined;
  for (;;) {
    let page: Entry[];
    try {
      page = await read(limit, before);
    } catch (error) {
      // An id that was just read but cannot be found again is damage too.
      const unfindable = before !== undefined && isEverthreadError(error, 'invalid_input');
      if (!isDamage(error) && !unfindable) throw error;
      if (limit > 1 && !unfindable) {
        limit = 1;
        continue;
      }
      const id = isEverthreadError(error) ? error.details[idOf] : undefined;
      const known = typeof id === 'string';
      report.add(
        'unreadable',
        known ? `${what} ${id}` : what,
        known ? `The ${what} cannot be read.` : readingReason(error),
      );
      if (!known || seen.has(id)) return;
      seen.add(id);
      before = id;
      continue;
    }
    if (page.length === 0) return;
    yield* page;
    const last = page.at(-1)!.id;
    if (seen.has(last)) {
      report.add('unreadable', what, `The order of what is stored as ${what} is damaged.`);
      return;
    }
    seen.add(last);
    before = last;
  }
}
