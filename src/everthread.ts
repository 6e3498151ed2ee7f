/** What users hold in their hands: options in, threads out. Wiring only; the work is in turn/ and compaction/. */

import { createBackground } from './compaction/background.ts';
import { unknownThread } from './compaction/plan-input.ts';
import { asEverthreadError, runCompaction } from './compaction/run.ts';
import { createEngine } from './engine/create-engine.ts';
import { createEmitter } from './engine/emitter.ts';
import { createModelRatios, type UsageObservation } from './engine/model-ratios.ts';
import { createRequestLog } from './engine/request-log.ts';
import { checkSummarizerModels } from './engine/summarizer-models.ts';
import { threadEvents } from './engine/thread-events.ts';
import { EverthreadError, invalidInput } from './errors.ts';
import type { EventListener, EventName } from './events.ts';
import { guardMethods } from './given.ts';
import { type EverthreadOptions, readOptions } from './options.ts';
import { createPast } from './past.ts';
import type { RequestTotals } from './records/request.ts';
import type { ThreadState } from './records/thread-state.ts';
import { systemRuntime } from './runtime.ts';
import { createEmbedding } from './search/embedding.ts';
import type { SearchOptions, SearchPage } from './search/results.ts';
import { searchMessages } from './search/search-messages.ts';
import { checkScopeList, type SearchIndex } from './search-index.ts';
import { memoryStore } from './stores/memory/memory.ts';
import { createStrategy } from './strategies/registry.ts';
import { createThread, type Thread } from './thread.ts';
import { checkSeq } from './thread-arguments.ts';
import type { ThreadPorts } from './thread-ports.ts';
import { checkThreadId } from './turn/prepare-messages.ts';
import { createTurn } from './turn/turn.ts';
import { type VerifyReport, verifyAll } from './verify/verify-everthread.ts';
import type { VerifyOptions } from './verify/verify-store.ts';

export type Everthread = {
  /** A conversation by its id; made on first use. */
  thread(id: string): Promise<Thread>;
  /** A conversation that is already there; unlike `thread`, never makes one. */
  findThread(id: string): Promise<Thread | undefined>;
  /** The threads of the store, in order of id. */
  threads(options?: { after?: string; limit?: number }): Promise<ThreadState[]>;
  /** Finds messages in the threads that are named, or in all. */
  search(
    query: string,
    options: SearchOptions & { threadIds: readonly string[] | 'all' },
  ): Promise<SearchPage>;
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
  /** Teaches the token counter what the provider reported for a context. */
  observeUsage(observation: UsageObservation): Promise<void>;
  /** What was handed out to be sent, in figures: of one thread, or of all. */
  requests(options?: { threadId?: string }): Promise<RequestTotals>;
  /** Recomputes hashes, coverage and references of one thread or all, and names any damage. */
  verify(options?: { threadId?: string; onProgress?: VerifyOptions['onProgress'] }): Promise<VerifyReport>;
  /** Resolves when no background work is left. */
  idle(): Promise<void>;
  /** Ends background work and closes the store. */
  close(): Promise<void>;
};

