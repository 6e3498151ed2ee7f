/** Puts the engine together from the user's options: the ladder of summarizers, the guards, the redaction. */
import { hostname } from 'node:os';
import { searchableMessages } from '../message/origin.ts';
import { defaultCompactionLimits, type EverthreadOptions, recallSettings } from '../options.ts';
import type { Runtime } from '../runtime.ts';
import type { RecallPort } from '../search-index.ts';
import type { Store } from '../store.ts';
import { createStrategy } from '../strategies/registry.ts';
import { extractive } from '../summarizers/extractive/extractive.ts';
import { ladder } from '../summarizers/ladder.ts';
import { defaultSpendLimits } from '../summarizers/spend-guard.ts';
import { truncation } from '../summarizers/truncation.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { resolveBudget } from '../tokens/windows.ts';
import { createBudgets } from './budgets.ts';
import type { Emitter } from './emitter.ts';
import type { Engine } from './engine.ts';
import { createFixedTokens } from './fixed-tokens.ts';
import { guarded } from './guarded-summarizer.ts';
import { redactingEmitter } from './redacting-emitter.ts';
import { redactingStore } from './redacting-store.ts';
import { redactingSummarizer } from './redacting-summarizer.ts';
import { createRedaction } from './redaction.ts';
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
    strategyFor: createThreadStrategies(common, setting),
    ...createBudgets({ common: budget, recall, ratioFor: options.ratioFor }),
    owner: `${hostname()}:${process.pid}:${runtime.newId('own')}`,
  };
}
