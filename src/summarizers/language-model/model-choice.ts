/** One entry of the preference list, checked and named. */
import type { LanguageModel } from 'ai';
import { invalidOption } from '../../errors.ts';
import type { AiSdk } from './ai-sdk.ts';
import { checkPricing, type Pricing } from './pricing.ts';

type GenerateTextOptions = Parameters<AiSdk['generateText']>[0];

/** A model with settings of its own. */
export type ModelChoice = {
  model: LanguageModel;
  /** Stored with summaries and calls; the model's id by default. */
  name?: string;
  pricing?: Pricing;
  timeoutMs?: number;
  /** Instead of the request's limit: for models that spend output tokens on reasoning first. */
  maxOutputTokens?: number;
  temperature?: number;
  reasoning?: GenerateTextOptions['reasoning'];
  providerOptions?: GenerateTextOptions['providerOptions'];
};

export type NamedChoice = ModelChoice & { name: string };

export function toChoice(options: {
  model: LanguageModel | ModelChoice;
  index: number;
  /** By model name. */
  pricing: { readonly [model: string]: Pricing };
}): NamedChoice {
  const { model: given, index, pricing } = options;
  const field = `models[${index}]`;
  const choice: ModelChoice = isChoice(given) ? given : { model: given };
  const { model } = choice;
  const isModel =
    (typeof model === 'string' && model !== '') ||
    (typeof model === 'object' && model !== null && typeof model.modelId === 'string');
  if (!isModel) throw invalidOption(field, 'a language model of the AI SDK, or { model, … }', model);
  if (choice.pricing !== undefined) checkPricing(choice.pricing, `${field}.pricing`);
  if (choice.timeoutMs !== undefined) requirePositive(`${field}.timeoutMs`, choice.timeoutMs);
  if (choice.maxOutputTokens !== undefined)
    requirePositive(`${field}.maxOutputTokens`, choice.maxOutputTokens);
  const name = choice.name ?? (typeof model === 'string' ? model : model.modelId);
  return { ...choice, name, pricing: choice.pricing ?? pricing[name] };
}

function isChoice(value: LanguageModel | ModelChoice): value is ModelChoice {
  return (
    typeof value === 'object' && value !== null && 'model' in value && !('specificationVersion' in value)
  );
}

export function requirePositive(field: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0) throw invalidOption(field, 'a number above 0', value);
}

export function requireWhole(field: string, value: number): void {
  if (!Number.isInteger(value) || value < 0) throw invalidOption(field, 'a whole number of 0 or more', value);
}
