/**
 * What is decided about a context before its parts are chosen: its budgets, and the forms the conversation can take.
 */
import type { Message } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import type { WorkRecord } from '../records/work-record.ts';
import type { SectionName } from '../strategy.ts';
import type { Steps } from '../text/steps.ts';
import type { LaidOut } from './arrange.ts';
import { type AssembleInput, checkBudget, uncovered } from './assemble-input.ts';
import { type FixedSection, fixedSections, givenTokens } from './fixed.ts';
import { layOutStable } from './layout.ts';
import { completeOrder, type SectionShares, shareBudgets, totalOf, withTalk, withWork } from './sections.ts';
import type { UnreadRange } from './tail.ts';
import { openingText } from './text.ts';

export type AssemblyPlan = {
  input: AssembleInput;
  /** Tokens of the model for the context. */
  usable: number;
  /** The same in reference tokens. */
  available: number;
  /** Converts reference tokens to tokens of the model. */
  scale: (tokens: number) => number;
  /** The budgets of the sections. */
  budgets: SectionShares;
  /** Tokens that standing rules may take. */
  ruleTokens: number;
  /** The budget of facts by the shares alone, whether or not there is work to show or anything to recall. */
  usualFacts: number;
  work: WorkRecord | null;
  order: SectionName[];
  /** Tokens of a message without text. */
  frameTokens: number;
  /** Tokens of the line that opens the messages for some providers if the user does not speak first. */
  openingTokens: number;
  /** The last message that a summary covers. */
  coveredTo: number;
  /** The messages that no summary covers, as far as they were read. */
  messages: readonly Message[];
  /** Older messages without a summary, which were not read. */
  unread: UnreadRange | null;
  /** The layouts made so far, by the tokens taken off. Finding the open room and finishing often need the same one. */
  layouts: Map<number, LaidOut | undefined>;
};

export function planAssembly(input: AssembleInput): AssemblyPlan {
  const { strategy, counter, budget, ratio = 1, recallTokens, sectionShares } = input;
  checkBudget(budget, ratio);
  const usable = budget.tokens - budget.responseTokens;
  const available = Math.floor(usable / ratio);
  const shares = shareBudgets(available, {
    ...sectionShares,
    ...(recallTokens === 0 ? { recall: 0 } : {}),
  });
  const usualFacts = shareBudgets(available, sectionShares).facts;
  const budgets = budgetsByKind(input, { available, shares });
  if (recallTokens !== undefined) budgets.recall = recallTokens;
  return {
    input,
    usable,
    available,
    scale: (tokens) => Math.ceil(tokens * ratio),
    budgets,
    ruleTokens: shares.facts,
    usualFacts,
    work: input.work ?? null,
    order: completeOrder(strategy.sectionOrder),
    frameTokens: counter.message({ role: 'user', parts: [] }),
    openingTokens: counter.message({ role: 'user', parts: [{ type: 'text', text: openingText }] }),
    ...uncovered(input),
    layouts: new Map(),
  };
}

/** The budgets depend on whether the thread has work in it, unless the caller sets the budget of facts. */
function budgetsByKind(
  input: AssembleInput,
  { available, shares }: { available: number; shares: SectionShares },
): SectionShares {
  const { system, profile, counter, summaries, narrow = false } = input;
  if (input.sectionShares?.facts !== undefined) return shares;
  const callerTokens = givenTokens({ system, profile, counter });
  if (!input.work) return withTalk({ available, callerTokens, budgets: shares });
  return withWork({
    available,
    callerTokens,
    coveredTokens: summaries.reduce((sum, { sourceTokens }) => sum + sourceTokens, 0),
    budgets: shares,
    narrow,
  });
}

/**
 * Lays the conversation out in the room that is left when `takenTokens` are taken off. If fixed sections are given, it
 * is to be shortened for what was found. The tail then has no share of its own, so that it gives way before the
 * summaries do.
 */
export function* layOutConversation(
  plan: AssemblyPlan,
  takenTokens: number,
  fixed?: readonly FixedSection[],
): Steps<LaidOut | undefined> {
  const { budgets, layouts } = plan;
  if (fixed !== undefined) {
    const withoutTail = { ...budgets, tail: 0 };
    return (
      (yield* layOutWith(plan, { takenTokens, fixed, budgets: withoutTail, orSmallest: false })) ??
      (yield* layOutWith(plan, { takenTokens, fixed, budgets }))
    );
  }
  if (!layouts.has(takenTokens)) layouts.set(takenTokens, yield* layOutWithFewerRules(plan, takenTokens));
  return layouts.get(takenTokens);
}

/** Tries fewer standing rules until the conversation fits, because rules must never make a context impossible. */
function* layOutWithFewerRules(plan: AssemblyPlan, takenTokens: number): Steps<LaidOut | undefined> {
  const { budgets, ruleTokens } = plan;
  for (const tokens of [ruleTokens, ruleTokens >> 1, ruleTokens >> 2, 0]) {
    const laidOut = yield* layOutWith(plan, { takenTokens, fixed: fixedWithRules(plan, tokens), budgets });
    if (laidOut !== undefined) return laidOut;
  }
  return undefined;
}

function* layOutWith(
  { input, available, usualFacts, work, coveredTo, messages, unread, openingTokens }: AssemblyPlan,
  options: {
    takenTokens: number;
    fixed: readonly FixedSection[];
    budgets: SectionShares;
    orSmallest?: boolean;
  },
): Steps<LaidOut | undefined> {
  const { takenTokens, fixed, budgets, orSmallest = true } = options;
  const layout = yield* layOutStable({
    counter: input.counter,
    strategy: input.strategy,
    summaries: input.summaries,
    prepared: input.prepared ?? [],
    ledger: input.ledger ?? [],
    work,
    request: input.request ?? null,
    handOff: input.narrow ?? false,
    pages: input.pages ?? [],
    usualFacts,
    renderLedger: input.renderLedger ?? plainLedger,
    coveredTo,
    messages,
    unread,
    excerpt: input.excerpt ?? plainExcerpt,
    room: available - totalOf(fixed) - takenTokens,
    openingTokens,
    budgets,
    orSmallest,
    pinnedTokens: pinnedTokensOf(fixed),
  });
  return layout && { fixed, layout };
}

/** The fixed sections, with the standing rules that fit `ruleTokens`. */
export function fixedWithRules({ input }: AssemblyPlan, ruleTokens: number): readonly FixedSection[] {
  const { system, profile, pinned = [], rules = [], counter } = input;
  return fixedSections({ system, profile, pinned, rules, ruleTokens, counter });
}

export function pinnedTokensOf(fixed: readonly FixedSection[]): number {
  return fixed.find(({ section }) => section === 'pinned')?.tokens ?? 0;
}

function plainLedger(facts: readonly Fact[]): string {
  return facts.map(({ value, seq }) => `- ${value} (#${seq})`).join('\n');
}

function plainExcerpt(text: string, characters: number): string {
  return text.slice(0, characters);
}
