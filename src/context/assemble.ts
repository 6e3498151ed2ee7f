/**
 * Puts a context together: sections in the strategy's order under one token budget, everything verbatim
 * while it fits, and step by step shorter when it does not (see sections.ts for the order of the steps). Never over
 * the budget (I-3), every message there exactly once (I-2), stable at its beginning (I-7). Reads nothing itself:
 * the caller brings what the store has, and the cost is that of what it brings.
 */
import type { Fact } from '../records/fact.ts';
import type { SectionName } from '../strategy.ts';
import { type ArrangeInput, arrange, arrangeAgain, type LaidOut, openRoom, totalOf } from './arrange.ts';
import { type AssembleInput, checkBudget, uncovered } from './assemble-input.ts';
import {
  boundariesOf,
  columnsOf,
  compose,
  type SectionTokens,
  stableCount,
  withVolatileLast,
} from './compose.ts';
import type { AssembledContext, ContextItem } from './context.ts';
import { type FixedSection, fixedSections, givenTokens, overflowError } from './fixed.ts';
import { itemsOf } from './items.ts';
import { layOutStable } from './layout.ts';
import { completeOrder, type SectionShares, shareBudgets, withTalk, withWork } from './sections.ts';
import { countBlocks } from './summaries.ts';

/** What was looked up for the request, once it is known. */
export type FoundInput = Pick<AssembleInput, 'passages' | 'mostRecalled' | 'mostBesideLess' | 'mayDisplace'>;

/** A context of which only what is looked up is missing. */
export type BegunContext = {
  /**
   * Reference tokens there are for passages that push nothing out. Undefined where something does not fit, and what is
   * made ahead may still make room.
   */
  openRoom(): number | undefined;
  finish(found?: FoundInput): AssembledContext;
};

/** All token figures of the result are tokens of the model, like the budget. */
export function assembleContext(input: AssembleInput): AssembledContext {
  return beginContext(input).finish();
}

