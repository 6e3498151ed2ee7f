/** Turns the options of a context into the parts it is assembled from, for a current turn as for a past one. */
import type { AssembledContext, Resource } from '../context/context.ts';
import type { ShownRule } from '../context/rules.ts';
import type { SectionShares } from '../context/sections.ts';
import { EverthreadError } from '../errors.ts';
import type { Part } from '../message/message.ts';
import type { LongMessages } from '../options.ts';
import { resolveBudget } from '../tokens/windows.ts';
import { type ContextOptions, type ContextReserve, systemParts } from './context-options.ts';

type SentBudget = { tokens: number; responseTokens: number };

export type ContextParts = {
  budget: SentBudget;
  /** True if the budget is at most half of the thread's own. */
  narrow: boolean;
  /** Model tokens per reference token. */
  ratio: number;
  /** The shares of sections that differ from the usual ones. */
  sectionShares: Partial<SectionShares>;
  /** How a newest message that is too long is shown. */
  longMessages: LongMessages;
  system?: string | readonly Part[];
  profile?: string;
  pinned: string[];
  /** Standing rules of the user. */
  rules: ShownRule[];
  resources: Resource[];
  /** False: nothing is recalled. */
  recall: boolean;
  /** What to recall for, if it is not the newest message of the user. */
  query?: string;
};

export type RequestParts = {
  /** The budget of the whole request. */
  requestBudget: SentBudget;
  /** The part of it that is left for the context and its answer. */
  budget: SentBudget;
  /** All parts but the standing rules, which depend on the turn. */
  parts: ContextParts;
};

/**
 * A context with at most this share of the thread's budget is a hand-off, because a conversation does not go on in so
 * much less than it was kept for.
 */
const narrowShare = 0.5;

export function requestParts(input: {
  /** The thread's budget, used if the caller passes none. */
  threadBudget: SentBudget;
  /** The thread's shares, used if the caller passes none. */
  shares: Partial<SectionShares>;
  /** The setting of all threads, used if the caller passes none. */
  longMessages: LongMessages;
  options: ContextOptions;
  ratio: number;
}): RequestParts {
  const { threadBudget, shares, longMessages, options, ratio } = input;
  const requestBudget = options.budget === undefined ? threadBudget : resolveBudget(options.budget);
  const system = systemParts(options.system);
  const budget = withReserve(requestBudget, options.reserve, ratio);
  return {
    requestBudget,
    budget,
    parts: {
      budget,
      narrow: requestBudget.tokens <= threadBudget.tokens * narrowShare,
      ratio,
      sectionShares: { ...shares, ...options.sectionShares },
      longMessages: options.longMessages ?? longMessages,
      pinned: [...(options.pinned ?? [])],
      rules: [],
      resources: [...(options.resources ?? [])],
      recall: options.recall ?? true,
      ...(options.query === undefined ? {} : { query: options.query }),
      ...(system === undefined ? {} : { system }),
      ...(typeof options.profile === 'string' ? { profile: options.profile } : {}),
    },
  };
}

/** Reference tokens of the budget that are left for the context. */
export function usableTokens({ budget, ratio }: Pick<ContextParts, 'budget' | 'ratio'>): number {
  return Math.floor((budget.tokens - budget.responseTokens) / ratio);
}

/** Notes the tokens that the caller reserved for the rest of the request, if any. */
export function withRequestTokens(
  context: AssembledContext,
  { requestBudget, budget }: Pick<RequestParts, 'requestBudget' | 'budget'>,
): AssembledContext {
  const requestTokens = requestBudget.tokens - budget.tokens;
  // Changed in place, because a copy would make the account of the context.
  if (requestTokens !== 0) context.budget = { ...context.budget, requestTokens };
  return context;
}

/** The budget without the tokens that the caller reserved for the rest of the request. */
function withReserve<Given extends SentBudget>(
  budget: Given,
  { responseTokens, requestTokens = 0 }: ContextReserve = {},
  ratio: number,
): Given {
  const most = Math.floor(budget.tokens / 2);
  const answer = responseTokens === undefined ? budget.responseTokens : Math.min(responseTokens, most);
  const size = Math.ceil(requestTokens * ratio);
  if (size > 0 && size + answer >= budget.tokens) {
    throw new EverthreadError({
      code: 'context_overflow',
      field: 'reserve.requestTokens',
      message: `reserve.requestTokens needs ${size} tokens, but the budget of ${budget.tokens} keeps ${answer} for the answer and the conversation needs some. Send fewer or shorter tools, or raise budget.tokens.`,
      details: { section: 'request', size, available: budget.tokens - answer },
    });
  }
  return { ...budget, tokens: budget.tokens - size, responseTokens: answer };
}
