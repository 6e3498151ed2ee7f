/**
 * Everything that the operations (append, context, compaction …) work with, put together once. Only the wiring knows
 * all of it; each operation names the parts it uses.
 */

import type { CompactionLimits } from '../compaction-limits.ts';
import type { ModelPrices } from '../cost/prices.ts';
import type { LongMessages, RecallSettings } from '../options.ts';
import type { Runtime } from '../runtime.ts';
import type { RecallPort } from '../search-index.ts';
import type { Store } from '../store.ts';
import type { OwnStrategies } from '../strategies/own-strategies.ts';
import type { Summarizer } from '../summarizer.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { Workers } from '../workers/workers.ts';
import type { BudgetFor, ModelBudgetFor, SharesFor } from './budgets.ts';
import type { Emitter } from './emitter.ts';
import type { LearntState } from './learnt-state.ts';
import type { Redaction } from './redaction.ts';
import type { SentCalls } from './sent-calls.ts';
import type { StrategyFor } from './thread-strategies.ts';

export type Engine = {
  store: Store;
  runtime: Runtime;
  counter: TokenCounter;
  emitter: Emitter;
  /** The configured summarizer with its guards. What replaces it when it fails is decided in each run. */
  model: Summarizer | undefined;
  /** The same for profiles of owners; undefined if code writes them. Its failures do not count against summaries. */
  profileModel: Summarizer | undefined;
  /** Writes when no model does, using only text of its sources. */
  faithful: Summarizer;
  /** Whether a summary that no model wrote is to be marked and redone. */
  expectsModel: boolean;
  redaction: Redaction;
  /** Runs long work. */
  workers: Workers;
  /** The user's own strategies, which threads may be set to. */
  ownStrategies: OwnStrategies;
  strategyFor: StrategyFor;
  modelBudgetFor: ModelBudgetFor;
  budgetFor: BudgetFor;
  sharesFor: SharesFor;
  longMessages: LongMessages;
  limits: CompactionLimits;
  /** Whether summaries keep the model's answer. */
  keepRaw: boolean;
  recall: RecallSettings;
  learnt: LearntState;
  /** The last calls of wrapped models, for summarizers that ask the same model. */
  sentCalls: SentCalls;
  pricesFor: (model: string | null) => ModelPrices;
  /** The archive as the ranking uses it. */
  recallPort: RecallPort;
  /** Identifies this process in leases. */
  owner: string;
};
