/**
 * The sections of a context: how much of the budget each one owns, and which gives way to which. Only numbers
 * here; what a section says and how it is shortened lives in the neighbouring files.
 *
 * Priorities, highest first: system, profile, pinned, newest message, summaries, tail, ledger, resources, recall. What
 * one section leaves unused goes to the others in this order, and when a context does not fit they give way in the
 * opposite order:
 *
 *  1. ledger: never above its own budget, the least important facts first
 *  2. recall: passages of earlier requests, then whole passages of this one, the least relevant first
 *  3. tail: oversized tool results, then other oversized messages, are shortened in place; then the oldest
 *     messages are replaced by prepared summaries, and by one stand-in where there are none
 *  4. summaries: the oldest collapse into one stand-in, the newest stay
 *  5. resources: each cut to an equal size, marked
 *  6. newest message: shortened in place
 *
 *  7. standing rules of the user: never above their share; less, down to none, where it alone makes a context possible
 *
 * What the caller gives (system prompt, profile, pinned rules) is never cut: if it alone is too large, that is an
 * error. What was looked up for a request goes before the oldest of the tail in that request: passages where a question
 * asks for them, resources up to half of what fixed sections leave.
 */
import { invalidOption } from '../errors.ts';
import type { SectionName } from '../strategy.ts';

/** `facts` is shared by the standing rules, which take what they need of it, and the ledger, which has the rest. */
const shareNames = ['system', 'profile', 'summaries', 'tail', 'facts', 'recall', 'resources'] as const;
type ShareName = (typeof shareNames)[number];
export type SectionShares = { [share in ShareName]: number };

/** The budget at which the default shares are plain token figures. */
export const referenceBudget = { tokens: 10_300, responseTokens: 1_000 } as const;

/** Parts of the budget that is left when the response reserve is taken off; only their proportions count. */
const defaultShares: SectionShares = {
  system: 1_500,
  profile: 800,
  summaries: 500,
  tail: 3_000,
  facts: 2_000,
  recall: 1_500,
  resources: 0,
};

/** Where a section stands when the strategy's own order does not name it. */
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

/** At most this part of a budget is kept free for what is looked up anew in each turn. */
const largestReserve = 0.7;
/** Passages of this size answer most questions about the past; a large window needs no more of them. */
const usualRecall = 5_000;

/**
 * Tokens that summaries and tail leave to recalled passages. In a small window the old passages that the newest
 * message is about are worth more than another page of what was said last; in a large one they need a small part.
 */
export function recallReserve({ available, most }: { available: number; most: number }): number {
  return Math.floor(Math.min(available * largestReserve, recallCeiling({ available, most })));
}

/** What passages are worth at most, where nothing else would take the room. */
export function recallCeiling({ available, most }: { available: number; most: number }): number {
  const share =
    (available * defaultShares.recall) / (referenceBudget.tokens - referenceBudget.responseTokens);
  return Math.floor(Math.min(most, Math.max(share, usualRecall)));
}

/** Throws `invalid_option` that names the share. */
export function checkShares(shares: Partial<SectionShares>, field = 'sectionShares'): void {
  if (typeof shares !== 'object' || shares === null || Array.isArray(shares)) {
    throw invalidOption(field, `an object with any of ${shareNames.join(', ')}`, shares);
  }
  for (const [name, value] of Object.entries(shares)) {
    if (!shareNames.includes(name as ShareName))
      throw invalidOption(`${field}.${name}`, `one of ${shareNames.join(', ')}`, name);
    if (value !== undefined && !(Number.isFinite(value) && value >= 0))
      throw invalidOption(`${field}.${name}`, 'a number of at least 0', value);
  }
  for (const name of shareNames) if ((shares[name] ?? defaultShares[name]) !== 0) return;
  throw invalidOption(field, 'shares of which at least one is above 0', shares);
}

/** What is kept free for recalled passages: their share where one is given, else what is usual. */
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

