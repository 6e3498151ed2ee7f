/** Which summaries of a thread the model should redo, and when. */
import type { StrategyFor } from '../engine/thread-strategies.ts';
import type { SummaryHead } from '../records/summary.ts';
import type { Store } from '../store.ts';
import { makeshiftSummaries } from './renew-plan.ts';
import type { RenewalAttempts } from './renewal-attempts.ts';
import { renewalWait, waitMs } from './waits.ts';

/** After this many attempts a summary stays as it is. A refresh by hand still redoes it. */
const mostAttempts = 6;

export async function renewableSummaries(
  ports: { store: Store; strategyFor: StrategyFor; attempts: RenewalAttempts },
  threadId: string,
): Promise<{ head: SummaryHead; due: number }[]> {
  const { store, strategyFor, attempts } = ports;
  const state = await store.readThread(threadId);
  if (!state) return [];
  const { enabled = true, autoSummarize = true } = strategyFor(state).options;
  if (!enabled || !autoSummarize) return [];
  const live = makeshiftSummaries(await store.readSummaryHeads({ threadId, statuses: ['live'] }));
  const tried = live.length === 0 ? {} : await attempts.read();
  const found: { head: SummaryHead; due: number }[] = [];
  for (const head of live) {
    const known = tried[head.id];
    if ((known?.failures ?? 0) >= mostAttempts || (await isUnreadable(store, threadId, head))) continue;
    const first = Date.parse(head.createdAt) + waitMs({ rule: renewalWait, failures: 0, id: head.id });
    found.push({ head, due: known?.after ?? first });
  }
  return found;
}

/** Deleted originals cannot be summarized again. */
async function isUnreadable(store: Store, threadId: string, { readFrom }: SummaryHead): Promise<boolean> {
  if (readFrom === null) return false;
  const [first] = await store.readMetas({ threadId, from: readFrom, to: readFrom });
  return first?.removed === 'deleted';
}
