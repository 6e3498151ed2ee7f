/**
 * A store that lives and dies with the process: for tests, examples and throw-away threads. Content is kept as
 * JSON text, so that what comes back is a copy and looks exactly as it would from a database.
 */
import { invalidInput } from '../../errors.ts';
import type { Message, MessageMeta } from '../../message/message.ts';
import { withArchiveCalls } from '../../message/origin.ts';
import { answeredCalls, openedCalls } from '../../message/units.ts';
import type { Receipt } from '../../records/summary.ts';
import { isoTime, yieldToEventLoop } from '../../runtime.ts';
import { type CallRecord, type Lease, type Store, type UsageTotals, unpricedTokensOf } from '../../store.ts';
import { answeredByArchive } from '../rules/archive-calls.ts';
import { checkPinsUpdate, checkUpdate } from '../rules/audit-entries.ts';
import {
  byPlace,
  checkCount,
  checkId,
  checkPlaces,
  encodeJson,
  storeClosed,
  unknownReceipt,
  unknownThread,
} from '../rules/checks.ts';
import { derivationsOf } from '../rules/derivations.ts';
import { callKey, checkPrepared, freshMessages, grownState, numberMessages } from '../rules/numbering.ts';
import { checkRewrite } from '../rules/rewriting.ts';
import { mergedSettings } from '../rules/settings.ts';
import { checkCommit, checkRight, momentOf, movedRange, settleCommit } from '../rules/settle.ts';
import { recordProofs, threadProof } from './memory-hashes.ts';
import { createMemoryRequests } from './memory-requests.ts';
import { restoreThread } from './memory-restore.ts';
import {
  addDerivation,
  rewriteThread,
  selectAudit,
  updateStoredPins,
  updateStoredSummary,
} from './memory-rewrite.ts';
import { indexMessage, memorySearch } from './memory-search.ts';
import {
  blankThread,
  copyHead,
  findSummary,
  type MemoryThread,
  placesOf,
  selectMessages,
  selectSummaries,
  stateOf,
  storedRow,
  toMessage,
  toRecord,
  toStored,
  toStoredSummary,
} from './memory-thread.ts';

type SpentCall = Pick<CallRecord, 'at' | 'inputTokens' | 'outputTokens' | 'costUsd'> & {
  threadId: string | null;
};

/** Timers and sockets run after so many calls. Counted, not timed: the same calls give the same order of events (I-12). */
const callsBetweenPauses = 100;

