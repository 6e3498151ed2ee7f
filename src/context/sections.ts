/**
 * The sections of a context: how much of the budget each one has, and which gives way to which. This file has only the
 * numbers; the neighbouring files make and shorten the sections.
 *
 * Priorities, highest first: system, profile, pinned, newest message, summaries, tail, ledger, resources, recall.
 * Budget that one section does not use goes to the others in this order. If a context does not fit, the sections give
 * way in the opposite order:
 *
 *  1. ledger: never above its own budget; the least important facts are left out first
 *  2. recall: passages of earlier requests are left out, then those of this request, the least relevant first
 *  3. tail: oversized tool results, then other oversized messages, are shortened in place; then the oldest messages are
 *     replaced by prepared summaries, or by one stand-in if there are none
 *  4. summaries: the oldest are replaced by one stand-in, the newest stay
 *  5. resources: each is cut to an equal size, with a mark
 *  6. newest message: shortened in place
 *  7. standing rules of the user: never above their share; reduced further, down to none, if no context is possible
 *     otherwise
 *
 * What the caller passes (system prompt, profile, pinned rules) is never cut; if it alone is too large, that is an
 * error. What was found for a request is more important in that request than the oldest messages of the tail. This
 * holds for passages if a question asks for them, and for resources up to half of what the fixed sections leave.
 */
import { invalidOption } from '../errors.ts';
import type { SectionName } from '../strategy.ts';

/** The standing rules take what they need of `facts`, and the ledger has the rest. */
const shareNames = ['system', 'profile', 'summaries', 'tail', 'facts', 'recall', 'resources'] as const;
type ShareName = (typeof shareNames)[number];
export type SectionShares = { [share in ShareName]: number };

/** The budget at which the default shares are plain token figures. */
export const referenceBudget = { tokens: 10_300, responseTokens: 1_000 } as const;

/** Shares of the budget without the response reserve. Only their proportions count. */
const defaultShares: SectionShares = {
  system: 1_500,
  profile: 800,
  summaries: 500,
  tail: 3_000,
  facts: 2_000,
  recall: 1_500,
  resources: 0,
};

/** The order of sections that the strategy's own order does not name. */
export const defaultSectionOrder: readonly SectionName[] = [
  'system',
  'profile',
  'pinned',
  'summaries',
  'ledger',
  'tail',
  'resources',
  'recall',
];

export function completeOrder(order: readonly SectionName[]): SectionName[] {
  const all = [...order];
  for (const section of defaultSectionOrder) if (!order.includes(section)) all.push(section);
  return all;
}

/** Largest share of a budget that is kept free for recalled passages. */
const largestReserve = 0.7;
/** Tokens of passages that answer most questions about the past. A large window needs no more. */
const usualRecall = 5_000;

/**
 * Tokens that summaries and tail leave to recalled passages. In a small window, passages that the newest message is
 * about help more than another page of the newest messages. In a large window they need only a small part.
 */
export function recallReserve({ available, most }: { available: number; most: number }): number {
  return Math.floor(Math.min(available * largestReserve, recallCeiling({ available, most })));
}

/** Most tokens for passages even if nothing else needs the room. */
export function recallCeiling({ available, most }: { available: number; most: number }): number {
  const share =
    (available * defaultShares.recall) / (referenceBudget.tokens - referenceBudget.responseTokens);
  return Math.floor(Math.min(most, Math.max(share, usualRecall)));
}

/** Throws `invalid_option` that names the share. */
export function checkShares(shares: Partial<SectionShares>): void {
  if (typeof shares !== 'object' || shares === null || Array.isArray(shares)) {
    throw invalidOption('sectionShares', `an object with any of ${shareNames.join(', ')}`, shares);
  }
  for (const [name, value] of Object.entries(shares)) {
    if (!shareNames.includes(name as ShareName))
      throw invalidOption(`sectionShares.${name}`, `one of ${shareNames.join(', ')}`, name);
    if (value !== undefined && !(Number.isFinite(value) && value >= 0))
      throw invalidOption(`sectionShares.${name}`, 'a number of at least 0', value);
  }
  for (const name of shareNames) if ((shares[name] ?? defaultShares[name]) !== 0) return;
  throw invalidOption('sectionShares', 'shares of which at least one is above 0', shares);
}

/** Tokens kept free for recalled passages: their share if one is given, else the usual reserve. */
export function recallRoom(
  { enabled, maxTokens }: { enabled: boolean; maxTokens: number },
  available: number,
  shares: Partial<SectionShares>,
): number {
  if (!enabled) return 0;
  return shares.recall === undefined
    ? recallReserve({ available, most: maxTokens })
    : Math.min(maxTokens, shareBudgets(available, shares).recall);
}

/** Each section's own budget out of `available` tokens. */
export function shareBudgets(available: number, shares: Partial<SectionShares> = {}): SectionShares {
  checkShares(shares);
  let sum = 0;
  for (const name of shareNames) sum += shares[name] ?? defaultShares[name];
  const budgets = {} as SectionShares;
  for (const name of shareNames)
    budgets[name] = Math.floor((available * (shares[name] ?? defaultShares[name])) / sum);
  return budgets;
}

/** Most tokens of a work record and the facts beside it, because more would not help the work. */
const mostWorkAndFacts = 6_000;
/**
 * Shares of what the caller's parts leave that a work record and its facts may take, if the context has the thread's
 * own budget. The newest messages keep theirs.
 */
