/** The parts that a thread's methods work with. */

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

/** Shared by all threads of one Everthread instance. */
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
  /** Opens the store; only the first call does. */
  ready(): Promise<void>;
  /** Schedules vectors for new messages. */
  embedLater(): void;
  /** Schedules an update of the owner's profile. */
  profileLater(): void;
  /** Aborts when the instance closes. */
  signal: AbortSignal;
};

/** One thread, with functions shared by its methods. */
export type ThreadAccess = ThreadParts & {
  id: string;
  /** The thread's row; fails if the thread does not exist. */
  readState(): Promise<ThreadState>;
  readSummary(summaryId: string): Promise<SummaryRecord>;
  /** Aborts with the caller's signal, or when the instance closes. */
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
