/** `everthread/language-model`: summaries by any model of the Vercel AI SDK. Needs the package `ai`. */
export {
  defaultAnthropicModel,
  type LanguageModelOptions,
  languageModel,
  type ModelFallback,
  type RetryOptions,
} from './summarizers/language-model/language-model.ts';
export type { ModelChoice } from './summarizers/language-model/model-choice.ts';
export type { Pricing } from './summarizers/language-model/pricing.ts';
export type { PromptName, PromptOverride, PromptOverrides } from './summarizers/prompts.ts';
