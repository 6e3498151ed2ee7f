/** From what a caller asks of a context to what it is assembled from: the same for a turn of now and one of the past. */
import type { AssembledContext } from '../context/context.ts';
import type { SectionShares } from '../context/sections.ts';
import { EverthreadError } from '../errors.ts';
import type { LongMessages } from '../options.ts';
import { resolveBudget } from '../tokens/windows.ts';
import { type ContextOptions, type ContextReserve, systemParts } from './context-options.ts';
import type { ContextParts } from './read-context.ts';

type SentBudget = { tokens: number; responseTokens: number };

export type AskedParts = {
  /** The budget of the whole request. */
  asked: SentBudget;
  /** What is left of it for the context and its answer. */
  budget: SentBudget;
  /** Without the standing rules, which depend on the turn. */
  parts: ContextParts;
};

/** Of the thread's own budget: nobody carries on a conversation in so much less than it was kept for. */
const narrowShare = 0.5;

export function askedParts(given: {
  /** Of the thread, where the caller asks for no other. */
  threadBudget: SentBudget;
  /** Of the thread, likewise. */
  shares: Partial<SectionShares>;
  /** Of all threads, likewise. */
  longMessages: LongMessages;
  options: ContextOptions;
  ratio: number;
}): AskedParts {
  const { threadBudget, shares, longMessages, options, ratio } = given;
  const asked = options.budget === undefined ? threadBudget : resolveBudget(options.budget);
  const system = systemParts(options.system);
  const budget = withReserve(asked, options.reserve, ratio);
  return {
    asked,
    budget,
    parts: {
      budget,
      narrow: asked.tokens <= threadBudget.tokens * narrowShare,
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

/** Says what the request takes besides, where it takes something. */
export function withRequestTokens(
  context: AssembledContext,
  { asked, budget }: Pick<AskedParts, 'asked' | 'budget'>,
): AssembledContext {
  const requestTokens = asked.tokens - budget.tokens;
  // In place: a copy would have its account written.
  if (requestTokens !== 0) context.budget = { ...context.budget, requestTokens };
  return context;
}

/** The budget that is left for messages and answer when the rest of the request is taken off. */
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
