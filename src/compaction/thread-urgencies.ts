/**
 * How urgent the work on each thread is: above all what a request waits for, then what belongs to a thread whose context
 * is asked for, then everything else.
 */
import { createLastUsed } from '../text/last-used.ts';
import { type Urgency, urgencies } from '../workers/urgency.ts';

/** The threads that talked last are remembered. Work on one that was forgotten only comes later. */
const mostTalking = 128;

export type ThreadUrgencies = {
  urgencyOf(threadId: string): Urgency;
  /** Notes whether somebody talks in a thread. */
  noteTalk(threadId: string, isTalk: boolean): void;
  /** A request waits for work on this thread until the result is called. */
  requestWaits(threadId: string): () => void;
};

export function createThreadUrgencies(): ThreadUrgencies {
  const talking = createLastUsed<string, true>({ most: mostTalking });
  const requests = new Map<string, number>();
  const add = (threadId: string, change: 1 | -1) => {
    const count = (requests.get(threadId) ?? 0) + change;
    if (count === 0) requests.delete(threadId);
    else requests.set(threadId, count);
  };
  return {
    urgencyOf: (threadId) =>
      requests.has(threadId) ? urgencies.request : talking.get(threadId) ? urgencies.talk : urgencies.backlog,
    noteTalk(threadId, isTalk) {
      if (isTalk) talking.set(threadId, true);
      else talking.delete(threadId);
    },
    requestWaits(threadId) {
      add(threadId, 1);
      return () => add(threadId, -1);
    },
  };
}
