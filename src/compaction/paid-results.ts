/**
 * A model whose answers are kept until they are committed: an equal request of the same thread is answered by
 * what was paid for. What a request is equal by is all that is sent (sources, summaries before, limits, wishes) and who
 * is asked, with what prompts.
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
    /** The thread's past that requests are made of. */
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
      const asked = revision();
      const result = await summarizer.summarize(request);
      // An answer that cannot be kept is still an answer; where the store fails for good, the commit says so.
      await results
        .write({ threadId, key, result, revision: asked, now: runtime.now() })
        .catch(() => undefined);
      return result;
    },
  };
}

/** Its calls are told once: they are in the account already, unless the process ended before. */
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

/** As with hashes of messages, times do not count: a message that came without one may be given another. */
function keyOf({ name, version }: Summarizer, { signal: _signal, ...request }: SummaryRequest): string {
  const content = JSON.stringify([name, version ?? '', request], (field, value) =>
    field === 'at' ? undefined : value,
  );
  return sha256(content);
}