export function beginContext(input: AssembleInput): BegunContext {
  const { strategy, counter, budget, ratio = 1, summaries, pinned = [], resources = [] } = input;
  checkBudget(budget, ratio);
  const usable = budget.tokens - budget.responseTokens;
  const available = Math.floor(usable / ratio);
  const scale = (tokens: number) => Math.ceil(tokens * ratio);
  const shares = shareBudgets(available, {
    ...input.sectionShares,
    ...(input.recallTokens === 0 ? { recall: 0 } : {}),
  });
  const usualFacts = shareBudgets(available, input.sectionShares).facts;
  const work = input.work ?? null;
  const given = givenTokens({ system: input.system, profile: input.profile, counter });
  const budgets =
    input.sectionShares?.facts !== undefined
      ? shares
      : work === null
        ? withTalk({ available, given, budgets: shares })
        : withWork({
            available,
            given,
            covered: summaries.reduce((sum, { sourceTokens }) => sum + sourceTokens, 0),
            budgets: shares,
            narrow: input.narrow ?? false,
          });
  if (input.recallTokens !== undefined) budgets.recall = input.recallTokens;
  const { coveredTo, messages, unread } = uncovered(input);

  const order = completeOrder(strategy.sectionOrder);
  const frameTokens = counter.message({ role: 'user', parts: [] });
  /** What was laid out to know how much is open is laid out in the end, too. */
  const laidOutBeside = new Map<number, LaidOut | undefined>();
  const arrangingWith = (found: FoundInput): ArrangeInput => ({
    counter,
    frameTokens,
    available,
    layOut,
    newest: messages.at(-1)?.seq,
    standing: input.placed ?? [],
    passages: found.passages ?? [],
    recallAfter: input.recallAfter ?? messages.at(-1)?.seq ?? 0,
    mostRecalled: found.mostRecalled ?? input.recallTokens,
    mostBesideLess: found.mostBesideLess,
    mayDisplace: found.mayDisplace ?? true,
    resources,
  });
  return {
    openRoom: () => openRoom(arrangingWith({})),
    finish: (found = input) => finished(arrangingWith(found)),
  };

  function finished(arranging: ArrangeInput): AssembledContext {
    const arranged = input.arrangement ? arrangeAgain(arranging, input.arrangement) : arrange(arranging);
    if (arranged === undefined) throw overflow();
    const { fixed, layout, usual, shownResources, placed, forced, displaced, arrangement } = arranged;
    const pinnedTokens = fixed.find(({ section }) => section === 'pinned')?.tokens ?? 0;
    const volatile = shownResources && { resources: shownResources };
    const laidOut = compose({ order, fixed, layout, placed, frameTokens, ...(volatile && { volatile }) });
    const isUsual = usual === layout && volatile === undefined;
    const usualPieces = isUsual ? laidOut : compose({ order, fixed, layout: usual, placed, frameTokens });
    const pieces = withVolatileLast({ pieces: laidOut, counter });
    const { tokens, bySection, ...columns } = columnsOf(pieces, scale);
    let items: ContextItem[] | undefined;
    return {
      ...columns,
      stable: stableCount({ pieces, usual: isUsual ? pieces : usualPieces }),
      boundaries: boundariesOf(pieces),
      // An account of every message, which few callers read: written for those who do.
      get items() {
        items ??= account();
        return items;
      },
      set items(given) {
        items = given;
      },
      tokens: Math.min(usable, scale(tokens)),
      budget: { tokens: budget.tokens, responseTokens: budget.responseTokens },
      sections: sectionFigures(bySection, pinnedTokens),
      recalled: placed.map(({ after, room, tokens, text, shown }) => ({
        after,
        passages: shown.map(({ source, tokens: size, brief }) => ({
          seq: source.seq,
          messageId: source.messageId,
          tokens: size,
          brief,
          ...(source.newerIn === undefined ? {} : { newerIn: source.newerIn }),
        })),
        text,
        tokens,
        room,
      })),
      forced,
      displaced,
      arrangement,
      ...(summaries.length === 0 && messages.length === 0 && strategy.emptyText !== undefined
        ? { emptyText: strategy.emptyText }
        : {}),
    };

    function account(): ContextItem[] {
      const made = itemsOf({ order, fixed, layout, messages, shownResources, placed });
      return ratio === 1 ? made : made.map((item) => ({ ...item, tokens: scale(item.tokens) }));
    }
  }

  /** Without a share of its own the tail gives way before the summaries do. */
  function layOut(taken: number, beside?: readonly FixedSection[]): LaidOut | undefined {
    if (beside === undefined) {
      if (!laidOutBeside.has(taken)) laidOutBeside.set(taken, layOutWith(taken, { own: budgets }));
      return laidOutBeside.get(taken);
    }
    const withoutShare = { own: { ...budgets, tail: 0 }, orSmallest: false };
    return layOutWith(taken, withoutShare, beside) ?? layOutWith(taken, { own: budgets }, beside);
  }

  /** Rules of the user give way before anything is impossible because of them. */
  function layOutWith(
    taken: number,
    { own, orSmallest = true }: { own: SectionShares; orSmallest?: boolean },
    given?: readonly FixedSection[],
  ): LaidOut | undefined {
    const ruleRooms = given === undefined ? [shares.facts, shares.facts >> 1, shares.facts >> 2, 0] : [0];
    for (const ruleTokens of ruleRooms) {
      const fixed = given ?? fixedWith(ruleTokens);
      const layout = layOutStable({
        counter,
        strategy,
        summaries,
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
        excerpt: input.excerpt ?? ((text, characters) => text.slice(0, characters)),
        room: available - totalOf(fixed) - taken,
        budgets: own,
        orSmallest,
        pinnedTokens: fixed.find(({ section }) => section === 'pinned')?.tokens ?? 0,
      });
      if (layout !== undefined) return { fixed, layout };
    }
    return undefined;
  }

  function fixedWith(ruleTokens: number): readonly FixedSection[] {
    return fixedSections({
      system: input.system,
      profile: input.profile,
      pinned,
      rules: input.rules ?? [],
      ruleTokens,
      counter,
    });
  }

  function overflow() {
    return overflowError({ fixed: fixedWith(0), preserved: preservedMessages(), budget, scale });
  }

  function preservedMessages() {
    const blocks = strategy.present({ summaries }).filter(({ verbatim }) => verbatim === true);
    if (blocks.length === 0) return undefined;
    const tokens = totalOf(countBlocks(blocks, counter));
    return { from: blocks[0]!.from, to: blocks.at(-1)!.to, tokens };
  }

  function sectionFigures(used: SectionTokens, pinnedTokens: number): AssembledContext['sections'] {
    const own: { [section in SectionName]: number } = {
      ...budgets,
      pinned: budgets.facts,
      ledger: Math.max(0, budgets.facts - pinnedTokens),
    };
    const figures: AssembledContext['sections'] = {};
    for (const section of order)
      figures[section] = { tokens: scale(used[section] ?? 0), budget: Math.floor(own[section] * ratio) };
    return figures;
  }
}

function plainLedger(facts: readonly Fact[]): string {
  return facts.map(({ value, seq }) => `- ${value} (#${seq})`).join('\n');
}
