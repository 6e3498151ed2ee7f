/** Emits how far a run over a backlog is, each time a pass has committed more of it. */
import type { Emitter } from '../engine/emitter.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Runtime } from '../runtime.ts';

export type RunProgress = { at(state: Pick<ThreadState, 'id' | 'coveredTo' | 'messages'>): void };

export function createRunProgress({
  runtime,
  emitter,
}: {
  runtime: Runtime;
  emitter: Pick<Emitter, 'emit'>;
}): RunProgress {
  const started = runtime.now();
  let first: number | undefined;
  let last = 0;
  return {
    at({ id, coveredTo, messages }) {
      first ??= last = coveredTo;
      if (coveredTo <= last) return;
      last = coveredTo;
      const done = coveredTo - first;
      const total = messages - first;
      const perSecond = (done * 1_000) / Math.max(1, runtime.now() - started);
      emitter.emit('compaction-progress', {
        threadId: id,
        done,
        total,
        perSecond,
        secondsLeft: (total - done) / perSecond,
      });
    },
  };
}
