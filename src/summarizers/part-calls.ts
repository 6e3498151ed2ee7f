/**
 * The calls of a map-reduce: a bounded number at once, counted, and accounted for in the order of the work, not of its
 * completion.
 */
import {
  isSummarizerFailure,
  type Summarizer,
  type SummarizerCall,
  SummarizerFailure,
  type SummaryRequest,
  type SummaryResult,
} from '../summarizer.ts';
import { bounded } from './bounded.ts';
import type { LargeProgress } from './parts.ts';

/** Calls in the order of the work they were made for. */
export type MadeCalls = SummarizerCall[];

type Stage = 'map' | 'reduce';

export function createPartCalls(options: {
  summarizer: Summarizer;
  /** Writes texts that are only a part of the result. */
  partSummarizer: Summarizer;
  request: Omit<SummaryRequest, 'transcript'>;
  signal: AbortSignal;
  concurrency: number;
  /** Number of calls a stage is expected to take. Used only for progress. */
  expected: { [stage in Stage]: number };
  onProgress?: (progress: LargeProgress) => void;
  /** Called at once after a failure, so that parallel work can stop. */
  onFailure: (error: unknown) => void;
}) {
  const { summarizer, partSummarizer, request, signal, expected, onProgress, onFailure } = options;
  const run = bounded(options.concurrency);
  const started = { map: 0, reduce: 0 };
  const done = { map: 0, reduce: 0 };

  async function call(
    part: Pick<SummaryRequest, 'transcript' | 'previous'> & Partial<SummaryRequest>,
    stage: Stage,
    calls: MadeCalls,
  ): Promise<SummaryResult> {
    started[stage] += 1;
    const result = await run(async () => {
      if (signal.aborted) throw abortedFailure();
      const by = part.part !== undefined ? partSummarizer : summarizer;
      const promise = by.summarize({ ...request, ...part, signal });
      try {
        return await Promise.race([promise, rejectSoonAfter(signal, promise)]);
      } catch (error) {
        if (isSummarizerFailure(error)) calls.push(...error.calls);
        onFailure(error);
        throw error;
      }
    });
    calls.push(...result.calls);
    done[stage] += 1;
    onProgress?.({ stage, done: done[stage], total: Math.max(expected[stage], started[stage]) });
    return result;
  }

  /** Works in parallel, but returns results and calls in the order of the items. */
  async function inOrder<Item, Value>(
    items: readonly Item[],
    calls: MadeCalls,
    work: (item: Item, calls: MadeCalls) => Promise<Value>,
  ): Promise<Value[]> {
    const own = items.map((): MadeCalls => []);
    const settled = await Promise.allSettled(items.map((item, index) => work(item, own[index]!)));
    calls.push(...own.flat());
    return settled.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  }

  return { call, inOrder };
}

export function abortedFailure(): SummarizerFailure {
  return new SummarizerFailure({ kind: 'aborted', message: 'The summary was aborted.' });
}

/** A summarizer that ignores the signal must not delay the end. One that obeys it gets time to report its calls. */
function rejectSoonAfter(signal: AbortSignal, promise: Promise<unknown>): Promise<never> {
  const { promise: rejected, reject } = Promise.withResolvers<never>();
  const onAbort = () => setImmediate(() => setImmediate(() => reject(abortedFailure())));
  signal.addEventListener('abort', onAbort, { once: true });
  promise.then(
    () => signal.removeEventListener('abort', onAbort),
    () => signal.removeEventListener('abort', onAbort),
  );
  return rejected;
}
