/** Puts the engine together from the user's options: the ladder of summarizers, the guards, the redaction. */
import { hostname } from 'node:os';
import { recallReserve } from '../context/sections.ts';
import { searchableMessages } from '../message/origin.ts';
import { defaultCompactionLimits, type EverthreadOptions, recallSettings } from '../options.ts';
import type { Runtime } from '../runtime.ts';
import type { RecallPort } from '../search-index.ts';
import type { Store } from '../store.ts';
import { createStrategy } from '../strategies/registry.ts';
import type { Strategy, StrategyBudget, StrategySetting } from '../strategy.ts';
import { extractive } from '../summarizers/extractive/extractive.ts';
import { ladder } from '../summarizers/ladder.ts';
import { defaultSpendLimits } from '../summarizers/spend-guard.ts';
import { truncation } from '../summarizers/truncation.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { resolveBudget } from '../tokens/windows.ts';
import type { Emitter } from './emitter.ts';
import type { Engine } from './engine.ts';
import { createFixedTokens } from './fixed-tokens.ts';
import { guarded } from './guarded-summarizer.ts';
import { redactingEmitter } from './redacting-emitter.ts';
import { redactingStore } from './redacting-store.ts';
import { redactingSummarizer } from './redacting-summarizer.ts';
import { createRedaction } from './redaction.ts';
import { checkSummarizerModels } from './summarizer-models.ts';

/** Strategies of threads with settings of their own, kept while they are in use. */
const strategyCacheSize = 64;

export function createEngine(
  options: EverthreadOptions & {
    store: Store;
    runtime: Runtime;
    emitter: Emitter;
    /** Model tokens per reference token. */
    ratioFor: (threadId: string) => number;
    embedQuery?: RecallPort['embedQuery'];
  },
): Engine {
  const { runtime } = options;
  const limits = { ...defaultCompactionLimits, ...options.compaction };
  const counter = options.tokenCounter ?? createTokenCounter({});
  const redaction = createRedaction({ store: options.store, runtime, options: options.redaction ?? {} });
  const { redact } = redaction;
  const store = redactingStore({ store: options.store, redaction, counter });
  const setting = { model: options.model };
  const common = createStrategy(options.strategy ?? 'eternal', setting);
  const budget = resolveBudget(options.budget);
  const recall = recallSettings(options.recall);
  const faithful = ladder({
    rungs: [extractive({ counter }), truncation({ counter })],
    breaker: false,
    counter,
    runtime,
  });
  const first = options.summarizer;
  checkSummarizerModels(common, first);
  const model =
    first &&
    guarded({
      summarizer: redactingSummarizer(first, redact),
      store,
      runtime,
      limits,
      spend: options.spend ?? defaultSpendLimits,
    });

  return {
    store,
    runtime,
    counter,
    emitter: redactingEmitter(options.emitter, redact),
    redact,
    redaction,
    limits,
    recall,
    fixedTokens: createFixedTokens(),
    recallPort: {
      search: store.search,
      readMessagesAt: async (places) => searchableMessages(await store.readMessagesAt(places)),
      ...(options.embedQuery && { embedQuery: options.embedQuery }),
    },
    faithful,
    model: model && ladder({ rungs: [model], counter, runtime }),
    expectsModel: model !== undefined && first?.name !== 'extractive',
    strategyFor: cachedStrategies(common, setting),
    modelBudgetFor: ({ settings }) =>
      settings.budgetTokens ? resolveBudget({ tokens: settings.budgetTokens }) : budget,
    budgetFor(state, ratio = options.ratioFor(state.id)): StrategyBudget {
      const own = this.modelBudgetFor(state);
      const available = Math.floor((own.tokens - own.responseTokens) / ratio);
      return {
        total: Math.floor(own.tokens / ratio),
        available,
        recall: recall.enabled ? recallReserve({ available, most: recall.maxTokens }) : 0,
        explicit: own.explicit,
      };
    },
    owner: `${hostname()}:${process.pid}:${runtime.newId('own')}`,
  };
}

function cachedStrategies(common: Strategy, setting: StrategySetting): Engine['strategyFor'] {
  const cache = new Map<string, Strategy>();
  return ({ settings }) => {
    if (!settings.strategy) return common;
    const key = JSON.stringify(settings.strategy);
    const known = cache.get(key);
    if (known) return known;
    const made = createStrategy(settings.strategy, setting);
    if (cache.size >= strategyCacheSize) cache.delete(cache.keys().next().value!);
    cache.set(key, made);
    return made;
  };
}
