/**
 * Puts a context together: sections in the strategy's order under one token budget, everything verbatim
 * while it fits, and step by step shorter when it does not (see sections.ts for the order of the steps). Never over
 * the budget (I-3), every message there exactly once (I-2), stable at its beginning (I-7). Reads nothing itself:
 * the caller brings what the store has, and the cost is that of what it brings.
 */
import { invalidOption } from '../errors.ts';
import type { Message, Part } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { WorkRecord } from '../records/work-record.ts';
import type { SectionName, Strategy } from '../strategy.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { boundariesOf, compose, stableCount, withVolatileLast } from './compose.ts';
import type { AssembledContext, ContextItem, Passage, Resource } from './context.ts';
import { type FixedSection, fixedSections, overflowError } from './fixed.ts';
import { itemsOf } from './items.ts';
import { layOutStable, type StableLayout } from './layout.ts';
import type { PartedLedger, RenderLedger } from './ledger.ts';
import { createPassageLines, type PlacedPassages, showPassages } from './passages.ts';
import type { ShownRule } from './rules.ts';
import { completeOrder, type SectionShares, shareBudgets, withWork } from './sections.ts';
import type { Excerpt } from './stand-in.ts';
import { countBlocks } from './summaries.ts';
import type { UnreadRange } from './tail.ts';
import { showResources } from './volatile.ts';

/** Part of what is looked up that is shown where showing all of it would change what was sent before. */
const goodEnough = 0.6;
/** The same where only the oldest of the tail would give way. */
const nearlyAll = 0.95;
/** Part of what fixed sections leave that resources may take from the tail. */
const largestResources = 0.5;

export type AssembleInput = {
  strategy: Pick<Strategy, 'present' | 'sectionOrder' | 'emptyText'>;
  counter: TokenCounter;
  /** In tokens of the model; the content takes at most `tokens - responseTokens`. */
  budget: { tokens: number; responseTokens: number };
  /** Tokens of the model per reference token, learned by calibration. */
  ratio?: number;
  /** A text, or parts that the caller has marked for the provider's cache. */
  system?: string | readonly Part[];
  profile?: string;
  /** Rules the caller wants kept in sight, verbatim. */
  pinned?: readonly string[];
  /** Standing rules of the user, oldest first: as many as fit their share. */
  rules?: readonly ShownRule[];
  /** Live ones: they tile the messages from the first to the last covered one. */
  summaries: readonly SummaryRecord[];
  /** Made ahead for the messages after those; used where the tail does not fit. */
  prepared?: readonly SummaryRecord[];
  ledger?: readonly Fact[];
  /** The work record of the summarized messages, where there was work and the strategy shows it. */
  work?: WorkRecord | null;
  /** Facts and work record in two parts, shown so where all of it fits. */
  parted?: PartedLedger;
  renderLedger?: RenderLedger;
  /** The newest messages no live summary covers, in order, as far back as the budget can use them. */
  tail: readonly Message[];
  /** Uncovered messages older than `tail`, with a sample of them (see `standInSample`). */
  unread?: UnreadRange | null;
  /** What a stand-in quotes of a message: its beginning, without secrets. Default: as it is. */
  excerpt?: Excerpt;
  /** Recalled for `recallAfter`, most relevant first. */
  passages?: readonly Passage[];
  /** The message the passages were recalled for; they stand beside it. Default: the newest. */
  recallAfter?: number;
  /** Passages of earlier requests that still stand where they stood. */
  placed?: readonly PlacedPassages[];
  resources?: readonly Resource[];
  /** Reference tokens that are kept free for passages where not everything fits. Default: recall's share. */
  recallTokens?: number;
  /** What the passages take at most. Default: as much as is kept free for them. */
  mostRecalled?: number;
  /** False: they take only what is free, and nothing from the tail. Default: true. */
  mayDisplace?: boolean;
  sectionShares?: Partial<SectionShares>;
  /** True: asked for at a fraction of what the thread works with. Default: false. */
  narrow?: boolean;
};

