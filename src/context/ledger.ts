/**
 * The ledger as a section: for threads with work in them the work record first, then as many exact facts as fit,
 * the most important first, told in their own order.
 */
import type { Fact } from '../records/fact.ts';
import type { WorkRecord } from '../records/work-record.ts';
import { rememberWays } from '../text/remembered.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { frame } from './frame.ts';
import { neutralize } from './neutralize.ts';
import { shownWork } from './work.ts';

export type RenderLedger = (facts: readonly Fact[]) => string;
export type ShownLedger = {
  text: string;
  tokens: number;
  facts: number;
  leftOut: number;
  /** The messages whose work record stands before the facts. */
  work?: { from: number; to: number };
};

/** Of the section: what facts that the record does not tell may take before it has all it wants. */
const factShare = { least: 0.3, most: 0.45, from: 2_500, to: 5_000 };
/** In the smallest sections a record can tell little, and its headings take a good part of it. */
const smallSection = { share: 0.7, from: 600, to: 1_200 };
/** A record that is longer tells nothing that a next step needs. */
const mostWork = 4_000;
/** Less is not worth a frame. */
const leastTokens = 60;

export type LedgerInput = {
  facts: readonly Fact[];
  work?: WorkRecord | null;
  /** What stands before it: names in it are not told again. */
  told?: string;
  renderLedger: RenderLedger;
  counter: TokenCounter;
  limit?: number;
  /** Somebody goes on from it: the record tells files and commands, and facts what it does not. */
  handOff?: boolean;
};

type Way = Omit<LedgerInput, 'facts'>;

/** Sizes of one ledger that come again in a request, and in the next. */
const mostRemembered = 8;
const remembered = rememberWays((facts: readonly Fact[], way: Way) => ledgerWithin({ facts, ...way }), {
  most: mostRemembered,
});

export function showLedger(options: LedgerInput): ShownLedger | undefined {
  const { facts, work = null, told = '', renderLedger, counter, limit = Number.POSITIVE_INFINITY } = options;
  const handOff = work !== null && options.handOff === true;
  return remembered(facts, { work, told, renderLedger, counter, limit, handOff });
}

function ledgerWithin(options: LedgerInput): ShownLedger | undefined {
  const { facts, work = null, told = '', counter, limit = Number.POSITIVE_INFINITY } = options;
  const show = (most: number) =>
    work === null ? undefined : shownWork({ work, told, counter, limit: Math.min(most, mostWork) });
  const largest = show(limit);
  const own = options.handOff ? facts.filter((fact) => !isOfRecord(fact)) : facts;
  const kept =
    largest === undefined
      ? undefined
      : showFacts({
          ...options,
          facts: untold(own, largest.text),
          limit: limit * factShareOf(options, limit),
        });
  const shown = show(limit - (kept?.tokens ?? 0));
  if (work === null || shown === undefined) return showFacts(options);
  const rest = untold(facts, shown.text);
  const room = limit - shown.tokens;
  const below = room < leastTokens ? undefined : showFacts({ ...options, facts: rest, limit: room });
  const text = below === undefined ? shown.text : `${shown.text}\n\n${below.text}`;
  const shownFacts = facts.length - rest.length + (below?.facts ?? 0);
  return {
    text,
    tokens: counter.message({ role: 'system', parts: [{ type: 'text', text }] }),
    facts: shownFacts,
    leftOut: facts.length - shownFacts,
    work: { from: work.from, to: work.to },
  };
}

function factShareOf({ handOff = false }: LedgerInput, limit: number): number {
  const { least, most, from, to } = factShare;
  const small = handOff ? 0 : 1 - way(limit, smallSection);
  return least + (smallSection.share - least) * small + (most - least) * way(limit, { from, to });
}

function way(limit: number, { from, to }: { from: number; to: number }): number {
  return Math.min(1, Math.max(0, (limit - from) / (to - from)));
}

export function untold(facts: readonly Fact[], text: string): Fact[] {
  const told = text.toLowerCase();
  return facts.filter(({ value }) => !told.includes(value.toLowerCase()));
}

/** A record tells files and commands by what was done with them; what only output said can be looked up again. */
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
