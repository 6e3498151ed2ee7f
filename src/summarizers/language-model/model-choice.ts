/** One entry of the preference list, checked and named. */

import { knowsPricesOf, pricesFor } from '../../cost/model-prices.ts';
import { checkPricing, type Pricing } from '../../cost/prices.ts';
import { invalidOption } from '../../errors.ts';
import type { AiSdkLanguageModel } from '../../input/ai-sdk-models.ts';
import { checkOptions } from '../../input/foreign-values.ts';
import type { ProviderOptions } from '../../message/ai-sdk-shapes.ts';

/** A model with its own settings. */
export type ModelChoice = {
  model: AiSdkLanguageModel;
  /** Stored with summaries and calls. Default: the model's id. */
  name?: string;
  /** Default: list prices where they are known. */
  pricing?: Pricing;
  timeoutMs?: number;
  /** Replaces the request's limit: for models that spend output tokens on reasoning first. */
  maxOutputTokens?: number;
  temperature?: number;
  reasoning?: 'provider-default' | 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';
  providerOptions?: ProviderOptions;
};

export type NamedChoice = ModelChoice & { name: string };

export function toChoice(options: {
  model: AiSdkLanguageModel | ModelChoice;
  index: number;
  /** By model name. */
  pricing: { readonly [model: string]: Pricing };
}): NamedChoice {
  const { model: given, index, pricing } = options;
  const field = `models[${index}]`;
  const choice: ModelChoice = isChoice(given) ? given : { model: given };
  if (isChoice(given))
    checkOptions<ModelChoice>(
      given,
      {
        ...{ model: null, name: null, pricing: null, timeoutMs: null, maxOutputTokens: null },
        ...{ temperature: null, reasoning: null, providerOptions: null },
      },
      `${field}.`,
    );
  const { model } = choice;
  const isModel =
    (typeof model === 'string' && model !== '') ||
    (typeof model === 'object' && model !== null && typeof model.modelId === 'string');
  if (!isModel) throw invalidOption(field, 'a language model of the AI SDK, or { model, … }', model);
  if (choice.pricing !== undefined) checkPricing(choice.pricing, `${field}.pricing`);
  if (choice.timeoutMs !== undefined) requirePositive(`${field}.timeoutMs`, choice.timeoutMs);
  if (choice.maxOutputTokens !== undefined)
    requirePositive(`${field}.maxOutputTokens`, choice.maxOutputTokens);
  const name = choice.name ?? modelIdOf(choice);
  return { ...choice, name, pricing: choice.pricing ?? pricing[name] ?? listPricing(choice, name) };
}

/** List prices are the default, because a spending limit would be useless without prices. */
function listPricing(choice: ModelChoice, name: string): Pricing | undefined {
  const known = [name, modelIdOf(choice)].find(knowsPricesOf);
  return known === undefined ? undefined : pricesFor(known);
}

export function modelIdOf({ model }: Pick<ModelChoice, 'model'>): string {
  return typeof model === 'string' ? model : model.modelId;
}

/** The names a model can be requested by: its name here, its id, and the id with its provider. */
export function namesOf({ name, model }: NamedChoice): string[] {
  if (typeof model === 'string') return [...new Set([name, model])];
  const provider = model.provider.split('.')[0]!;
  return [...new Set([name, model.modelId, `${provider}/${model.modelId}`])];
}

/**
 * The models with these names, in this order; all without names. An unknown name is taken for a gateway model if the
 * list contains others of the gateway, and otherwise skipped.
 */
export function chooseModels(options: {
  choices: readonly NamedChoice[];
  names: readonly string[] | undefined;
  pricing: { readonly [model: string]: Pricing };
}): readonly NamedChoice[] {
  const { choices, names = [], pricing } = options;
  const anyName = takesAnyName(choices);
  const chosen = names.flatMap((name, index) => {
    const known = choices.find((choice) => namesOf(choice).includes(name));
    if (known) return [known];
    return anyName ? [toChoice({ model: name, index, pricing })] : [];
  });
  return chosen.length === 0 ? choices : chosen;
}

/** A list with gateway models can be asked for any other gateway model. */
export function takesAnyName(choices: readonly NamedChoice[]): boolean {
  return choices.some(({ model }) => typeof model === 'string');
}

function isChoice(value: AiSdkLanguageModel | ModelChoice): value is ModelChoice {
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
