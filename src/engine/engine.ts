/** Everything the paths act through, put together once. Only the wiring knows the whole: a path names what it uses. */

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
  /** The configured summarizer behind its guards; who stands in for it is decided for each run. */
  model: Summarizer | undefined;
  /** The same, for profiles of owners; undefined where code writes them. What it fails at is not held against summaries. */
  profileModel: Summarizer | undefined;
  /** Takes only from its sources: writes where no model does. */
  faithful: Summarizer;
  /** Whether a summary that is not by a model is a step down, to be marked and redone. */
  expectsModel: boolean;
  redaction: Redaction;
  /** Where long work is done. */
  workers: Workers;
  /** Those that are not built in; a thread may be set to one of them. */
  ownStrategies: OwnStrategies;
  strategyFor: StrategyFor;
  modelBudgetFor: ModelBudgetFor;
  budgetFor: BudgetFor;
  sharesFor: SharesFor;
  longMessages: LongMessages;
  limits: CompactionLimits;
  /** Whether summaries keep what the model answered. */
  keepRaw: boolean;
  recall: RecallSettings;
  learnt: LearntState;
  /** What wrapped models sent last, for summarizers that ask the same model. */
  sentCalls: SentCalls;
  pricesFor: (model: string | null) => ModelPrices;
  /** The archive as ranking sees it. */
  recallPort: RecallPort;
  /** Names this process in leases. */
  owner: string;
};
