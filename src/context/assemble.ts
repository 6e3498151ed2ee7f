/**
 * Puts a context together: sections in the strategy's order under one token budget, everything verbatim
 * while it fits, and step by step shorter when it does not (see sections.ts for the order of the steps). Never over
 * the budget (I-3), every message there exactly once (I-2), stable at its beginning (I-7). Reads nothing itself:
 * the caller brings what the store has, and the cost is that of what it brings.
 */
import { invalidOption } from '../errors.ts';
import type { Message } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { SectionName, Strategy } from '../strategy.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { compose, stableCount, withVolatileLast } from './compose.ts';
import type { AssembledContext, ContextItem, Passage, Resource } from './context.ts';
import { fixedSections, overflowError } from './fixed.ts';
import { itemsOf } from './items.ts';
import { layOutStable } from './layout.ts';
import type { RenderLedger } from './ledger.ts';
import { showPassages } from './passages.ts';
import type { ShownRule } from './rules.ts';
import { completeOrder, type SectionShares, shareBudgets } from './sections.ts';
import type { Excerpt } from './stand-in.ts';
import { countBlocks } from './summaries.ts';
import type { UnreadRange } from './tail.ts';
import { showResources } from './volatile.ts';

export type AssembleInput = {
  strategy: Pick<Strategy, 'present' | 'sectionOrder' | 'emptyText'>;
  counter: TokenCounter;
  /** In tokens of the model; the content takes at most `tokens - responseTokens`. */
  budget: { tokens: number; responseTokens: number };
  /** Tokens of the model per reference token, learned by calibration. */
  ratio?: number;
  system?: string;
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
  renderLedger?: RenderLedger;
  /** The newest messages no live summary covers, in order, as far back as the budget can use them. */
  tail: readonly Message[];
  /** Uncovered messages older than `tail`, with a sample of them (see `standInSample`). */
  unread?: UnreadRange | null;
  /** What a stand-in quotes of a message: its beginning, without secrets. Default: as it is. */
  excerpt?: Excerpt;
  /** Most relevant first. */
  passages?: readonly Passage[];
  resources?: readonly Resource[];
  /** Reference tokens that are kept free for passages, and that they take at most. Default: recall's share. */
  recallTokens?: number;
  sectionShares?: Partial<SectionShares>;
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
  const budgets = shareBudgets(available, {
    ...input.sectionShares,
    ...(input.recallTokens === 0 ? { recall: 0 } : {}),
  });
  if (input.recallTokens !== undefined) budgets.recall = input.recallTokens;
  const { coveredTo, messages, unread } = uncovered(input);

  const { fixed, layout } = layOut();
  const fixedTokens = totalOf(fixed);
  const pinnedTokens = fixed.find(({ section }) => section === 'pinned')?.tokens ?? 0;

  const order = completeOrder(strategy.sectionOrder);
  const { actual, usual } = layout;
  const stablePieces = compose({ order, fixed, layout: actual });
  const usualPieces = usual === actual ? stablePieces : compose({ order, fixed, layout: usual });

  // Each volatile section may need a message of its own.
  const frameTokens = counter.message({ role: 'user', parts: [] });
  let room = available - fixedTokens - actual.cost;
  const shownResources = showResources({ sources: resources, room: room - frameTokens, counter });
  if (shownResources !== undefined) room -= shownResources.tokens + frameTokens;
  const verbatim = new Set(actual.shown.filter(({ shortened }) => !shortened).map(({ seq }) => seq));
  const unseen = passages.filter(({ seq }) => !verbatim.has(seq));
  const shownPassages = showPassages({
    sources: unseen,
    room: Math.min(room - frameTokens, input.recallTokens ?? room),
    counter,
  });

  const pieces = withVolatileLast({
    pieces: compose({
      order,
      fixed,
      layout: actual,
      volatile: { resources: shownResources, recall: shownPassages },
    }),
    counter,
  });
  const items = itemsOf({ order, fixed, layout: actual, messages, shownResources, shownPassages });
  const tokens = pieces.reduce((sum, piece) => sum + piece.tokens, 0);
  return {
    content: pieces.map(({ content }) => content),
    spoken: pieces.map(({ spoken }) => spoken),
    stable: stableCount({ pieces, usual: usualPieces }),
    items: items.map((item): ContextItem => ({ ...item, tokens: scale(item.tokens) })),
    tokens: Math.min(usable, scale(tokens)),
    budget: { tokens: budget.tokens, responseTokens: budget.responseTokens },
    sections: sectionFigures(),
    forced: actual.forced,
    ...(summaries.length === 0 && messages.length === 0 && strategy.emptyText !== undefined
      ? { emptyText: strategy.emptyText }
      : {}),
  };

  /** Rules of the user give way before anything is impossible because of them. */
  function layOut() {
    for (const ruleTokens of [budgets.facts, budgets.facts >> 1, budgets.facts >> 2, 0]) {
      const fixed = fixedSections({
        system: input.system,
        profile: input.profile,
        pinned,
        rules: input.rules ?? [],
        ruleTokens,
        counter,
      });
      const layout = layOutStable({
        counter,
        strategy,
        summaries,
        prepared: input.prepared ?? [],
        ledger: input.ledger ?? [],
        renderLedger: input.renderLedger ?? plainLedger,
        coveredTo,
        messages,
        unread,
        excerpt: input.excerpt ?? ((text, characters) => text.slice(0, characters)),
        room: available - totalOf(fixed),
        budgets,
        pinnedTokens: fixed.find(({ section }) => section === 'pinned')?.tokens ?? 0,
      });
      if (layout !== undefined) return { fixed, layout };
      if (ruleTokens === 0 || (input.rules ?? []).length === 0)
        throw overflowError({ fixed, preserved: preservedMessages(), budget, scale });
    }
    throw new Error('unreachable');
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
