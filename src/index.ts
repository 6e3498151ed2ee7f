/** The published entry point `everthread`. */

export type { Brief, BriefOptions } from './brief/brief.ts';
export { briefConversation } from './brief-conversation.ts';
export type { CompactOptions, CompactResult } from './compaction/on-demand.ts';
export { type CompactionDue, type CompactionDueOptions, compactionDue } from './compaction-due.ts';
export type { ContextItem, Resource } from './context/context.ts';
export {
  type AiSdkPrompt,
  type ConvertibleMessage,
  type OpenAIOptions,
  toAiSdk,
  toAnthropic,
  toOpenAI,
  toOpenAIResponses,
  toUIMessages,
} from './context/convert.ts';
export type { AnthropicOptions, Context, TextOptions } from './context/render.ts';
export type { SectionShares } from './context/sections.ts';
export { pricesFor } from './cost/model-prices.ts';
export {
  type BilledTokens,
  type CacheRules,
  inputCost,
  type ModelPrices,
  type Pricing,
} from './cost/prices.ts';
export { createPromptCache, type PromptBlock, type PromptCache } from './cost/prompt-cache.ts';
export type { EditReceipt } from './editing/edit-message.ts';
export type { ErasureReceipt, ForgetOptions } from './editing/forget-messages.ts';
export type { MessageSelector } from './editing/named-messages.ts';
export type { Embedder } from './embedder.ts';
export { type EmbeddingModelOptions, embeddingModel } from './embedders/ai-sdk.ts';
export { minilm } from './embedders/minilm.ts';
export type { ThreadEvent } from './engine/thread-events.ts';
export { type ErrorCode, EverthreadError, isEverthreadError } from './errors.ts';
export type { EventListener, EventName, EverthreadEvents } from './events.ts';
export { createEverthread, type Everthread, type ThreadOptions } from './everthread.ts';
export type { KnownFact } from './facts/corrections.ts';
export type { Rule } from './facts/pins.ts';
export type * from './message/message.ts';
export { textOf } from './message/message.ts';
export type { Noise, NoiseChoice, NoiseKind } from './message/noise.ts';
export type { MessageInput } from './message/normalize.ts';
export type { EverthreadOptions, Logger, LongMessages, RecallOptions } from './options.ts';
export type { OwnerErasureReceipt } from './owners/owned-threads.ts';
export type * from './profile-index.ts';
export type * from './records/audit-entry.ts';
export type { Fact, FactKind } from './records/fact.ts';
export type { Pin } from './records/pin.ts';
export type * from './records/profile.ts';
export type * from './records/proofs.ts';
export type { RecordCounts } from './records/record-hash.ts';
export type * from './records/request.ts';
export type * from './records/summary.ts';
export type * from './records/thread-list.ts';
export type { ThreadDetails, ThreadSettings, ThreadState } from './records/thread-state.ts';
export type * from './result-cache.ts';
export type { Runtime } from './runtime.ts';
export type { Expansion, HistoryOptions } from './search/read-archive.ts';
export type {
  SearchedThreads,
  SearchHit,
  SearchOptions,
  SearchPage,
  ThreadDescription,
} from './search/results.ts';
export type { Strata, Stratum, WorkMark } from './search/thread-strata.ts';
export type * from './search-index.ts';
export type * from './store.ts';
export { memoryStore } from './stores/memory/memory.ts';
export type { BuiltInStrategy, NamedStrategy, StrategyName } from './strategies/registry.ts';
export type * from './strategy.ts';
export {
  type SummarizeOptions,
  type SummarizeResult,
  type SummaryCache,
  summarizeConversation,
} from './summarize-conversation.ts';
export type * from './summarizer.ts';
export { SummarizerFailure } from './summarizer.ts';
export { extractive } from './summarizers/extractive/extractive.ts';
export {
  defaultAnthropicModel,
  type LanguageModelOptions,
  languageModel,
} from './summarizers/language-model/language-model.ts';
export type { ModelChoice } from './summarizers/language-model/model-choice.ts';
export type { PromptOverride } from './summarizers/prompt-override.ts';
export type { PromptName, PromptOverrides } from './summarizers/prompts.ts';
export type { SpendLimit } from './summarizers/spend-guard.ts';
export type { AppendOptions, ExplainedTurn, Thread } from './thread.ts';
export type { TokenCounter } from './tokens/counter.ts';
export type { BudgetOption } from './tokens/windows.ts';
export type { ContextOptions } from './turn/context-options.ts';
export type { ExplainedRange } from './turn/explain.ts';
export type { VerifyReport } from './verify/verify-everthread.ts';