export function memoryStore(): Store {
  let made = 0;
  const paused = (): Promise<void> | undefined => {
    made += 1;
    return made % callsBetweenPauses === 0 ? yieldToEventLoop() : undefined;
  };
  const threads = new Map<string, MemoryThread>();
  const values = new Map<string, string>();
  let calls: SpentCall[] = [];
  /** A thread made again under an old id starts above it, so that no lease of the old one fits. */
  let fenceFloor = 0;
  let closed = false;

  const { dropThread, ...requests } = createMemoryRequests({
    checkOpen: () => {
      if (closed) throw storeClosed('memory');
    },
    hasThread: (threadId) => threads.has(threadId),
  });

  function threadOf(threadId: string): MemoryThread | undefined {
    if (closed) throw storeClosed('memory');
    checkId('threadId', threadId);
    return threads.get(threadId);
  }

  function existing(threadId: string): MemoryThread {
    const thread = threadOf(threadId);
    if (!thread) throw unknownThread(threadId);
    return thread;
  }

  /** The thread while the lease still holds. */
  function leased({ threadId, owner, fence }: Lease): MemoryThread | undefined {
    const thread = threadOf(threadId);
    return thread?.leaseOwner === owner && thread.fence === fence ? thread : undefined;
  }

  return {
    name: 'memory',
    capabilities: { durable: false, shared: false },
    search: memorySearch({
      threads,
      checkOpen() {
        if (closed) throw storeClosed('memory');
      },
    }),
    async open() {
      if (closed) throw storeClosed('memory');
    },
    async close() {
      closed = true;
      threads.clear();
    },

    async ensureThread({ threadId, now }) {
      const known = threadOf(threadId);
      if (known) return stateOf(known);
      const thread = blankThread({ threadId, createdAt: isoTime(now), fence: fenceFloor });
      threads.set(threadId, thread);
      return stateOf(thread);
    },
    async readThread(threadId) {
      const thread = threadOf(threadId);
      return thread && stateOf(thread);
    },
    async listThreads({ after, limit }) {
      if (closed) throw storeClosed('memory');
      checkCount('limit', limit);
      // Byte order, as databases have it; JavaScript's own order differs beyond the basic plane.
      const start = after === undefined ? undefined : Buffer.from(after);
      return [...threads.values()]
        .map((thread) => ({ thread, bytes: Buffer.from(thread.state.id) }))
        .filter(({ bytes }) => !start || Buffer.compare(bytes, start) > 0)
        .sort((first, second) => Buffer.compare(first.bytes, second.bytes))
        .slice(0, limit)
        .map(({ thread }) => stateOf(thread));
    },
    async updateSettings({ threadId, settings, now }) {
      const thread = existing(threadId);
      thread.settings = encodeJson('settings', mergedSettings(JSON.parse(thread.settings), settings));
      thread.state = { ...thread.state, updatedAt: isoTime(now) };
      return stateOf(thread);
    },
    async deleteThread(threadId) {
      const thread = threadOf(threadId);
      if (!thread) return false;
      fenceFloor = Math.max(fenceFloor, thread.fence);
      threads.delete(threadId);
      // What was spent stays spent; only whose it was is forgotten.
      calls = calls.map((call) => (call.threadId === threadId ? { ...call, threadId: null } : call));
      dropThread(threadId);
      return true;
    },

    async append({ threadId, messages, pins, fixedTokens, now }) {
      const thread = existing(threadId);
      checkPrepared(messages, fixedTokens);
      const stored = new Map<string, MessageMeta>();
      for (const { id } of messages) {
        const seq = thread.seqs.get(id);
        if (seq !== undefined) stored.set(id, thread.messages[seq - 1]!.meta);
      }
      const fresh = freshMessages({ threadId, messages, stored });
      const answered = fresh.flatMap(answeredCalls).map(callKey);
      const known = new Map(
        answered.flatMap((key) => {
          const call = thread.calls.get(key)?.at(-1);
          return call ? [[key, call] as const] : [];
        }),
      );
      const previous = thread.messages.at(-1)?.meta;
      const given = numberMessages({ threadId, fresh, state: thread.state, calls: known, previous });
      const { numbered, earlier } = answeredByArchive(given, (key) => known.get(key)?.seq);
      const marked = [...earlier].map(([seq, callIds]) => {
        const message = withArchiveCalls(toMessage(threadId, thread.messages[seq - 1]!), callIds);
        return { message, stored: toStored(message) };
      });
      // Encoded before anything is changed: what cannot be stored must leave nothing behind.
      const encoded = numbered.map(toStored);
      const before = stateOf(thread);
      const row = storedRow(
        fresh.length > 0
          ? grownState({ state: before, added: numbered, updatedAt: isoTime(now), pins, fixedTokens })
          : before,
      );
      for (const [index, message] of numbered.entries()) {
        thread.messages.push(encoded[index]!);
        const { id, seq, unitStart } = message;
        thread.seqs.set(id, seq);
        for (const key of new Set(openedCalls(message).map(callKey))) {
          const calls = thread.calls.get(key) ?? [];
          calls.push({ seq, unitStart });
          thread.calls.set(key, calls);
        }
        indexMessage(thread, message);
      }
      for (const { message, stored: changed } of marked) {
        thread.messages[message.seq - 1] = changed;
        indexMessage(thread, message);
      }
      for (const derivation of derivationsOf(numbered)) addDerivation(thread, derivation);
      Object.assign(thread, row);
      const result = {
        state: stateOf(thread),
        messages: messages.map(({ id }) => toMessage(threadId, thread.messages[thread.seqs.get(id)! - 1]!)),
        added: fresh.length,
      };
      // Behind the work, never before it: calls take effect in the order they are made in.
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
      return rewriteThread(existing(rewrite.threadId), rewrite);
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
      return updateStoredPins(existing(update.threadId), update);
    },
    async readAudit({ threadId, limit, before }) {
      const thread = threadOf(threadId);
      checkCount('limit', limit);
      return selectAudit(thread, { limit, before });
    },
    async vacuum() {
      if (closed) throw storeClosed('memory');
    },

    async readSummaries(query) {
      return selectSummaries(threadOf(query.threadId), query).map(toRecord);
    },
    async readSummaryHeads(query) {
      return selectSummaries(threadOf(query.threadId), query).map(copyHead);
    },

    async acquireLease({ threadId, owner, now, ttlMs }) {
      const thread = existing(threadId);
      checkId('owner', owner);
      const held = thread.leaseOwner !== null && thread.leaseOwner !== owner && thread.leaseExpiresAt > now;
      if (held) return undefined;
      thread.leaseOwner = owner;
      thread.leaseExpiresAt = now + ttlMs;
      thread.fence += 1;
      return { threadId, owner, fence: thread.fence, expiresAt: thread.leaseExpiresAt };
    },
    async renewLease({ lease, now, ttlMs }) {
      const thread = leased(lease);
      if (!thread) return undefined;
      thread.leaseExpiresAt = now + ttlMs;
      return { ...lease, expiresAt: thread.leaseExpiresAt };
    },
    async releaseLease(lease) {
      const thread = leased(lease);
      if (thread) thread.leaseOwner = null;
    },
    async commit(commit) {
      checkCommit(commit);
      const thread = existing(commit.lease.threadId);
      const before = stateOf(thread);
      checkRight({ commit, state: before, leaseOwner: thread.leaseOwner, fence: thread.fence });
      const named = [
        ...commit.insert.map(({ id }) => id),
        ...commit.activates,
        ...commit.replaces,
        ...thread.summaries.live.keys(),
        ...thread.summaries.prepared.keys(),
      ];
      const summaries = new Map(
        named.flatMap((id) => {
          const stored = findSummary(thread, id);
          return stored ? [[id, stored.head] as const] : [];
        }),
      );
      const { from, to } = movedRange(commit, before);
      const movedTokens = thread.messages.slice(from - 1, to).reduce((sum, { meta }) => sum + meta.tokens, 0);
      const log = placesOf(thread, commit);
      const settled = settleCommit({ commit, state: before, summaries, log, movedTokens });
      const { receipt } = commit;
      if (receipt && thread.receiptIndexes.has(receipt.id)) {
        throw invalidInput('receipt.id', 'an id not used before', receipt.id);
      }
      const receiptText = receipt && encodeJson('receipt', receipt);
      const inserts = settled.inserts.map((summary, index) =>
        toStoredSummary(summary, thread.summariesMade + 1 + index),
      );

      for (const stored of inserts) thread.summaries[stored.head.status].set(stored.head.id, stored);
      for (const { id, status } of settled.changes) {
        const stored = findSummary(thread, id)!;
        thread.summaries[stored.head.status].delete(id);
        const head = { ...stored.head, status, ...momentOf(status, before) };
        thread.summaries[status].set(id, { ...stored, head });
      }
      thread.summariesMade += inserts.length;
      if (receipt) {
        thread.receiptIndexes.set(receipt.id, thread.receipts.length);
        thread.receipts.push(receiptText!);
      }
      Object.assign(thread, storedRow(settled.state));
      return stateOf(thread);
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
      const receipts = thread?.receipts ?? [];
      const end = before === undefined ? receipts.length : thread?.receiptIndexes.get(before);
      if (end === undefined) throw unknownReceipt(before);
      return receipts
        .slice(Math.max(0, end - limit), end)
        .reverse()
        .map((text) => JSON.parse(text) as Receipt);
    },

    async recordCalls(records) {
      if (closed) throw storeClosed('memory');
      for (const call of records) checkId('threadId', call.threadId);
      for (const { threadId, at, inputTokens, outputTokens, costUsd } of records) {
        const owner = threads.has(threadId) ? threadId : null;
        calls.push({ threadId: owner, at, inputTokens, outputTokens, costUsd });
      }
    },
    async usageSince({ at, threadId }) {
      if (closed) throw storeClosed('memory');
      const totals: UsageTotals = {
        calls: 0,
        inputTokens: 0,
        outputTokens: 0,
        costUsd: 0,
        unpricedTokens: 0,
      };
      for (const call of calls) {
        if (call.at < at || (threadId !== undefined && call.threadId !== threadId)) continue;
        totals.calls += 1;
        totals.inputTokens += call.inputTokens;
        totals.outputTokens += call.outputTokens;
        totals.costUsd += call.costUsd;
        totals.unpricedTokens += unpricedTokensOf(call);
      }
      return totals;
    },

    ...requests,

    async readValue(key) {
      if (closed) throw storeClosed('memory');
      checkId('key', key);
      return values.get(key);
    },
    async writeValue(key, value) {
      if (closed) throw storeClosed('memory');
      checkId('key', key);
      values.set(key, value);
    },
  };
}