export function createEverthread(asked: EverthreadOptions = {}): Everthread {
  const options = readOptions(asked);
  const { runtime = systemRuntime, automatic = true } = options;
  const stopped = new AbortController();
  const given = options.store ?? memoryStore();
  const model = options.model ?? modelOf(options);
  const ratios = createModelRatios({ store: given, model });
  const engine = createEngine({
    ...options,
    ...(model === undefined ? {} : { model }),
    store: given,
    runtime,
    emitter: createEmitter(),
    ratioFor: (threadId) => ratios.ratioFor({ threadId }),
    ...(options.embedder && {
      embedQuery: async (text: string) => embedding?.embedQuery(text, engine.recall.embedTimeoutMs),
    }),
  });
  // Everything below sees the store and the events through redaction.
  const { store, emitter, redaction } = engine;
  const requests = createRequestLog(store);
  const embedding =
    options.embedder &&
    createEmbedding({
      store,
      embedder: options.embedder,
      redaction,
      runtime,
      emitter,
      signal: stopped.signal,
    });
  const background = createBackground({
    engine,
    signal: stopped.signal,
    threadsAtOnce: options.compaction?.threadsAtOnce ?? 2,
    automatic,
  });
  const turn = createTurn({
    ports: { ...engine, ratios, requests, background },
    automatic,
    signal: stopped.signal,
  });

  let opening: Promise<void> | undefined;
  const ready = async () => {
    if (stopped.signal.aborted) throw closedError();
    opening ??= store
      .open()
      .then(async () => {
        await ratios.load();
        await redaction.load();
        embedding?.schedule();
      })
      .catch((error) => {
        // The next call tries again: what was in the way may be gone by then.
        opening = undefined;
        throw error;
      });
    await opening;
  };
  const stateOf = async (threadId: string): Promise<ThreadState> => {
    await ready();
    const state = await store.readThread(threadId);
    if (!state) throw unknownThread(threadId);
    return engine.fixedTokens.over(state);
  };

  const summaryOf: ThreadPorts['summary'] = async (threadId, summaryId) => {
    await stateOf(threadId);
    if (typeof summaryId !== 'string') throw invalidInput('summaryId', 'the id of a summary', summaryId);
    const [summary] = await store.readSummaries({ threadId, ids: [summaryId] });
    if (summary) return summary;
    throw new EverthreadError({
      code: 'unknown_summary',
      field: 'summaryId',
      message: `There is no summary ${JSON.stringify(summaryId)} in thread ${JSON.stringify(threadId)}.`,
    });
  };

  const past = createPast({ engine, ratios, requests, background, automatic, stateOf, summaryOf });
  const ports: ThreadPorts = {
    ...past,
    async edit(...given) {
      const receipt = await past.edit(...given);
      embedding?.schedule();
      return receipt;
    },
    events: (threadId, signal) =>
      threadEvents({
        emitter,
        threadId,
        signal: signal ? AbortSignal.any([signal, stopped.signal]) : stopped.signal,
      }),
    summary: summaryOf,
    store,
    state: stateOf,
    quoted: redaction.shown,
    async append(threadId, input) {
      await ready();
      const stored = await turn.append(threadId, input);
      embedding?.schedule();
      return stored;
    },
    context: async (threadId, contextOptions) => turn.context(await stateOf(threadId), contextOptions),
    async compact(threadId, { refresh = false, signal }) {
      await stateOf(threadId);
      const stop = signal ? AbortSignal.any([signal, stopped.signal]) : stopped.signal;
      const outcome = await background
        .perform(threadId, () =>
          runCompaction({ engine, threadId, trigger: refresh ? 'refresh' : 'manual', signal: stop }),
        )
        .catch((error) => {
          throw asEverthreadError(error, redaction.redact);
        });
      background.notice(threadId, { again: true });
      const receipt = outcome.receipts[outcome.receipts.length - 1];
      return receipt
        ? { compacted: true, receipt, receipts: outcome.receipts }
        : { compacted: false, reason: outcome.reason };
    },
    async configure(threadId, settings) {
      await stateOf(threadId);
      if (settings.strategy) checkSummarizerModels(createStrategy(settings.strategy), options.summarizer);
      return store.updateSettings({ threadId, settings, now: runtime.now() });
    },
  };

  const methods: Everthread = {
    async thread(id) {
      checkThreadId(id);
      await ready();
      await store.ensureThread({ threadId: id, now: runtime.now() });
      return createThread(id, ports);
    },
    async findThread(id) {
      checkThreadId(id);
      await ready();
      return (await store.readThread(id)) && createThread(id, ports);
    },
    async verify({ threadId, onProgress } = {}) {
      if (stopped.signal.aborted) throw closedError();
      return verifyAll({
        store,
        ...(threadId === undefined ? {} : { threadId }),
        ...(onProgress === undefined ? {} : { onProgress }),
      });
    },
    async threads({ after, limit = 100 } = {}) {
      checkSeq('limit', limit);
      if (after !== undefined && typeof after !== 'string') throw invalidInput('after', 'a thread id', after);
      await ready();
      return store.listThreads({ limit, ...(after === undefined ? {} : { after }) });
    },
    async search(query, searchOptions) {
      const { threadIds, ...search } = { ...searchOptions };
      checkThreadIds(threadIds);
      await ready();
      return searchMessages({
        port: engine.recallPort,
        redaction,
        threadIds,
        query,
        search,
        now: runtime.now(),
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
      if (deleted && vacuum) await store.vacuum();
      return deleted;
    },
    on: emitter.on,
    async observeUsage(observation) {
      await ready();
      await ratios.observe(observation);
      const { model, threadId, reportedTokens } = observation;
      if (threadId === undefined) return;
      requests.report({
        threadId,
        model: ratios.modelFor(model),
        reported: {
          inputTokens: Math.round(reportedTokens),
          cachedTokens: observation.cachedTokens ?? null,
          cacheWriteTokens: observation.cacheWriteTokens ?? null,
          outputTokens: observation.outputTokens ?? null,
        },
      });
    },
    async requests({ threadId } = {}) {
      if (threadId !== undefined) checkThreadId(threadId);
      await ready();
      await requests.flush({ all: true });
      return store.requestTotals({ ...(threadId !== undefined && { threadId }) });
    },
    async idle() {
      await background.idle();
      await embedding?.idle();
      if (opening && !stopped.signal.aborted) await requests.flush({ all: true });
    },
    async close() {
      if (stopped.signal.aborted) return;
      stopped.abort(closedError());
      await Promise.all([background.close(), embedding?.close()]);
      if (opening) {
        await opening.then(() => requests.flush({ all: true })).catch(() => undefined);
        await store.close();
      }
    },
  };
  return guardMethods(methods, {
    thread: ['threadId'],
    findThread: ['threadId'],
    threads: ['options'],
    search: ['query', 'options'],
    rebuildSearch: ['options'],
    deleteThread: ['threadId'],
    observeUsage: ['observation'],
    requests: ['options'],
    verify: ['options'],
  });
}

/** All threads must be asked for by name: a search never wanders off by mistake. */
function checkThreadIds(threadIds: unknown): void {
  if (threadIds === 'all') return;
  if (!Array.isArray(threadIds)) throw invalidInput('threadIds', "a list of thread ids, or 'all'", threadIds);
  checkScopeList('threadIds', threadIds);
  for (const id of threadIds) checkThreadId(id);
}

function modelOf({ budget }: EverthreadOptions): string | undefined {
  return typeof budget === 'object' && 'model' in budget ? budget.model : undefined;
}

function closedError(): EverthreadError {
  return new EverthreadError({
    code: 'closed',
    message: 'This Everthread was closed. Call createEverthread again to go on.',
  });
}