/** All token figures of the result are tokens of the model, like the budget. */
export function assembleContext(input: AssembleInput): AssembledContext {
  const {
    strategy,
    counter,
    budget,
    ratio = 1,
    summaries,
    pinned = [],
    passages = [],
    resources = [],
  } = input;
  checkBudget(budget, ratio);
  const usable = budget.tokens - budget.responseTokens;
  const available = Math.floor(usable / ratio);
  const scale = (tokens: number) => Math.ceil(tokens * ratio);
  const shares = shareBudgets(available, {
    ...input.sectionShares,
    ...(input.recallTokens === 0 ? { recall: 0 } : {}),
  });
  const work = input.work ?? null;
  const budgets =
    work === null || input.sectionShares?.facts !== undefined
      ? shares
      : withWork({ available, given: givenTokens(), budgets: shares, narrow: input.narrow ?? false });
  if (input.recallTokens !== undefined) budgets.recall = input.recallTokens;
  const { coveredTo, messages, unread } = uncovered(input);

  const order = completeOrder(strategy.sectionOrder);
  const frameTokens = counter.message({ role: 'user', parts: [] });
  const { placed: standing = [] } = input;
  const lines = createPassageLines();
  const arranged = arrange(standing) ?? arrange(standing.slice(-1)) ?? arrange([]);
  if (arranged === undefined) throw overflow();
  const { fixed, layout, usual, shownResources, placed, forced, displaced } = arranged;
  const pinnedTokens = fixed.find(({ section }) => section === 'pinned')?.tokens ?? 0;
  const usualPieces = compose({ order, fixed, layout: usual, placed, frameTokens });
  const pieces = withVolatileLast({
    pieces: compose({ order, fixed, layout, placed, frameTokens, volatile: { resources: shownResources } }),
    counter,
  });
  const items = itemsOf({ order, fixed, layout, messages, shownResources, placed });
  const tokens = pieces.reduce((sum, piece) => sum + piece.tokens, 0);
  return {
    content: pieces.map(({ content }) => content),
    contentTokens: pieces.map((piece) => scale(piece.tokens)),
    spoken: pieces.map(({ spoken }) => spoken),
    stable: stableCount({ pieces, usual: usualPieces }),
    boundaries: boundariesOf(pieces),
    items: items.map((item): ContextItem => ({ ...item, tokens: scale(item.tokens) })),
    tokens: Math.min(usable, scale(tokens)),
    budget: { tokens: budget.tokens, responseTokens: budget.responseTokens },
    sections: sectionFigures(),
    recalled: placed.map(({ after, room, tokens, text, shown }) => ({
      after,
      passages: shown.map(({ source, tokens: size }) => ({
        seq: source.seq,
        messageId: source.messageId,
        tokens: size,
      })),
      text,
      tokens,
      room,
    })),
    forced,
    displaced,
    ...(summaries.length === 0 && messages.length === 0 && strategy.emptyText !== undefined
      ? { emptyText: strategy.emptyText }
      : {}),
  };

  /**
   * Everything with the passages that `kept` stands for. Undefined where it does not fit with them, or where there is
   * no room for anything at all.
   */
  function arrange(kept: readonly PlacedPassages[]) {
    const keptTokens = kept.reduce((sum, { tokens }) => sum + tokens + frameTokens, 0);
    const whole = layOut(keptTokens);
    // What is being answered keeps its passages as long as anything can be shown beside them; older ones go first.
    if (whole === undefined || (kept.length > 1 && whole.layout.actual.forced)) return undefined;
    const { fixed } = whole;
    const free = available - totalOf(fixed);
    const spare = free - whole.layout.actual.cost - keptTokens;
    const needed = lookUp(whole.layout.actual, {
      resources: Math.max(spare, Math.floor(free * largestResources)),
      passages: input.mayDisplace === false && resources.length === 0 ? spare : free,
    });
    if (needed.tokens <= spare) return settled(whole.layout.actual, needed);
    // A little less is better than sending everything behind the change anew.
    if (spare >= needed.tokens * (kept.length > 0 ? goodEnough : nearlyAll)) {
      return settled(whole.layout.actual, lookUp(whole.layout.actual, { resources: spare, passages: spare }));
    }
    if (kept.length > 0) return undefined;
    // What was looked up for this request goes before the oldest of the tail, for this request only.
    const smaller =
      layOut(needed.tokens, fixed, { ...budgets, tail: 0 }) ?? layOut(needed.tokens, fixed) ?? whole;
    const room = free - smaller.layout.actual.cost;
    return settled(smaller.layout.actual, lookUp(smaller.layout.actual, { resources: room, passages: room }));

    function settled(layout: StableLayout, found: ReturnType<typeof lookUp>) {
      return {
        fixed,
        layout,
        usual: whole!.layout.usual,
        shownResources: found.shownResources,
        placed: [...kept, ...found.fresh].filter(({ after }) => isShownWhole(layout, after)),
        forced: whole!.layout.actual.forced,
        displaced: layout !== whole!.layout.actual && layout.forced,
      };
    }

    function lookUp(layout: StableLayout, room: { resources: number; passages: number }) {
      const shownResources = showResources({
        sources: resources,
        room: room.resources - frameTokens,
        counter,
      });
      const resourceTokens = shownResources === undefined ? 0 : shownResources.tokens + frameTokens;
      const seen = new Set([
        ...layout.shown.filter(({ shortened }) => !shortened).map(({ seq }) => seq),
        ...kept.flatMap(({ shown }) => shown.map(({ source }) => source.seq)),
      ]);
      const left = room.passages - resourceTokens - frameTokens;
      const most = Math.min(left, input.mostRecalled ?? input.recallTokens ?? left);
      const shown = showPassages({
        sources: passages.filter(({ seq }) => !seen.has(seq)),
        room: most,
        counter,
        lines,
      });
      const after = input.recallAfter ?? messages.at(-1)?.seq ?? 0;
      return {
        shownResources,
        fresh: shown === undefined ? [] : [{ after, room: most, ...shown }],
        tokens: resourceTokens + (shown === undefined ? 0 : shown.tokens + frameTokens),
      };
    }
  }

  /** Rules of the user give way before anything is impossible because of them. */
  function layOut(
    taken: number,
    given?: FixedSection[],
    /** Without a share of its own the tail gives way before the summaries do. */
    own = budgets,
  ): { fixed: FixedSection[]; layout: { actual: StableLayout; usual: StableLayout } } | undefined {
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
        ...(input.parted === undefined ? {} : { parted: input.parted }),
        renderLedger: input.renderLedger ?? plainLedger,
        coveredTo,
        messages,
        unread,
        excerpt: input.excerpt ?? ((text, characters) => text.slice(0, characters)),
        room: available - totalOf(fixed) - taken,
        budgets: own,
        pinnedTokens: fixed.find(({ section }) => section === 'pinned')?.tokens ?? 0,
      });
      if (layout !== undefined) return { fixed, layout };
    }
    return undefined;
  }

  function fixedWith(ruleTokens: number): FixedSection[] {
    return fixedSections({
      system: input.system,
      profile: input.profile,
      pinned,
      rules: input.rules ?? [],
      ruleTokens,
      counter,
    });
  }

  function givenTokens(): number {
    return totalOf(fixedWith(0).filter(({ section }) => section !== 'pinned'));
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

  function sectionFigures(): AssembledContext['sections'] {
    const own: { [section in SectionName]: number } = {
      ...budgets,
      pinned: budgets.facts,
      ledger: Math.max(0, budgets.facts - pinnedTokens),
    };
    return Object.fromEntries(
      order.map((section) => {
        const used = pieces.reduce((sum, piece) => sum + (piece.bySection[section] ?? 0), 0);
        return [section, { tokens: scale(used), budget: Math.floor(own[section] * ratio) }];
      }),
    );
  }
}

