/** Puts the engine together from the user's options: the ladder of summarizers, the guards, the redaction. */
import { compactionLimits } from '../compaction-limits.ts';
import { pricesFor } from '../cost/model-prices.ts';
import { relativePrices } from '../cost/prices.ts';
import { searchableMessages } from '../message/origin.ts';
import { type EverthreadOptions, recallSettings } from '../options.ts';
import type { Runtime } from '../runtime.ts';
import type { RecallPort } from '../search-index.ts';
import type { Store } from '../store.ts';
import { isStrategy, type OwnStrategies } from '../strategies/own-strategies.ts';
import { createStrategy } from '../strategies/registry.ts';
import { type Compose, composedBy, createExtractive } from '../summarizers/extractive/extractive.ts';
import { ladder } from '../summarizers/ladder.ts';
import { defaultSpendLimits } from '../summarizers/spend-guard.ts';
import { truncation } from '../summarizers/truncation.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { resolveBudget } from '../tokens/windows.ts';
import { type Precedence, urgencies } from '../workers/urgency.ts';
import { createWorkers, defaultThreads, type Workers } from '../workers/workers.ts';
import { createBudgets } from './budgets.ts';
import type { Emitter } from './emitter.ts';
import type { Engine } from './engine.ts';
import { guarded } from './guarded-summarizer.ts';
import { createLearntState } from './learnt-state.ts';
import { withCountingInWorkers } from './off-loop.ts';
import { nameInProcess } from './process-name.ts';
import { redactingEmitter } from './redacting-emitter.ts';
import { redactingStore } from './redacting-store.ts';
import { redactingSummarizer } from './redacting-summarizer.ts';
import { createRedaction } from './redaction.ts';
import { createSentCalls } from './sent-calls.ts';
import { checkSummarizerModels } from './summarizer-models.ts';
import { createThreadStrategies } from './thread-strategies.ts';

export function createEngine(
  options: EverthreadOptions & {
    store: Store;
    runtime: Runtime;
    emitter: Emitter;
    /** Model tokens per reference token. */
    ratioFor: (threadId: string) => number;
    embedQuery?: RecallPort['embedQuery'];
    /** Whose background work goes first. Default: whatever comes first. */
    precedence?: Precedence;
  },
): Engine {
  const { runtime } = options;
  const first = options.summarizer;
  const expectsModel = first !== undefined && first.name !== 'extractive';
  const { threadsAtOnce: _, ...compaction } = options.compaction ?? {};
  const limits = compactionLimits(compaction, expectsModel ? first : undefined);
  const ownCounter = options.tokenCounter ?? createTokenCounter({});
  const workers = createWorkers({
    // Threads in a memory store are mostly short, and a worker thread could outlive the store.
    threads: options.workers ?? (options.store.capabilities.durable ? defaultThreads() : false),
    tools: () => ({ counter: ownCounter, views: redaction.views() }),
    settings: () => (options.tokenCounter === undefined ? redaction.settings() : undefined),
    precedence: options.precedence ?? { urgencyOf: () => urgencies.backlog, giveWay: () => undefined },
    onFallback: (reason) =>
      emitter.emit('diagnostic', {
        threadId: null,
        level: 'debug',
        code: 'no_worker_threads',
        message: reason,
        consequence: 'Long work runs in small pieces on the main thread instead; results are the same.',
      }),
  });
  const counter = options.tokenCounter ?? withCountingInWorkers(ownCounter, workers);
  const redaction = createRedaction({
    store: options.store,
    runtime,
    options: options.redaction ?? {},
    workers,
  });
  const { redact } = redaction;
  const emitter = redactingEmitter(options.emitter, redact);
  const store = redactingStore({ store: options.store, redaction, counter, workers });
  const setting = { model: options.model };
  const { strategy = 'eternal', strategies = [] } = options;
  const common = isStrategy(strategy) ? strategy : createStrategy(strategy, setting);
  const ownStrategies: OwnStrategies = new Map(strategies.map((own) => [own.name, own]));
  if (isStrategy(strategy)) ownStrategies.set(strategy.name, strategy);
  const budget = resolveBudget(options.budget);
  const recall = recallSettings(options.recall);
  const { prices = {} } = options;
  const priceOf = (name: string | null) => pricesFor(name, prices[name ?? ''] ?? prices['*']);
  const pricing = priceOf(options.model ?? budget.model ?? null);
  const { read, write } = relativePrices(pricing);
  // The summarizer's price is unknown before it is called. The price of an input token is a fair guess.
  const summarize = expectsModel ? 1 : 0;
  const faithful = ladder({
    rungs: [createExtractive({ counter, compose: composeIn(workers) }), truncation({ counter })],
    breaker: false,
    counter,
    runtime,
  });
  const profilesByModel = (options.profiles ?? (expectsModel ? 'model' : 'code')) === 'model';
  checkSummarizerModels(common, first);
  const model =
    first &&
    guarded({
      summarizer: redactingSummarizer(composedBy(first, composeIn(workers)), redact),
      store,
      runtime,
      limits,
      spend: options.spend ?? defaultSpendLimits,
    });

  const learnt = createLearntState();
  const sentCalls = createSentCalls({ learnt, redaction });
  emitter.onChange(['edit', 'forget', 'deleted'], ({ threadId }) => sentCalls.forget(threadId));

  return {
    store,
    runtime,
    counter,
    emitter,
    redaction,
    workers,
    limits,
    keepRaw: options.keepRaw ?? false,
    longMessages: options.longMessages ?? 'ends',
    recall,
    learnt,
    sentCalls,
    recallPort: {
      search: {
        text: async (queries) =>
          (await store.search.text(queries)).map((answer) =>
            answer.read === undefined ? answer : { ...answer, read: searchableMessages(answer.read) },
          ),
        vectors: (query) => store.search.vectors(query),
      },
      readMessagesAt: async (places) => searchableMessages(await store.readMessagesAt(places)),
      ...(options.embedQuery && { embedQuery: options.embedQuery }),
    },
    faithful,
    model: model && ladder({ rungs: [model], asModels: expectsModel, counter, runtime }),
    profileModel:
      profilesByModel && model
        ? ladder({ rungs: [model], asModels: expectsModel, counter, runtime })
        : undefined,
    expectsModel,
    ownStrategies,
    strategyFor: createThreadStrategies({
      common,
      own: ownStrategies,
      setting,
      onUnknown: (name) =>
        options.emitter.emit('diagnostic', {
          threadId: null,
          code: 'invalid_option',
          message: `A thread is set to the strategy ${JSON.stringify(name)}, which is neither built in nor among the strategies given to createEverthread.`,
          consequence: 'The thread uses the default strategy of this instance.',
        }),
    }),
    ...createBudgets({
      common: budget,
      recall,
      ratioFor: options.ratioFor,
      prices: { read, write, summarize, leastCached: pricing.cache.leastTokens },
      sectionShares: options.sectionShares,
    }),
    pricesFor: priceOf,
    owner: nameInProcess(runtime.newId('own')),
  };
}

function composeIn(workers: Pick<Workers, 'run'>): Compose {
  return ({ signal, threadId, sent: _sent, ...request }) => {
    const texts = [...request.previous, ...request.transcript];
    const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
    return workers.run('compose', request, { characters, threadId, signal });
  };
}
