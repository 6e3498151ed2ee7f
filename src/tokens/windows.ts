/**
 * Converts the caller's budget option to numbers: a number of tokens, or the context window of a known model. The
 * tokens are the model's own; calibration.ts converts them to reference tokens.
 */
import { invalidOption } from '../errors.ts';
import { findModel } from './models.ts';

export type BudgetOption =
  | { tokens: number; responseTokens?: number }
  | {
      model: string;
      /** Share of the window to use, above 0 and at most 1. */
      fraction?: number;
      responseTokens?: number;
    };

export type Budget = {
  /** Context and response together. */
  tokens: number;
  responseTokens: number;
  /** False if the budget is the default. */
  explicit: boolean;
  model?: string;
};

export const defaultBudgetTokens = 10_300;
const defaultResponseTokens = 1000;
const mostResponseTokens = 8192;
export const leastBudgetTokens = 200;

/**
 * A calibrated count may be off by some percent, so the end of the window stays free. An exact count needs no margin.
 */
const calibratedFraction = 0.95;

export function contextWindow(model: string): number | undefined {
  if (/\[1m\]$/i.test(model)) return 1_000_000;
  return findModel(model)?.windowTokens;
}

/** The part of a model's window that may be filled, given how exactly its tokens are counted. */
export function usableFraction(model: string): number {
  return findModel(model)?.encoding === 'o200k_base' ? 1 : calibratedFraction;
}

/** Reference tokens that a model is given in one call if its window is not known. */
export const usualCallTokens = 8_000;
/** The rest of the window is for instructions, known facts, and the answer. */
const callShare = 0.5;
/** Longer texts make models overlook the middle. A segment of ordinary work is shorter. */
const mostCallTokens = 32_000;

/** The largest text to give to a model in one call, by what is known about the model. */
export function callTokensFor(model: string, windowTokens = contextWindow(model)): number {
  if (windowTokens === undefined) return usualCallTokens;
  const ratio = findModel(model)?.ratio ?? 1;
  return Math.min(mostCallTokens, Math.floor((windowTokens * callShare) / ratio));
}

export function resolveBudget(option: BudgetOption | undefined): Budget {
  if (option === undefined) {
    return { tokens: defaultBudgetTokens, responseTokens: defaultResponseTokens, explicit: false };
  }
  if (typeof option !== 'object' || option === null) {
    throw invalidOption('budget', 'an object with tokens or with model', option);
  }
  if ('model' in option && 'tokens' in option && option.model !== undefined && option.tokens !== undefined) {
    throw invalidOption('budget', 'an object with either tokens or model, not both', option);
  }
  if ('model' in option && option.model !== undefined) return budgetOfModel(option);
  const { tokens, responseTokens } = option as { tokens: unknown; responseTokens?: unknown };
  if (!isBudget(tokens)) {
    throw invalidOption('budget.tokens', `a whole number of at least ${leastBudgetTokens}`, tokens);
  }
  return { tokens, responseTokens: responseReserve(tokens, responseTokens), explicit: true };
}

function budgetOfModel(option: { model: unknown; fraction?: unknown; responseTokens?: unknown }): Budget {
  const { model } = option;
  if (typeof model !== 'string' || model.trim() === '')
    throw invalidOption('budget.model', 'the name of a model', model);
  const window = contextWindow(model);
  if (window === undefined) {
    throw invalidOption(
      'budget.model',
      'a model whose context window is known (GPT, o-series, Claude, Gemini, Llama, Mistral, Qwen, DeepSeek, Grok and others by name); for any other give the window as budget.tokens',
      model,
    );
  }
  const { fraction = usableFraction(model) } = option;
  if (typeof fraction !== 'number' || !(fraction > 0 && fraction <= 1)) {
    throw invalidOption('budget.fraction', 'a number above 0 and at most 1', fraction);
  }
  const tokens = Math.floor(window * fraction);
  if (!isBudget(tokens)) {
    throw invalidOption(
      'budget.fraction',
      `large enough to leave ${leastBudgetTokens} of the model's ${window} tokens`,
      fraction,
    );
  }
  return { tokens, responseTokens: responseReserve(tokens, option.responseTokens), explicit: true, model };
}

function isBudget(tokens: unknown): tokens is number {
  return Number.isSafeInteger(tokens) && (tokens as number) >= leastBudgetTokens;
}

/**
 * The same share as in the default budget, up to the usual longest answer of models. A small budget gives up to a
 * quarter, because an answer below some hundred tokens breaks off in the middle of a thought.
 */
function responseReserve(tokens: number, requested: unknown): number {
  if (requested !== undefined) {
    if (!Number.isSafeInteger(requested) || (requested as number) < 0 || (requested as number) >= tokens) {
      throw invalidOption(
        'budget.responseTokens',
        `a whole number from 0 to ${tokens - 1}, below the budget`,
        requested,
      );
    }
    return requested as number;
  }
  const share = Math.round((tokens * defaultResponseTokens) / defaultBudgetTokens);
  const least = Math.min(128, Math.floor(tokens / 4));
  return Math.min(mostResponseTokens, Math.max(least, share));
}
