/// <reference lib="esnext.disposable" preserve="true" />
/** What users hold in their hands: options in, threads out. Wiring only; the work is in turn/ and compaction/. */

import { connect } from './connect.ts';
import type { UsageObservation } from './engine/model-ratios.ts';
import { observeUsage } from './engine/observe-usage.ts';
import { readableThreads } from './engine/readable.ts';
import { offerSentCalls } from './engine/sent-calls.ts';
import { invalidInput } from './errors.ts';
import type { EventListener, EventName } from './events.ts';
import { guardMethods } from './input/foreign-values.ts';
import { checkSeq } from './input/numbers.ts';
import { checkSignal, untilAborted } from './input/signals.ts';
import { parseTime } from './input/time.ts';
import { type EverthreadOptions, readOptions } from './options.ts';
import { checkOwner, ownedThreadIds } from './owners/owned-threads.ts';
import { createOwnerCalls, type OwnerCalls } from './owners/owner-calls.ts';
import type { ConversationEnd, FoundEnd } from './records/conversation-end.ts';
import type { RequestTotals } from './records/request.ts';
import type { ThreadQuery } from './records/thread-list.ts';
import type { ThreadState } from './records/thread-state.ts';
import type { SearchedThreads, SearchOptions, SearchPage } from './search/results.ts';
import { searchMessages } from './search/search-messages.ts';
import type { SearchIndex } from './search-index.ts';
import type { UsageTotals } from './summarizer.ts';
import type { Thread } from './thread.ts';
import { createThread } from './threads/create-thread.ts';
import { checkThreadId, checkThreadIds } from './turn/prepare-messages.ts';
import { type VerifyReport, verifyAll } from './verify/verify-everthread.ts';
import type { VerifyOptions } from './verify/verify-store.ts';

export type Everthread = OwnerCalls & {
  /**
   * A conversation by its id; made on first use, with these details. With `owner`, one that is there has to be that
   * owner's.
   */
  thread(id: string, details?: ThreadOptions): Promise<Thread>;
  /** A conversation that is already there, and that owner's where one is named; unlike `thread`, never makes one. */
  findThread(id: string, options?: { owner?: string }): Promise<Thread | undefined>;
  /** The threads of the store, or of an owner, in any order, page by page. */
  threads(options?: Partial<ThreadQuery>): Promise<ThreadState[]>;
  /** Finds messages in the threads that are named, in those of an owner, or in all. */
  search(query: string, options: SearchOptions & SearchedThreads): Promise<SearchPage>;
  /** Makes the full-text index anew from the log. */
  rebuildSearch(options?: Parameters<SearchIndex['rebuild']>[0]): Promise<{ messages: number }>;
  /** Removes a thread with everything that hangs on it, from the bytes of the file, too. True when there was one. */
  deleteThread(
    id: string,
    /** False: freed bytes are not overwritten now. Default: true. */
    options?: { vacuum?: boolean },
  ): Promise<boolean>;
  /** Calls the listener on every event of that name; the result unsubscribes it. */
  on<Name extends EventName>(name: Name, listener: EventListener<Name>): () => void;
  /** Remembers where a conversation that its client sends again ended, for `findEnds`. */
  recordEnds(options: { threadId: string; ends: readonly ConversationEnd[] }): Promise<void>;
  /** The threads in which conversations with such an end are kept, the newest first. */
  findEnds(keys: readonly string[]): Promise<FoundEnd[]>;
  /** Teaches the token counter what the provider reported for a context. */
  observeUsage(observation: UsageObservation): Promise<void>;
  /** What was handed out to be sent, in figures: of one thread, or of all. */
  requests(options?: { threadId?: string }): Promise<RequestTotals>;
  /** What summarizing has used up, of one thread or all, since a time or ever. */
  usage(options?: { threadId?: string; since?: string }): Promise<UsageTotals>;
  /** Recomputes hashes, coverage and references of one thread or all, and names any damage. */
  verify(options?: { threadId?: string; onProgress?: VerifyOptions['onProgress'] }): Promise<VerifyReport>;
  /** Resolves when no background work is left. */
  idle(): Promise<void>;
  /** Ends background work and closes the store. */
  close(): Promise<void>;
  /** The same, for `await using ever = createEverthread()`. */
  [Symbol.asyncDispose](): Promise<void>;
};

export type ThreadOptions = { title?: string; owner?: string; labels?: readonly string[] };

