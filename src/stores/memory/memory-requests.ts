/** Requests (contexts that were handed out), kept in memory. */
import type { StoredRequest } from '../../records/request.ts';
import type { Store } from '../../store.ts';
import { checkRequests, sumRequests } from '../rules/request-checks.ts';

type Kept = Omit<StoredRequest, 'threadId'> & { threadId: string | null };

export function createMemoryRequests(options: {
  checkOpen: () => void;
  hasThread: (threadId: string) => boolean;
}): Pick<Store, 'recordRequests' | 'reportRequests' | 'readRequests' | 'requestTotals'> & {
  dropThread(threadId: string): void;
} {
  const { checkOpen, hasThread } = options;
  let requests: Kept[] = [];
  return {
    async recordRequests(made) {
      checkOpen();
      checkRequests(made);
      for (const request of made) {
        const threadId = hasThread(request.threadId) ? request.threadId : null;
        requests.push({ ...structuredClone(request), threadId, number: requests.length + 1 });
      }
    },
    async reportRequests(made) {
      checkOpen();
      checkRequests(made);
      for (const { threadId, seq, at, model, reported } of made) {
        const index = requests.findLastIndex(
          (kept) =>
            kept.threadId === threadId && kept.seq === seq && kept.at === at && kept.reported === null,
        );
        if (index >= 0) requests[index] = { ...requests[index]!, model, reported: structuredClone(reported) };
      }
    },
    async readRequests({ threadId, seq, limit, before = Number.POSITIVE_INFINITY }) {
      checkOpen();
      return requests
        .filter((kept) => kept.threadId === threadId && kept.number < before)
        .filter((kept) => seq === undefined || kept.seq === seq)
        .slice(-limit)
        .toReversed()
        .map((kept) => ({ ...structuredClone(kept), threadId }));
    },
    async requestTotals({ threadId } = {}) {
      checkOpen();
      return sumRequests(requests.filter((kept) => threadId === undefined || kept.threadId === threadId));
    },
    /** The figures of a deleted thread's requests are kept, without its name. */
    dropThread(threadId) {
      requests = requests.map((kept) => (kept.threadId === threadId ? { ...kept, threadId: null } : kept));
    },
  };
}
