/** Answers of summarizers that are not yet part of a committed summary, kept in memory. */
import { mostResults, type ResultCache } from '../../result-cache.ts';
import { checkId, encodeJson } from '../rules/checks.ts';
import type { MemoryThread } from './memory-thread.ts';

export function createMemoryResults(threadOf: (threadId: string) => MemoryThread | undefined): ResultCache {
  return {
    async read({ threadId, key }) {
      checkId('key', key);
      const stored = threadOf(threadId)?.results.get(key);
      return stored && { result: JSON.parse(stored.result), accounted: stored.accounted };
    },
    async write({ threadId, key, result, revision }) {
      checkId('key', key);
      const thread = threadOf(threadId);
      if (thread?.state.revision !== revision) return;
      const encoded = encodeJson('result', result);
      thread.results.delete(key);
      thread.results.set(key, { result: encoded, accounted: false });
      if (thread.results.size > mostResults) thread.results.delete(thread.results.keys().next().value!);
    },
    async drop(threadId) {
      threadOf(threadId)?.results.clear();
    },
  };
}

/** Called once their cost was recorded with the calls. */
export function markResultsAccounted({ results }: Pick<MemoryThread, 'results'>): void {
  for (const stored of results.values()) stored.accounted = true;
}