export function createEverthread(asked: EverthreadOptions = {}): Everthread {
  const { parts, opening, embedding, profiles, profileWriter, stop } = connect(readOptions(asked));
  const { engine, ratios, requests, background, ready } = parts;
  const { store, redaction, runtime, emitter } = engine;
  const methods: Everthread = {
    ...createOwnerCalls({ ports: engine, profiles, profileLater: parts.profileLater, ready }),
    async thread(id, details) {
      checkThreadId(id);
      await ready();
      const state = await store.ensureThread({
        threadId: id,
        now: runtime.now(),
        ...(details && { details }),
      });
      checkOwner(state, details?.owner);
      return createThread(id, parts);
    },
    async findThread(id, { owner } = {}) {
      checkThreadId(id);
      await ready();
      const state = await store.readThread(id);
      return state && (owner === undefined || state.owner === owner) ? createThread(id, parts) : undefined;
    },
    async verify({ threadId, onProgress } = {}) {
      opening.checkOpen();
      return verifyAll({
        store,
        ...(threadId === undefined ? {} : { threadId }),
        ...(onProgress === undefined ? {} : { onProgress }),
      });
    },
    async threads({ limit = 100, ...query } = {}) {
      checkSeq('limit', limit);
      await ready();
      return readableThreads(engine, { limit, ...query });
    },
    async search(query, searchOptions) {
      const { threadIds: named, owner, signal, ...search } = { ...searchOptions };
      if (owner === undefined) checkThreadIds(named);
      else if (named !== undefined)
        throw invalidInput('threadIds', 'left out where an owner is named', named);
      checkSignal(signal);
      return untilAborted(signal, async () => {
        await ready();
        const threadIds = owner === undefined ? named! : await ownedThreadIds(store, owner);
        const { recallPort: port } = engine;
        return searchMessages({ port, redaction, threadIds, query, search, now: runtime.now() });
      });
    },
    async rebuildSearch(rebuildOptions) {
      await ready();
      return store.search.rebuild(rebuildOptions);
    },
    async deleteThread(id, { vacuum = true } = {}) {
      checkThreadId(id);
      await ready();
      const deleted = await background.perform(id, () => store.deleteThread(id));
      if (deleted) {
        parts.profileLater();
        emitter.emit('change', { threadId: id, kind: 'deleted' });
      }
      if (deleted && vacuum) await store.vacuum();
      return deleted;
    },
    on: emitter.on,
    async recordEnds(ends) {
      await ready();
      await store.recordEnds(ends);
    },
    async findEnds(keys) {
      await ready();
      return store.findEnds(keys);
    },
    async observeUsage(observation) {
      await ready();
      await observeUsage({ ratios, requests }, observation);
    },
    async requests({ threadId } = {}) {
      if (threadId !== undefined) checkThreadId(threadId);
      await ready();
      await requests.flush({ all: true });
      return store.requestTotals({ ...(threadId !== undefined && { threadId }) });
    },
    async usage({ threadId, since } = {}) {
      if (threadId !== undefined) checkThreadId(threadId);
      const time = typeof since === 'string' ? parseTime(since) : since === undefined ? 0 : undefined;
      if (time === undefined) throw invalidInput('since', 'a time such as 2026-03-01T00:00:00Z', since);
      await ready();
      return store.usageSince({
        at: new Date(time).toISOString(),
        ...(threadId !== undefined && { threadId }),
      });
    },
    async idle() {
      await background.idle();
      await embedding?.idle();
      await profiles.idle();
      await profileWriter.idle();
      if (opening.begun() && !parts.signal.aborted) await requests.flush({ all: true });
    },
    async close() {
      if (parts.signal.aborted) return;
      stop();
      await Promise.all([background.close(), embedding?.close(), profiles.close(), profileWriter.idle()]);
      await engine.workers.close();
      const opened = opening.begun();
      if (!opened) return;
      await opened.then(() => requests.flush({ all: true })).catch(() => undefined);
      await store.close();
    },
    [Symbol.asyncDispose]: () => methods.close(),
  };
  const everthread = guardMethods(methods, {
    thread: ['threadId', 'details'],
    findThread: ['threadId', 'options'],
    threads: ['options'],
    owners: ['options'],
    profile: ['owner'],
    correctProfile: ['options'],
    forgetOwner: ['owner', 'options'],
    search: ['query', 'options'],
    rebuildSearch: ['options'],
    deleteThread: ['threadId'],
    observeUsage: ['observation'],
    recordEnds: ['options'],
    findEnds: ['keys'],
    requests: ['options'],
    usage: ['options'],
    verify: ['options'],
  });
  offerSentCalls(everthread, engine.sentCalls);
  return everthread;
}
