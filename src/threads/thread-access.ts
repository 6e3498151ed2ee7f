/** What the methods of a thread act through. */

import type { Background } from '../compaction/background.ts';
import { namedSummary } from '../editing/named-summary.ts';
import type { Engine } from '../engine/engine.ts';
import { readKnownThread } from '../engine/known-thread.ts';
import type { ModelRatios } from '../engine/model-ratios.ts';
import type { RequestLog } from '../engine/request-log.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { StrataReader } from '../search/thread-strata.ts';
import type { Summarizer } from '../summarizer.ts';
import type { Turn } from '../turn/turn.ts';

/** What the threads of one Everthread share. */
export type ThreadParts = {
  engine: Engine;
  ratios: ModelRatios;
  requests: RequestLog;
  background: Background;
  turn: Turn;
  strata: StrataReader;
  /** False: nothing is compacted unless asked for. */
  automatic: boolean;
  summarizer: Summarizer | undefined;
  /** Opens the store, once. */
  ready(): Promise<void>;
  /** Something was said that has no vector yet. */
  embedLater(): void;
  /** What is known of an owner may have changed. */
  profileLater(): void;
  /** Ends everything. */
  signal: AbortSignal;
};

/** One thread of them, and what its methods have in common. */
export type ThreadAccess = ThreadParts & {
  id: string;
  /** The thread's row; fails where there is no such thread. */
  readState(): Promise<ThreadState>;
  readSummary(summaryId: string): Promise<SummaryRecord>;
  /** Aborts with the caller's signal, and when everything ends. */
  until(signal: AbortSignal | undefined): AbortSignal;
};

export function accessThread(id: string, parts: ThreadParts): ThreadAccess {
  const readState = async (): Promise<ThreadState> => {
    await parts.ready();
    return readKnownThread(parts.engine, id);
  };
  return {
    ...parts,
    id,
    readState,
    async readSummary(summaryId) {
      await readState();
      return namedSummary(parts.engine.store, id, summaryId);
    },
    until: (signal) => (signal ? AbortSignal.any([signal, parts.signal]) : parts.signal),
  };
}
