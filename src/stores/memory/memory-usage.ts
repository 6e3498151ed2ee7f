/** Summarizer calls and their cost, kept in memory. */
import type { CallRecord, Store } from '../../store.ts';
import { type UsageTotals, unpricedTokensOf } from '../../summarizer.ts';
import { checkId } from '../rules/checks.ts';

type SpentCall = Pick<CallRecord, 'at' | 'inputTokens' | 'outputTokens' | 'costUsd'> & {
  threadId: string | null;
};

export function createMemoryUsage(options: {
  checkOpen: () => void;
  hasThread: (threadId: string) => boolean;
}): Pick<Store, 'recordCalls' | 'usageSince'> & { dropThread(threadId: string): void } {
  const { checkOpen, hasThread } = options;
  let calls: SpentCall[] = [];
  return {
    async recordCalls(records) {
      checkOpen();
      for (const { threadId } of records) if (threadId !== null) checkId('threadId', threadId);
      for (const { threadId, at, inputTokens, outputTokens, costUsd } of records) {
        const owner = threadId !== null && hasThread(threadId) ? threadId : null;
        calls.push({ threadId: owner, at, inputTokens, outputTokens, costUsd });
      }
    },
    async usageSince({ at, threadId }) {
      checkOpen();
      const totals: UsageTotals = {
        calls: 0,
        inputTokens: 0,
        outputTokens: 0,
        costUsd: 0,
        unpricedTokens: 0,
      };
      for (const call of calls) {
        if (call.at < at || (threadId !== undefined && call.threadId !== threadId)) continue;
        totals.calls += 1;
        totals.inputTokens += call.inputTokens;
        totals.outputTokens += call.outputTokens;
        totals.costUsd += call.costUsd;
        totals.unpricedTokens += unpricedTokensOf(call);
      }
      return totals;
    },
    /** The cost of a deleted thread's calls is kept, without its name. */
    dropThread(threadId) {
      calls = calls.map((call) => (call.threadId === threadId ? { ...call, threadId: null } : call));
    },
  };
}
