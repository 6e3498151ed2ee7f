/**
 * Assembles a context: sections in the strategy's order under one token budget, everything verbatim while it
 * fits, and shortened step by step when it does not (sections.ts lists the steps). A context is never over its budget
 * (I-3), shows every message exactly once (I-2) and is stable at its beginning (I-7). Nothing is read here: the caller
 * passes what the store has, so the cost depends only on that.
 */
import type { SectionName } from '../strategy.ts';
import type { Steps } from '../text/steps.ts';
import { type Arranged, type ArrangeInput, arrange, arrangeAgain, openRoom } from './arrange.ts';
import type { AssembleInput } from './assemble-input.ts';
import {
  type AssemblyPlan,
  fixedWithRules,
  layOutConversation,
  pinnedTokensOf,
  planAssembly,
} from './assembly-plan.ts';
import {
  boundariesOf,
  columnsOf,
  compose,
  type SectionTokens,
  stableCount,
  withVolatileLast,
} from './compose.ts';
import type { AssembledContext, ContextItem, RecalledPassages } from './context.ts';
import { overflowError } from './fixed.ts';
import { itemsOf } from './items.ts';
import type { PlacedPassages } from './passages.ts';
import { totalOf } from './sections.ts';
import { countBlocks } from './summaries.ts';

/** What was found for the request. */
export type FoundInput = Pick<AssembleInput, 'passages' | 'mostRecalled' | 'mostBesideLess' | 'mayDisplace'>;

/** A context that lacks only the passages and resources found for the request. */
export type PendingContext = {
  /**
   * Reference tokens that new passages may use without displacing anything. Undefined if something does not fit;
   * prepared summaries may still make room then.
   */
  openRoom(): Steps<number | undefined>;
  finish(found?: FoundInput): Steps<AssembledContext>;
};

/**
 * Makes a context in steps, with pauses where messages are of megabytes or of thousands of parts. All token figures of
 * the result are tokens of the model, like the budget.
 */
export function beginContext(input: AssembleInput): PendingContext {
  const plan = planAssembly(input);
  return {
    openRoom: () => openRoom(arrangeInput(plan, {})),
    finish: (found = input) => finishContext(plan, found),
  };
}

function arrangeInput(plan: AssemblyPlan, found: FoundInput): ArrangeInput {
  const { input, frameTokens, available, messages } = plan;
  const newestSeq = messages.at(-1)?.seq;
  return {
    counter: input.counter,
    frameTokens,
    available,
    layOut: (takenTokens, fixed) => layOutConversation(plan, takenTokens, fixed),
    newestSeq,
    earlierPassages: input.placed ?? [],
    passages: found.passages ?? [],
    recallAfter: input.recallAfter ?? newestSeq ?? 0,
    mostRecalled: found.mostRecalled ?? input.recallTokens,
    mostBesideLess: found.mostBesideLess,
    mayDisplace: found.mayDisplace ?? true,
    resources: input.resources ?? [],
  };
}

function* finishContext(plan: AssemblyPlan, found: FoundInput): Steps<AssembledContext> {
  const { input, usable, scale, messages } = plan;
  const { strategy, budget, summaries, arrangement } = input;
  const arranging = arrangeInput(plan, found);
  const arranged = arrangement ? yield* arrangeAgain(arranging, arrangement) : yield* arrange(arranging);
  if (arranged === undefined) throw overflow(plan);
  const { pieces, stable } = piecesOf(plan, arranged);
  const { tokens, bySection, ...columns } = columnsOf(pieces, scale);
  let items: ContextItem[] | undefined;
  return {
    ...columns,
    stable,
    boundaries: boundariesOf(pieces),
    // Few callers read this account of every message, so it is made on first use.
    get items() {
      items ??= accountOf(plan, arranged);
      return items;
    },
    set items(given) {
      items = given;
    },
    tokens: Math.min(usable, scale(tokens)),
    budget: { tokens: budget.tokens, responseTokens: budget.responseTokens },
    sections: sectionFigures(plan, bySection, arranged),
    recalled: arranged.placed.map(recalledPassages),
    forced: arranged.forced,
    displaced: arranged.displaced,
    arrangement: arranged.arrangement,
    ...(summaries.length === 0 && messages.length === 0 && strategy.emptyText !== undefined
      ? { emptyText: strategy.emptyText }
      : {}),
  };
}

/** The messages of the context, and how many of them will also begin the next one. */
function piecesOf({ input, order, frameTokens }: AssemblyPlan, arranged: Arranged) {
  const { fixed, layout, usual, shownResources, placed } = arranged;
  const volatile = shownResources && { resources: shownResources };
  const composed = compose({ order, fixed, layout, placed, frameTokens, ...(volatile && { volatile }) });
  const isUsual = usual === layout && volatile === undefined;
  const usualPieces = isUsual ? undefined : compose({ order, fixed, layout: usual, placed, frameTokens });
  const pieces = volatile ? withVolatileLast({ pieces: composed, counter: input.counter }) : composed;
  return { pieces, stable: stableCount({ pieces, usual: usualPieces ?? pieces }) };
}

function recalledPassages({ after, room, tokens, text, shown }: PlacedPassages): RecalledPassages {
  return {
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
  };
}

function accountOf({ input, order, messages, scale }: AssemblyPlan, arranged: Arranged): ContextItem[] {
  const { fixed, layout, shownResources, placed } = arranged;
  const items = itemsOf({ order, fixed, layout, messages, shownResources, placed });
  return input.ratio === undefined || input.ratio === 1
    ? items
    : items.map((item) => ({ ...item, tokens: scale(item.tokens) }));
}

function sectionFigures(
  { input, order, budgets, scale }: AssemblyPlan,
  used: SectionTokens,
  { fixed }: Arranged,
): AssembledContext['sections'] {
  const own: { [section in SectionName]: number } = {
    ...budgets,
    pinned: budgets.facts,
    ledger: Math.max(0, budgets.facts - pinnedTokensOf(fixed)),
  };
  const { ratio = 1 } = input;
  const figures: AssembledContext['sections'] = {};
  for (const section of order)
    figures[section] = { tokens: scale(used[section] ?? 0), budget: Math.floor(own[section] * ratio) };
  return figures;
}

function overflow(plan: AssemblyPlan) {
  const { budget } = plan.input;
  return overflowError({
    fixed: fixedWithRules(plan, 0),
    preserved: preservedMessages(plan.input),
    budget,
    scale: plan.scale,
  });
}

/** System messages of the log that the strategy shows verbatim. */
function preservedMessages({ strategy, summaries, counter }: AssembleInput) {
  const blocks = strategy.present({ summaries }).filter(({ verbatim }) => verbatim === true);
  if (blocks.length === 0) return undefined;
  const tokens = totalOf(countBlocks(blocks, counter));
  return { from: blocks[0]!.from, to: blocks.at(-1)!.to, tokens };
}
