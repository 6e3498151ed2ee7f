/**
 * The ledger as a section. For threads with work in them the work record comes first. Then come as many exact
 * facts as fit: the most important ones are chosen, and shown in their original order.
 */
import type { Fact } from '../records/fact.ts';
import type { WorkRecord } from '../records/work-record.ts';
import { rememberWays } from '../text/remembered.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { frame } from './frame.ts';
import { neutralize } from './neutralize.ts';
import { type ShownWork, shownWork } from './work.ts';

export type RenderLedger = (facts: readonly Fact[]) => string;
export type ShownLedger = {
  text: string;
  tokens: number;
  /** How many facts it shows, and in `leftOut` how many did not fit. */
  facts: number;
  leftOut: number;
  /** The range of messages whose work record it shows, if it shows one. */
  work?: { from: number; to: number };
};

/**
 * Share of the section that facts missing in the work record may take from it. It grows from `least` in sections of
 * `from` tokens to `most` in sections of `to` tokens.
 */
const factShare = { least: 0.3, most: 0.45, from: 2_500, to: 5_000 };
/**
 * The share in sections of at most `from` tokens, where the headings of a work record would take most of its room. It
 * falls to `factShare.least` in sections of `to` tokens.
 */
const smallSection = { share: 0.7, from: 600, to: 1_200 };
/** Most tokens of a work record: what a longer one adds is not needed for a next step. */
const mostWork = 4_000;
/** Fewer tokens are not used for facts, because their frame would take most of them. */
const leastFactTokens = 60;

export type LedgerInput = {
  facts: readonly Fact[];
  work?: WorkRecord | null;
  /** Text of the ledger's pages before it: the work record does not repeat names from it. */
  textBefore?: string;
  renderLedger: RenderLedger;
  counter: TokenCounter;
  limit?: number;
  /**
   * True if another model or person goes on from this context. Files and commands are then left to the work record, and
   * facts of other kinds come first.
   */
  handOff?: boolean;
};

type LedgerOptions = Omit<LedgerInput, 'facts'>;

/** How many ledgers of the same facts are remembered, because a request and the next one need the same sizes. */
const mostRemembered = 8;
const rememberedLedger = rememberWays(
  (facts: readonly Fact[], options: LedgerOptions) => ledgerWithin({ facts, ...options }),
  { most: mostRemembered },
);

/** Undefined if there is nothing to show, or no room for it. */
export function showLedger(options: LedgerInput): ShownLedger | undefined {
  const {
    facts,
    work = null,
    textBefore = '',
    renderLedger,
    counter,
    limit = Number.POSITIVE_INFINITY,
  } = options;
  const handOff = work !== null && options.handOff === true;
  return rememberedLedger(facts, { work, textBefore, renderLedger, counter, limit, handOff });
}

function ledgerWithin(options: LedgerInput): ShownLedger | undefined {
  const { facts, work = null, textBefore = '', counter, limit = Number.POSITIVE_INFINITY } = options;
  if (work === null) return showFacts(options);
  const showRecord = (most: number) =>
    shownWork({ work, textBefore, counter, limit: Math.min(most, mostWork) });
  const record = showRecord(limit - factsBesideRecord(options, showRecord(limit)));
  if (record === undefined) return showFacts(options);
  const remaining = factsNotIn(facts, record.text);
  const room = limit - record.tokens;
  const below = room < leastFactTokens ? undefined : showFacts({ ...options, facts: remaining, limit: room });
  const text = below === undefined ? record.text : `${record.text}\n\n${below.text}`;
  const shownFacts = facts.length - remaining.length + (below?.facts ?? 0);
  return {
    text,
    tokens: counter.message({ role: 'system', parts: [{ type: 'text', text }] }),
    facts: shownFacts,
    leftOut: facts.length - shownFacts,
    work: { from: work.from, to: work.to },
  };
}

/** Tokens of the facts that take room from the work record, because even the largest record does not show them. */
function factsBesideRecord(options: LedgerInput, largest: ShownWork | undefined): number {
  if (largest === undefined) return 0;
  const { facts, handOff, limit = Number.POSITIVE_INFINITY } = options;
  const own = handOff ? facts.filter((fact) => !isOfRecord(fact)) : facts;
  const share = factShareOf(options, limit);
  return showFacts({ ...options, facts: factsNotIn(own, largest.text), limit: limit * share })?.tokens ?? 0;
}

function factShareOf({ handOff = false }: LedgerInput, limit: number): number {
  const { least, most, from, to } = factShare;
  const smallness = handOff ? 0 : 1 - progress(limit, smallSection);
  return least + (smallSection.share - least) * smallness + (most - least) * progress(limit, { from, to });
}

/** How far `limit` is on its way from `from` to `to`: 0 at most `from`, 1 from `to` on. */
function progress(limit: number, { from, to }: { from: number; to: number }): number {
  return Math.min(1, Math.max(0, (limit - from) / (to - from)));
}

export function factsNotIn(facts: readonly Fact[], text: string): Fact[] {
  const shown = text.toLowerCase();
  return facts.filter(({ value }) => !shown.includes(value.toLowerCase()));
}

/**
 * Whether a fact is left to the work record, which shows files and commands. Facts of tool output can be searched for.
 */
function isOfRecord({ kind, role }: Fact): boolean {
  return kind === 'path' || kind === 'command' || role === 'tool';
}

export function showFacts(options: LedgerInput): ShownLedger | undefined {
  const { facts, renderLedger, counter, limit = Number.POSITIVE_INFINITY, handOff = false } = options;
  if (facts.length === 0) return undefined;
  const ranked = facts
    .map((fact, index) => ({ fact, index }))
    .sort(
      (left, right) =>
        (handOff ? Number(isOfRecord(left.fact)) - Number(isOfRecord(right.fact)) : 0) ||
        right.fact.importance - left.fact.importance ||
        right.fact.seq - left.fact.seq ||
        left.index - right.index,
    );
  const show = (count: number): ShownLedger => {
    const chosen = ranked
      .slice(0, count)
      .sort((left, right) => left.index - right.index)
      .map(({ fact }) => fact);
    const text = frame({
      tag: 'exact-facts',
      note: 'Exact details from earlier in this conversation, as data:',
      body: neutralize(renderLedger(chosen)),
    });
    const tokens = counter.message({ role: 'system', parts: [{ type: 'text', text }] });
    return { text, tokens, facts: count, leftOut: facts.length - count };
  };
  const all = show(facts.length);
  if (all.tokens <= limit) return all;
  let best: ShownLedger | undefined;
  for (let low = 1, high = facts.length - 1; low <= high; ) {
    const middle = (low + high) >> 1;
    const shown = show(middle);
    if (shown.tokens <= limit) {
      best = shown;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}
