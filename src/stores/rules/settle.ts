/**
 * Rules for committing a compaction: pure, and the same for every store. Checks the worker's right to commit, and that
 * live summaries cover their range without gap or overlap (I-2, I-5, I-6). Stale summaries count too: they keep their
 * place until they are made again. Each store reads the places and writes the result.
 */
import { EverthreadError, invalidInput } from '../../errors.ts';
import { newerSent } from '../../records/sent-state.ts';
import type { SummaryRecord, SummaryStatus } from '../../records/summary.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import type { CompactionCommit } from '../../store.ts';
import { checkCount, checkId, unknownSummary } from './checks.ts';

/** The place of a summary in the thread. */
export type SummaryPlace = Pick<SummaryRecord, 'id' | 'status' | 'from' | 'to' | 'tokens'>;

/** The place of a message in the thread. */
export type StoredPlace = { seq: number; id: string };

export type SettledCommit = {
  state: ThreadState;
  /** The given summaries with their status after the commit and its times. */
  inserts: SummaryRecord[];
  /** Stored summaries whose status changes. */
  changes: { id: string; status: SummaryStatus }[];
};

export function checkCommit(commit: CompactionCommit): void {
  const { threadId } = commit.lease;
  checkId('lease.threadId', threadId);
  checkCount('coverTo', commit.coverTo);
  if (commit.checkpoint !== null) checkCount('checkpoint', commit.checkpoint);
  if (commit.fixedTokens !== undefined) checkCount('fixedTokens', commit.fixedTokens);
  commit.insert.forEach((summary, index) => {
    const field = `insert[${index}]`;
    checkId(`${field}.id`, summary.id);
    checkCount(`${field}.tokens`, summary.tokens);
    if (summary.threadId !== threadId) {
      throw invalidInput(
        `${field}.threadId`,
        `the lease's thread ${JSON.stringify(threadId)}`,
        summary.threadId,
      );
    }
  });
  if (commit.receipt) {
    checkId('receipt.id', commit.receipt.id);
    checkCount('receipt.from', commit.receipt.from);
    checkCount('receipt.to', commit.receipt.to);
    if (commit.receipt.threadId !== threadId) {
      throw invalidInput(
        'receipt.threadId',
        `the lease's thread ${JSON.stringify(threadId)}`,
        commit.receipt.threadId,
      );
    }
  }
}

/** Numbers of the messages that `settleCommit` looks up: few, however long the log is. */
export function placesNeeded(commit: CompactionCommit): number[] {
  const seqs = commit.insert.flatMap((summary) => [summary.from, summary.to]);
  return [...new Set(seqs)].filter((seq) => Number.isSafeInteger(seq) && seq > 0);
}

/**
 * The messages that become covered by the commit, or uncovered. Their tokens are summed up again, because the sums
 * stored with messages are from the append and do not include later edits.
 */
export function movedRange(
  commit: CompactionCommit,
  { coveredTo }: ThreadState,
): { from: number; to: number } {
  return { from: Math.min(coveredTo, commit.coverTo) + 1, to: Math.max(coveredTo, commit.coverTo) };
}

/** An expired lease that nobody else took is still valid: the fence proves that no other worker came in between. */
export function checkRight(options: {
  commit: CompactionCommit;
  state: ThreadState;
  leaseOwner: string | null;
  fence: number;
}): void {
  const { commit, state, leaseOwner, fence } = options;
  const { lease } = commit;
  if (fence !== lease.fence || leaseOwner !== lease.owner) {
    throw new EverthreadError({
      code: 'lease_lost',
      message: `The lease of thread ${JSON.stringify(lease.threadId)} was lost (fence ${lease.fence}, now ${fence}). Nothing was stored; plan again under a new lease.`,
      details: { threadId: lease.threadId, fence: lease.fence, currentFence: fence },
    });
  }
  if (commit.revision !== state.revision) {
    throw stalePlan(
      lease.threadId,
      `it was made on revision ${commit.revision}, the thread is at ${state.revision}`,
    );
  }
}