const ownWorkShare = { most: 0.35, least: 0.2 };
/** Tokens taken from the work record and the facts for each token of the caller's parts beyond their sections. */
const takenBeyondSections = 2;
/**
 * Largest share of the summarized messages' tokens for the work record, and the tokens it may always take. Early in a
 * conversation a long record costs more to write into the cache than it saves.
 */
const recordLimit = { share: 0.04, tokens: 160 };
/**
 * A context at a fraction of the thread's budget is usually a hand-off. The work record may take most of it, and in the
 * smallest ones a part of the tail's own budget is enough.
 */
const narrowWork = { share: 0.84, tokens: 1_500, further: 0.4 };
const narrowTail = { least: 0.4, from: 4_000, to: 8_000 };

/**
 * Tokens for passages beside a work record, as a share of the room. They are fewer than in a conversation without work,
 * because the record already answers many questions. A small window keeps `tokens` for a few pieces of long messages,
 * up to the share `largest`.
 */
const besideWork = { share: 0.3, tokens: 500, largest: 0.5 };

/** `room` is what the caller's parts leave. */
export function recallBesideWork(room: number): number {
  const few = Math.min(besideWork.tokens, room * besideWork.largest);
  return Math.max(0, Math.floor(Math.max(room * besideWork.share, few)));
}

/** Least share of what the caller's parts leave for the exact facts of a talk. */
const leastFactsOfTalk = 0.15;

/** The budgets of a thread without work. Its facts give way if the caller's parts need more than their sections. */
export function withTalk(options: {
  available: number;
  /** Tokens that the caller's parts take of it. */
  callerTokens: number;
  budgets: SectionShares;
}): SectionShares {
  const { available, callerTokens, budgets } = options;
  const beyondSections = Math.max(0, callerTokens - budgets.system - budgets.profile);
  const least = Math.max(0, available - callerTokens) * leastFactsOfTalk;
  const facts = Math.max(least, budgets.facts - beyondSections * takenBeyondSections);
  return { ...budgets, facts: Math.floor(Math.min(budgets.facts, facts)) };
}

/** The budgets of a thread with work in it. */
export function withWork(options: {
  available: number;
  /** Tokens that the caller's parts take of it. */
  callerTokens: number;
  /** Tokens of the summarized messages. */
  coveredTokens: number;
  budgets: SectionShares;
  /** True if the budget is only a fraction of the thread's own. */
  narrow: boolean;
}): SectionShares {
  const { available, budgets, narrow } = options;
  if (!narrow) return { ...budgets, facts: Math.floor(Math.min(workAndFacts(options), mostWorkAndFacts)) };
  const { share, tokens, further } = narrowWork;
  const facts = Math.min(available * share, tokens + available * further, mostWorkAndFacts);
  const { least, from, to } = narrowTail;
  const progress = Math.min(1, Math.max(0, (available - from) / (to - from)));
  return {
    ...budgets,
    facts: Math.floor(Math.max(budgets.facts, facts)),
    tail: Math.floor(budgets.tail * (least + (1 - least) * progress)),
  };
}

/** Tokens for the work record and the facts beside it at the thread's own budget. */
function workAndFacts(options: {
  available: number;
  callerTokens: number;
  coveredTokens: number;
  budgets: SectionShares;
}): number {
  const { available, callerTokens, coveredTokens, budgets } = options;
  const left = Math.max(0, available - callerTokens);
  // Parts of the caller beyond their sections shrink the work record, because the current messages need their room.
  const beyondSections = Math.max(0, callerTokens - budgets.system - budgets.profile);
  const { most, least } = ownWorkShare;
  return Math.min(
    Math.max(left * least, left * most - beyondSections * takenBeyondSections),
    Math.max(coveredTokens * recordLimit.share, recordLimit.tokens),
  );
}

export type StableDemand = { summaries: number; ledger: number; hasTail: boolean };
export type StableAllotment = { ledger: number; summaries: number; tail: number };

/**
 * The tokens of ledger, summaries and tail if they do not fit together (steps 1, 3 and 4). None of the three figures
 * depends on the size of the tail, because it grows with every message and the rest must not change (I-7).
 */
export function allotStable(options: {
  /** Tokens left for the three beside passages and resources. */
  room: number;
  budgets: SectionShares;
  pinned: number;
  demand: StableDemand;
}): StableAllotment {
  const { budgets, pinned, demand } = options;
  const rest = Math.max(0, options.room);
  const own = {
    ledger: demand.ledger > 0 ? Math.max(0, budgets.facts - pinned) : 0,
    summaries: demand.summaries > 0 ? budgets.summaries : 0,
    tail: demand.hasTail ? budgets.tail : 0,
  };
  const wanted = own.ledger + own.summaries + own.tail;
  const scale = wanted > rest ? rest / wanted : 1;
  const ledger = Math.min(demand.ledger, Math.floor(own.ledger * scale));
  const summaries = Math.max(0, Math.min(demand.summaries, rest - ledger - Math.floor(own.tail * scale)));
  return { ledger, summaries, tail: rest - ledger - summaries };
}

export function totalOf(sections: readonly { tokens: number }[]): number {
  return sections.reduce((sum, { tokens }) => sum + tokens, 0);
}
