/**
 * Wraps a model so that its answers are kept until they are committed, and an equal request of the same thread
 * is not paid for twice. Requests are equal when everything sent is equal (sources, previous summaries, limits, focus
 * and detail), and the summarizer and its prompt version too.
 */
import { sha256 } from '../message/hash.ts';
import type { ResultCache } from '../result-cache.ts';
import type { Runtime } from '../runtime.ts';
import type { Summarizer, SummaryRequest, SummaryResult } from '../summarizer.ts';
import { readSummaryResult } from '../summarizers/read-result.ts';

export function withPaidResults(
  summarizer: Summarizer,
  options: {
    results: ResultCache;
    runtime: Runtime;
    threadId: string;
    /** Revision of the thread that the requests are made from. */
    revision: () => number;
  },
): Summarizer {
  const { results, runtime, threadId, revision } = options;
  return {
    ...summarizer,
    async summarize(request) {
      const key = keyOf(summarizer, request);
      const paid = await readPaid(results, { threadId, key, name: summarizer.name });
      if (paid) return paid;
      const revisionBefore = revision();
      const result = await summarizer.summarize(request);
      // Failing to keep an answer does not fail the call. If the store has really failed, the commit reports it.
      await results
        .write({ threadId, key, result, revision: revisionBefore, now: runtime.now() })
        .catch(() => undefined);
      return result;
    },
  };
}

/** Returns the answer without its calls if their cost is already recorded. */
async function readPaid(
  results: ResultCache,
  { threadId, key, name }: { threadId: string; key: string; name: string },
): Promise<SummaryResult | undefined> {
  try {
    const cached = await results.read({ threadId, key });
    if (!cached) return undefined;
    const result = readSummaryResult(name, cached.result);
    return cached.accounted ? { ...result, calls: [] } : result;
  } catch {
    return undefined;
  }
}

/**
 * Leaves times out of the key: a message appended without a time may have another one in the repeated request. Answers
 * are kept for each thread anyway.
 */
function keyOf(
  { name, version }: Summarizer,
  { signal: _signal, threadId: _threadId, ...request }: SummaryRequest,
): string {
  const content = JSON.stringify([name, version ?? '', request], (field, value) =>
    field === 'at' ? undefined : value,
  );
  return sha256(content);
}