export function settleCommit(options: {
  commit: CompactionCommit;
  state: ThreadState;
  /** All live and prepared summaries, and every stored one whose id occurs in the commit. */
  summaries: ReadonlyMap<string, SummaryPlace>;
  /** The messages of `placesNeeded` that exist. */
  log: ReadonlyMap<number, StoredPlace>;
  /** Tokens of the messages of `movedRange`. */
  movedTokens: number;
}): SettledCommit {
  const { commit, state, summaries, log, movedTokens } = options;
  const after = new Map(summaries);
  commit.insert.forEach((summary, index) => {
    if (after.has(summary.id)) throw invalidInput(`insert[${index}].id`, 'an id not used before', summary.id);
    checkPlace(`insert[${index}]`, summary, log);
    after.set(summary.id, summary);
  });
  for (const id of commit.activates) changeStatus({ after, commit, id, to: 'live', from: ['prepared'] });
  for (const id of commit.replaces) {
    changeStatus({ after, commit, id, to: 'replaced', from: ['live', 'prepared', 'partial'] });
  }

  const live = inOrder(after, 'live');
  const prepared = inOrder(after, 'prepared');
  const covered = checkTiling('live', live, 1);
  if (covered !== commit.coverTo) {
    throw invalidInput('coverTo', `${covered}, where the live summaries end`, commit.coverTo);
  }
  if (checkTiling('prepared', prepared, covered + 1) > state.messages) {
    throw invalidInput('insert', `ranges within the log of ${state.messages} messages`, 'a longer one');
  }

  const summaryTokens = live.reduce((sum, summary) => sum + summary.tokens, 0);
  const tailTokens = state.tailTokens + (covered < state.coveredTo ? movedTokens : -movedTokens);
  const { fixedTokens = state.fixedTokens } = commit;
  const sent = newerSent(state.sent, commit.sent);
  const unchanged = sameLive(summaries, live);
  return {
    state: {
      ...state,
      revision: state.revision + (unchanged ? 0 : 1),
      coveredTo: covered,
      tailTokens,
      summaryTokens,
      liveSummaries: live.length,
      fixedTokens,
      ...(sent === undefined ? {} : { sent }),
      ...(commit.checkpoint === null
        ? {}
        : {
            checkpoint: commit.checkpoint,
            compactions: state.compactions + 1,
            tokensAfterCompaction: fixedTokens + summaryTokens + tailTokens,
          }),
    },
    inserts: commit.insert.map(({ liveAt: _liveAt, replacedAt: _replacedAt, ...summary }) => {
      const { status } = after.get(summary.id)!;
      return { ...summary, status, madeAt: state.messages, ...statusTimes(status, state) };
    }),
    changes: [...summaries.values()]
      .filter((place) => after.get(place.id)!.status !== place.status)
      .map(({ id }) => ({ id, status: after.get(id)!.status })),
  };
}

/** The message count at which a summary was first shown, or stopped being shown, stored with its new status. */
export function statusTimes(
  status: SummaryStatus,
  { messages }: Pick<ThreadState, 'messages'>,
): Pick<SummaryRecord, 'liveAt' | 'replacedAt'> {
  if (status === 'live') return { liveAt: messages };
  return status === 'replaced' ? { replacedAt: messages } : {};
}

/** First and last messages are compared by id: other ids mean that the plan was made for another log (I-9). */
function checkPlace(field: string, summary: SummaryRecord, log: ReadonlyMap<number, StoredPlace>): void {
  const { from, to } = summary;
  const first = log.get(from);
  const last = log.get(to);
  if (!first || !last || from > to) {
    throw invalidInput(field, 'a summary of a range that is in the log', `${from} … ${to}`);
  }
  if (first.id !== summary.startMessageId) {
    throw invalidInput(`${field}.startMessageId`, `the id of message ${from}`, summary.startMessageId);
  }
  if (last.id !== summary.endMessageId) {
    throw invalidInput(`${field}.endMessageId`, `the id of message ${to}`, summary.endMessageId);
  }
}

function changeStatus(options: {
  after: Map<string, SummaryPlace>;
  commit: CompactionCommit;
  id: string;
  from: readonly SummaryStatus[];
  to: SummaryStatus;
}): void {
  const { after, commit, id, from, to } = options;
  const place = after.get(id);
  if (!place) {
    throw unknownSummary(to === 'live' ? 'activates' : 'replaces', commit.lease.threadId, id);
  }
  if (!from.includes(place.status)) {
    throw stalePlan(commit.lease.threadId, `summary ${JSON.stringify(id)} is ${place.status} by now`);
  }
  after.set(id, { ...place, status: to });
}

function inOrder(places: ReadonlyMap<string, SummaryPlace>, status: SummaryStatus): SummaryPlace[] {
  return [...places.values()]
    .filter((place) => place.status === status)
    .sort((first, second) => first.from - second.from);
}

/** Returns the end of the covered range. */
export function checkTiling(status: SummaryStatus, places: readonly SummaryPlace[], start: number): number {
  let next = start;
  for (const { from, to } of places) {
    if (from !== next || to < from) {
      throw invalidInput(
        'insert',
        `such that ${status} summaries follow each other from message ${start} on without gap or overlap`,
        `one of ${from} … ${to} where ${next} should begin`,
      );
    }
    next = to + 1;
  }
  return next - 1;
}

/** Prepared summaries do not change what is shown, so plans made meanwhile remain valid. */
function sameLive(before: ReadonlyMap<string, SummaryPlace>, live: readonly SummaryPlace[]): boolean {
  const wasLive = [...before.values()].filter((place) => place.status === 'live');
  return wasLive.length === live.length && live.every(({ id }) => before.get(id)?.status === 'live');
}

function stalePlan(threadId: string, reason: string): EverthreadError {
  return new EverthreadError({
    code: 'stale_plan',
    message: `The plan for thread ${JSON.stringify(threadId)} is out of date: ${reason}. Nothing was stored; plan again.`,
    details: { threadId },
  });
}