/** Passages stand beside a message that is shown as it was said, or nowhere. */
function isShownWhole({ shown }: StableLayout, seq: number): boolean {
  return shown.some((message) => message.seq === seq && !message.shortened);
}

function totalOf(sections: readonly { tokens: number }[]): number {
  return sections.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** What no live summary covers, as far as it was read. A compaction may have moved on since it was. */
function uncovered({ summaries, tail, unread = null }: AssembleInput) {
  const coveredTo = summaries.at(-1)?.to ?? 0;
  const messages = tail.filter(({ seq }) => seq > coveredTo);
  const isOpen = unread !== null && unread.to > coveredTo && messages.length > 0;
  return { coveredTo, messages, unread: isOpen ? unread : null };
}

function plainLedger(facts: readonly Fact[]): string {
  return facts.map(({ value, seq }) => `- ${value} (#${seq})`).join('\n');
}

function checkBudget({ tokens, responseTokens }: AssembleInput['budget'], ratio: number): void {
  if (!(Number.isSafeInteger(tokens) && tokens > 0))
    throw invalidOption('budget.tokens', 'a whole number above 0', tokens);
  if (!(Number.isSafeInteger(responseTokens) && responseTokens >= 0 && responseTokens < tokens))
    throw invalidOption(
      'budget.responseTokens',
      'a whole number from 0 to below budget.tokens',
      responseTokens,
    );
  if (!(Number.isFinite(ratio) && ratio > 0)) throw invalidOption('ratio', 'a number above 0', ratio);
}
