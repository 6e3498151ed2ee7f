/**
 * A store that lives as long as the process: for tests, examples and temporary threads. Content is kept as JSON text,
 * so that reading returns copies that look as they would from a database.
 */
import type { Message } from '../../message/message.ts';
import { yieldToEventLoop } from '../../runtime.ts';
import type { Store } from '../../store.ts';
import { checkPinsUpdate, checkUpdate } from '../rules/audit-entries.ts';
import { byPlace, checkCount, checkId, checkPlaces, storeClosed, unknownThread } from '../rules/checks.ts';
import { checkEnds } from '../rules/conversation-ends.ts';
import { checkPrepared } from '../rules/numbering.ts';
import { checkRewrite } from '../rules/rewriting.ts';
import { checkCommit } from '../rules/settle.ts';
import { appendToThread } from './memory-append.ts';
import { commitToThread } from './memory-commit.ts';
import { createMemoryEnds } from './memory-ends.ts';
import { recordProofs, threadProof } from './memory-hashes.ts';
import { createMemoryLeases } from './memory-leases.ts';
import { createMemoryProfiles } from './memory-profiles.ts';
import { createMemoryRequests } from './memory-requests.ts';
import { restoreThread } from './memory-restore.ts';
import { createMemoryResults, markResultsAccounted } from './memory-results.ts';
import { rewriteThread, selectAudit, updateStoredPins, updateStoredSummary } from './memory-rewrite.ts';
import { memorySearch } from './memory-search.ts';
import {
  copyHead,
  type MemoryThread,
  selectMessages,
  selectReceipts,
  selectSummaries,
  toMessage,
  toRecord,
} from './memory-thread.ts';
import { createMemoryThreads } from './memory-threads.ts';
import { createMemoryUsage } from './memory-usage.ts';

/**
 * Timers and sockets get a turn after this many calls. Counted instead of timed, so that the same calls give the same
 * order of events (I-12).
 */
const callsBetweenPauses = 100;

export function memoryStore(): Store {
  let made = 0;
  const paused = (): Promise<void> | undefined => {
    made += 1;
    return made % callsBetweenPauses === 0 ? yieldToEventLoop() : undefined;
  };
  const threads = new Map<string, MemoryThread>();
  const values = new Map<string, string>();
  let closed = false;

  const checkOpen = () => {
    if (closed) throw storeClosed('memory');
  };
  const hasThread = (threadId: string) => threads.has(threadId);
  const { dropThread: dropRequests, ...requests } = createMemoryRequests({ checkOpen, hasThread });
  const { dropThread: dropUsage, ...usage } = createMemoryUsage({ checkOpen, hasThread });

  function threadOf(threadId: string): MemoryThread | undefined {
    checkOpen();
    checkId('threadId', threadId);
    return threads.get(threadId);
  }

  function existing(threadId: string): MemoryThread {
    const thread = threadOf(threadId);
    if (!thread) throw unknownThread(threadId);
    return thread;
  }

  const { dropThread: dropEnds, keep: keepEnds, ...ends } = createMemoryEnds({ checkOpen, existing });
  const profiles = createMemoryProfiles({ threads, checkOpen, existing });

  const dropped = (threadId: string) => {
    dropUsage(threadId);
    dropRequests(threadId);
    dropEnds(threadId);
  };

  return {
    name: 'memory',
    capabilities: { durable: false, shared: false },
    search: memorySearch({ threads, checkOpen }),
    results: createMemoryResults(threadOf),
    profiles: profiles.index,
    async open() {
      checkOpen();
    },
    async close() {
      closed = true;
      threads.clear();
    },

    ...createMemoryThreads({ threads, checkOpen, threadOf, existing, profiles, dropped }),

    async append(given) {
      const thread = existing(given.threadId);
      checkPrepared(given.messages, given.fixedTokens);
      if (given.ends !== undefined) checkEnds(given.threadId, given.ends);
      const result = appendToThread(thread, given);
      if (given.ends !== undefined) keepEnds(given.threadId, given.ends);
      // After the work and never before it: calls take effect in the order in which they are made.
      await paused();
      return result;
    },
    async readMessages(range) {
      const found = selectMessages(threadOf(range.threadId), range);
      const messages = found.map((stored) => toMessage(range.threadId, stored));
      await paused();
      return messages;
    },
    async readMessagesAt(places) {
      checkPlaces(places);
      const found = new Map<string, Message>();
      for (const { threadId, seq } of places) {
        const stored = threadOf(threadId)?.messages[seq - 1];
        if (stored) found.set(`${seq} ${threadId}`, toMessage(threadId, stored));
      }
      return [...found.values()].sort(byPlace);
    },
    async readMetas(range) {
      const metas = selectMessages(threadOf(range.threadId), range).map(({ meta }) => ({ ...meta }));
      await paused();
      return metas;
    },
    async findMessages({ threadId, ids }) {
      const thread = threadOf(threadId);
      if (!thread) return [];
      return [...new Set(ids)]
        .map((id) => thread.seqs.get(id))
        .filter((seq) => seq !== undefined)
        .sort((first, second) => first - second)
        .map((seq) => toMessage(threadId, thread.messages[seq - 1]!));
    },

    async rewrite(rewrite) {
      checkRewrite(rewrite);
      const thread = existing(rewrite.threadId);
      const result = rewriteThread(thread, rewrite);
      profiles.forget(
        thread,
        result.messages.map(({ seq }) => seq),
      );
      return result;
    },
    async restore(restore) {
      return restoreThread(existing(restore.threadId), restore);
    },
    async updateSummary(update) {
      checkUpdate(update);
      return updateStoredSummary(existing(update.threadId), update);
    },
    async updatePins(update) {
      checkPinsUpdate(update);
      const thread = existing(update.threadId);
      const state = updateStoredPins(thread, update);
      profiles.readAgain(thread);
      return state;
    },
    async readAudit({ threadId, limit, before }) {
      const thread = threadOf(threadId);
      checkCount('limit', limit);
      return selectAudit(thread, { limit, ...(before !== undefined && { before }) });
    },
    async vacuum() {
      checkOpen();
    },

    async readSummaries(query) {
      return selectSummaries(threadOf(query.threadId), query).map(toRecord);
    },
    async readSummaryHeads(query) {
      return selectSummaries(threadOf(query.threadId), query).map(copyHead);
    },

    ...createMemoryLeases({ threadOf, existing }),
    async commit(commit) {
      checkCommit(commit);
      return commitToThread(existing(commit.lease.threadId), commit);
    },
    async readThreadProof(threadId) {
      const thread = threadOf(threadId);
      return thread && threadProof(thread);
    },
    async readHashes({ threadId, of, after = 0, limit }) {
      const thread = threadOf(threadId);
      checkCount('after', after);
      checkCount('limit', limit);
      return thread ? recordProofs(thread, of, { after, limit }) : [];
    },
    async readReceipts({ threadId, limit, before }) {
      const thread = threadOf(threadId);
      checkCount('limit', limit);
      return selectReceipts(thread, { limit, before });
    },

    ...usage,
    async recordCalls(calls) {
      await usage.recordCalls(calls);
      for (const { threadId } of calls) {
        const thread = threadId === null ? undefined : threads.get(threadId);
        if (thread) markResultsAccounted(thread);
      }
    },
    ...requests,

    ...ends,
    async readValue(key) {
      checkOpen();
      checkId('key', key);
      return values.get(key);
    },
    async writeValue(key, value) {
      checkOpen();
      checkId('key', key);
      values.set(key, value);
    },
  };
}
