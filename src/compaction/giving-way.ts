/**
 * Work that waits between two of its pieces until more urgent work has ended. It waits only for what was under way when
 * it gave way, and for nothing that came later. So it goes on by at least a piece each time, however much is said in
 * other threads.
 */
import type { Urgency } from '../workers/urgency.ts';

export type ThreadWork = { readonly threadId: string; hasEnded: boolean };

export type GivingWay = {
  /** Resolves once `work` has ended or is no longer more urgent than this thread, and there is room to go on. */
  wait(threadId: string, work: readonly ThreadWork[]): Promise<void>;
  /** Lets go on what may. Called whenever work ended or became urgent. */
  settle(): void;
  /** Number of threads whose work waits. */
  size(): number;
};

export function createGivingWay(options: {
  urgencyOf: (threadId: string) => Urgency;
  /** Whether one more thread may be worked on. */
  hasRoom: () => boolean;
}): GivingWay {
  const { urgencyOf, hasRoom } = options;
  const waiting = new Map<string, { work: readonly ThreadWork[]; goOn: (() => void)[] }>();
  const goesBefore = (threadId: string) => (work: ThreadWork) =>
    !work.hasEnded && urgencyOf(work.threadId) > urgencyOf(threadId);
  return {
    wait(threadId, work) {
      const known = waiting.get(threadId) ?? { work: [], goOn: [] };
      return new Promise((resolve) => {
        waiting.set(threadId, { work: [...known.work, ...work], goOn: [...known.goOn, resolve] });
      });
    },
    settle() {
      for (const [threadId, { work, goOn }] of waiting) {
        const before = work.filter(goesBefore(threadId));
        if (before.length > 0 || !hasRoom()) {
          waiting.set(threadId, { work: before, goOn });
          continue;
        }
        waiting.delete(threadId);
        for (const resolve of goOn) resolve();
      }
    },
    size: () => waiting.size,
  };
}
