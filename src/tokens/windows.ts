/**
 * From what the caller says about the budget to numbers: tokens given outright, or a model whose context window
 * is known. The tokens are the model's own; the ratio to reference tokens is calibration's business.
 */
import { invalidOption } from '../errors.ts';
import { findModel } from './models.ts';

export type BudgetOption =
  | { tokens: number; responseTokens?: number }
  | {
      model: string;
      /** Part of the window to use, above 0 and at most 1. */
      fraction?: number;
      responseTokens?: number;
    };

export type Budget = {
  /** The whole: context and response together. */
  tokens: number;
  responseTokens: number;
  /** False where nothing was asked for and the default stands. */
  explicit: boolean;
  model?: string;
};

export const defaultBudgetTokens = 10_300;
const defaultResponseTokens = 1000;
const mostResponseTokens = 8192;
export const leastBudgetTokens = 200;

/** A calibrated count may be off by some percent, so the last ones of the window stay free; an exact one needs none. */
const calibratedFraction = 0.95;

export function contextWindow(model: string): number | undefined {
  if (/\[1m\]$/i.test(model)) return 1_000_000;
  return findModel(model)?.windowTokens;
}

/** The part of a model's window that a count of its tokens can be trusted with. */
export function usableFraction(model: string): number {
  return findModel(model)?.encoding === 'o200k_base' ? 1 : calibratedFraction;
}

/** What is given to a model to read in one call, in reference tokens, where its window is not known. */
export const usualCallTokens = 8_000;
/** The rest is for the instructions, for what is known beforehand, and for the answer. */
const callShare = 0.5;
/** Beyond this, models overlook what stands in the middle; a segment of ordinary work is below it. */
const mostCallTokens = 32_000;

/** The largest text to give to a model in one call, by what is known of it. */
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
 * The share of the default budget, up to what most models answer at most. A small budget gives up to a quarter,
 * because an answer below some hundred tokens is cut off in the middle of a thought.
 */
function responseReserve(tokens: number, asked: unknown): number {
  if (asked !== undefined) {
    if (!Number.isSafeInteger(asked) || (asked as number) < 0 || (asked as number) >= tokens) {
      throw invalidOption(
        'budget.responseTokens',
        `a whole number from 0 to ${tokens - 1}, below the budget`,
        asked,
      );
    }
    return asked as number;
  }
  const share = Math.round((tokens * defaultResponseTokens) / defaultBudgetTokens);
  const least = Math.min(128, Math.floor(tokens / 4));
  return Math.min(mostResponseTokens, Math.max(least, share));
}