/** Of a record and the facts beside it: more says nothing that the work needs. */
const mostWorkAndFacts = 6_000;
/** In a window that a thread lives in, of what the caller's own parts leave: the newest messages keep their budget. */
const ownWorkShare = { most: 0.35, least: 0.2 };
/** How much of a token that the caller's parts take beyond their sections is taken from record and facts. */
const crowdedOut = 2;
/** Of the messages it is about, and at least: early in a conversation a long record costs more to write than it saves. */
const worthRecording = { share: 0.04, tokens: 160 };
/**
 * In a context asked for at a fraction of that window, somebody goes on from it: the record is worth most of it, and a
 * part of the tail's own budget is enough where it is smallest.
 */
const narrowWork = { share: 0.84, tokens: 1_500, further: 0.4 };
const narrowTail = { least: 0.4, from: 4_000, to: 8_000 };

/**
 * What is looked up beside a record: with a page of exact facts at hand less of it is asked for than in a talk. In a small
 * window as much as a few pieces of long messages need, up to half of it.
 */
const besideWork = { share: 0.3, tokens: 500, largest: 0.5 };

/** Of what the caller's own parts leave. */
export function recallBesideWork(left: number): number {
  const few = Math.min(besideWork.tokens, left * besideWork.largest);
  return Math.max(0, Math.floor(Math.max(left * besideWork.share, few)));
}

/** Exact facts of a talk, at least, of what the caller's own parts leave. */
const leastFactsOfTalk = 0.15;

/** The budgets for a thread without work. Facts give way to what the caller's parts take beyond their sections. */
export function withTalk(options: {
  available: number;
  /** What the caller's own parts take of it. */
  given: number;
  budgets: SectionShares;
}): SectionShares {
  const { available, given, budgets } = options;
  const beyondOwn = Math.max(0, given - budgets.system - budgets.profile);
  const least = Math.max(0, available - given) * leastFactsOfTalk;
  const facts = Math.max(least, budgets.facts - beyondOwn * crowdedOut);
  return { ...budgets, facts: Math.floor(Math.min(budgets.facts, facts)) };
}

/** The same budgets for a thread with work in it. */
export function withWork(options: {
  available: number;
  /** What the caller's own parts take of it. */
  given: number;
  /** Tokens of the messages that are summarized. */
  covered: number;
  budgets: SectionShares;
  /** Asked for at a fraction of the thread's own budget. */
  narrow: boolean;
}): SectionShares {
  const { available, given, covered, budgets, narrow } = options;
  // A caller whose parts are larger than their sections takes it from the record: the work at hand needs its room.
  const beyondOwn = Math.max(0, given - budgets.system - budgets.profile);
  const left = Math.max(0, available - given);
  const own = Math.min(
    Math.max(left * ownWorkShare.least, left * ownWorkShare.most - beyondOwn * crowdedOut),
    Math.max(covered * worthRecording.share, worthRecording.tokens),
  );
  const facts = narrow
    ? Math.min(available * narrowWork.share, narrowWork.tokens + available * narrowWork.further)
    : own;
  const way = narrow ? (available - narrowTail.from) / (narrowTail.to - narrowTail.from) : 1;
  const tail = narrowTail.least + (1 - narrowTail.least) * Math.min(1, Math.max(0, way));
  return {
    ...budgets,
    facts: Math.floor(
      narrow ? Math.max(budgets.facts, Math.min(facts, mostWorkAndFacts)) : Math.min(facts, mostWorkAndFacts),
    ),
    tail: Math.floor(budgets.tail * tail),
  };
}

export type StableDemand = { summaries: number; ledger: number; hasTail: boolean };
export type StableAllotment = { ledger: number; summaries: number; tail: number };

/**
 * What ledger, summaries and tail get when they do not fit together (steps 3 to 5). None of the three figures
 * depends on the size of the tail: it grows with every message, and the rest must stay where it is (I-7).
 */
export function allotStable(options: {
  /** Tokens left for the three when what was looked up has its place. */
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
