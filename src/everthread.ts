/// <reference lib="esnext.disposable" preserve="true" />
/** The library's main entry: options in, threads out. Wiring only; the work is in turn/ and compaction/. */

import { connect } from './connect.ts';
import type { UsageObservation } from './engine/model-ratios.ts';
import { observeUsage } from './engine/observe-usage.ts';
import { readableThreads } from './engine/readable.ts';
import { offerSentCalls } from './engine/sent-calls.ts';
import { invalidInput } from './errors.ts';
import type { EventListener, EventName } from './events.ts';
import { guardMethods, optionsOf } from './input/foreign-values.ts';
import { callback, flag, list, text } from './input/member-checks.ts';
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
   * The conversation with this id. It is created on first use, with these details. With `owner`, an existing
   * conversation must belong to that owner.
   */
  thread(id: string, details?: ThreadOptions): Promise<Thread>;
  /** An existing conversation (of this owner, where one is named). Unlike `thread`, it never creates one. */
  findThread(id: string, options?: { owner?: string }): Promise<Thread | undefined>;
  /** The threads of the store or of one owner, in any order, page by page. */
  threads(options?: Partial<ThreadQuery>): Promise<ThreadState[]>;
  /** Finds messages in the named threads, in those of an owner, or in all. */
  search(query: string, options: SearchOptions & SearchedThreads): Promise<SearchPage>;
  /** Rebuilds the full-text index from the log. */
  rebuildSearch(options?: Parameters<SearchIndex['rebuild']>[0]): Promise<{ messages: number }>;
  /** Removes a thread and everything stored with it, also from the bytes of the database file. True if it existed. */
  deleteThread(
    id: string,
    /** False: freed bytes are not overwritten now. Default: true. */
    options?: { vacuum?: boolean },
  ): Promise<boolean>;
  /** Calls the listener on every event of that name; the result unsubscribes it. */
  on<Name extends EventName>(name: Name, listener: EventListener<Name>): () => void;
  /** Remembers by which keys a resent conversation is recognized, for `findEnds`. */
  recordEnds(options: { threadId: string; ends: readonly ConversationEnd[] }): Promise<void>;
  /** The threads that hold a conversation with one of these end keys, newest first. */
  findEnds(keys: readonly string[]): Promise<FoundEnd[]>;
  /** Teaches the token counter what the provider reported for a context. */
  observeUsage(observation: UsageObservation): Promise<void>;
  /** Figures of the contexts that were returned to be sent, of one thread or of all. */
  requests(options?: { threadId?: string }): Promise<RequestTotals>;
  /** What summarizing has used, of one thread or of all, since a time or since the beginning. */
  usage(options?: { threadId?: string; since?: string }): Promise<UsageTotals>;
  /** Recomputes the hashes, coverage and references of one thread or of all, and lists any damage. */
  verify(options?: Verified): Promise<VerifyReport>;
  /** Resolves when no background work is left to do. */
  idle(): Promise<void>;
  /** Ends background work and closes the store. */
  close(): Promise<void>;
  /** Same as `close`, for `await using ever = createEverthread()`. */
  [Symbol.asyncDispose](): Promise<void>;
};

export type ThreadOptions = { title?: string; owner?: string; labels?: readonly string[] };

type Verified = { threadId?: string; onProgress?: VerifyOptions['onProgress'] };

/** Arguments that are copied, and the members that options may have. */
const parameters = {
  thread: ['threadId', optionsOf<ThreadOptions>({ title: null, owner: null, labels: null })],
  findThread: ['threadId', optionsOf<{ owner?: string }>({ owner: text })],
  threads: ['options'],
  owners: [optionsOf<{ after?: string; limit?: number }>({ after: text, limit: null })],
  profile: ['owner'],
  correctProfile: [
    optionsOf<Parameters<OwnerCalls['correctProfile']>[0]>({ owner: null, entryId: null, text: null }),
  ],
  forgetOwner: ['owner', optionsOf<{ vacuum?: boolean }>({ vacuum: flag })],
  search: ['query', 'options'],
  rebuildSearch: [optionsOf<NonNullable<Parameters<SearchIndex['rebuild']>[0]>>({ onProgress: callback })],
  deleteThread: ['threadId', optionsOf<{ vacuum?: boolean }>({ vacuum: flag })],
  observeUsage: ['observation'],
  recordEnds: [
    optionsOf<{ threadId: string; ends: readonly ConversationEnd[] }>({ threadId: null, ends: list }),
  ],
  findEnds: ['keys'],
  requests: [optionsOf<{ threadId?: string }>({ threadId: null })],
  usage: [optionsOf<{ threadId?: string; since?: string }>({ threadId: null, since: null })],
  verify: [optionsOf<Verified>({ threadId: (_field, id) => checkThreadId(id), onProgress: callback })],
} as const;

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
      if (ends === undefined) throw invalidInput('options', 'an object with threadId and ends', ends);
      await ready();
      await store.recordEnds(ends);
    },
    async findEnds(keys) {
      if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string'))
        throw invalidInput('keys', 'a list of keys', keys);
      await ready();
      return store.findEnds(keys);
    },
    async observeUsage(observation) {
      if (typeof observation !== 'object' || observation === null)
        throw invalidInput('observation', 'an object', observation);
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
      if (opening.started() && !parts.signal.aborted) await requests.flush({ all: true });
    },
    async close() {
      if (parts.signal.aborted) return;
      stop();
      await Promise.all([background.close(), embedding?.close(), profiles.close(), profileWriter.idle()]);
      await engine.workers.close();
      const opened = opening.started();
      if (!opened) return;
      await opened.then(() => requests.flush({ all: true })).catch(() => undefined);
      await store.close();
    },
    [Symbol.asyncDispose]: () => methods.close(),
  };
  const everthread = guardMethods(methods, parameters);
  offerSentCalls(everthread, engine.sentCalls);
  return everthread;
}
