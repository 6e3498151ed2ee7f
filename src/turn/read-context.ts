/**
 * The reading half of a turn: fetches what a context at this budget can use, and no more, so that its cost depends
 * on the budget and not on the length of the thread. Assembly itself is pure and lives in context/.
 */

import { assembleContext, beginContext } from '../context/assemble.ts';
import type { AssembleInput } from '../context/assemble-input.ts';
import type { AssembledContext, Passage, Resource } from '../context/context.ts';
import { givenTokens } from '../context/fixed.ts';
import type { LedgerPage } from '../context/ledger-pages.ts';
import type { ShownRule } from '../context/rules.ts';
import { recallBesideWork, recallCeiling, recallRoom, type SectionShares } from '../context/sections.ts';
import { type ReadablePorts, readableMessages } from '../engine/readable.ts';
import type { StrategyFor } from '../engine/thread-strategies.ts';
import { renderLedger } from '../facts/ledger.ts';
import { manyParts } from '../message/limits.ts';
import type { Part } from '../message/message.ts';
import { isAside } from '../message/origin.ts';
import type { LongMessages, RecallSettings } from '../options.ts';
import type { Fact } from '../records/fact.ts';
import type { Arrangement } from '../records/request.ts';
import type { RecalledPlace } from '../records/sent-state.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { yieldToEventLoop } from '../runtime.ts';
import { rememberWays } from '../text/remembered.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { markStale, withAsides } from './account-notes.ts';
import { type LongMessagePorts, toldNewest, withToldNewest } from './long-message.ts';
import { type ReadNewest, readTail, readUnread, tokensOf } from './read-tail.ts';
import { anyRecall, type RecallAllowance } from './recall-allowance.ts';
import {
  askedOfPast,
  leastReminder,
  nothingRecalled,
  type Recalled,
  type RecallPorts,
  recallPassages,
} from './recall-passages.ts';
import { besideOneMore, keptPlaces, keyOf, type PlaceRenderer, withoutPassages } from './recalled-places.ts';
import type { ShownSummaries } from './shown-summaries.ts';
import type { NewestRange } from './tail-cache.ts';

export type ContextParts = {
  budget: { tokens: number; responseTokens: number };
  /** It is at most half of the thread's own. */
  narrow: boolean;
  /** Model tokens per reference token. */
  ratio: number;
  /** Where they differ from the usual ones. */
  sectionShares: Partial<SectionShares>;
  /** How a newest message is shown that is too long. */
  longMessages: LongMessages;
  system?: string | readonly Part[];
  profile?: string;
  pinned: string[];
  /** Standing rules of the user. */
  rules: ShownRule[];
  resources: Resource[];
  /** False: nothing is recalled. */
  recall: boolean;
  /** What to recall for, where it is not the newest message of the user. */
  query?: string;
};

export type ContextPorts = ReadablePorts &
  RecallPorts &
  LongMessagePorts & { counter: TokenCounter; strategyFor: StrategyFor; recall: RecallSettings };

export async function readContext(options: {
  ports: ContextPorts;
  state: ThreadState;
  shown: ShownSummaries;
  parts: ContextParts;
  /** When the turn is, for a query that is not a message with a time of its own. */
  now: number;
  /** The newest message of the turn, where it is not the newest of the thread. */
  at?: number;
  readPrepared: () => Promise<SummaryRecord[]>;
  /** What stands beside messages of the tail since earlier requests. */
  places: readonly RecalledPlace[];
  /** What a message may have recalled for it. Default: whatever helps. */
  allowance?: RecallAllowance;
  /** They are what was recorded of this very request. */
  recorded?: boolean;
  /** How that request shared out its room. */
  arrangement?: Arrangement;
  renderer: PlaceRenderer;
  /** The newest messages of a range, newest first, where they need not come from the store. */
  readNewest?: ReadNewest;
  /** False: room is kept for what recall would find, and nothing is looked up. */
  looksUp?: boolean;
}): Promise<{ context: AssembledContext; places: RecalledPlace[] }> {
  const { ports, state, shown, parts, now, at = state.messages, readPrepared } = options;
  const { summaries, ledger } = shown;
  const strategy = ports.strategyFor(state);
  const usable = Math.floor((parts.budget.tokens - parts.budget.responseTokens) / parts.ratio);
  // What is shown begins where the summaries at hand end, not where the row says: a compaction may commit at any
  // moment, and what is shown must tile the thread (I-2).
  const coveredTo = summaries[summaries.length - 1]?.to ?? 0;
  const uncovered = { threadId: state.id, from: coveredTo + 1, to: Math.max(at, coveredTo) };
  const { readNewest = (range: NewestRange) => readableMessages(ports, { ...range, newestFirst: true }) } =
    options;
  const read = await readTail({
    readNewest,
    uncovered,
    usable,
    mean: state.tokens / (state.messages || 1),
  });
  const unread = await readUnread(ports, uncovered, read);
  const asides = read.some(isAside) ? read.filter(isAside) : [];
  const tail = asides.length === 0 ? read : read.filter((message) => !isAside(message));
  const work = strategy.showsWork === true ? shown.work : null;
  const reserved = recallRoom(ports.recall, usable, parts.sectionShares);
  const isAsked = parts.narrow || parts.sectionShares.recall !== undefined;
  const besideWork = () => {
    const given = givenTokens({ system: parts.system, profile: parts.profile, counter: ports.counter });
    return recallBesideWork(usable - given);
  };
  const recallTokens = work === null || isAsked ? reserved : Math.min(reserved, besideWork());
  const kept =
    recallTokens > 0
      ? keptPlaces({
          state,
          places: options.places,
          recorded: options.recorded ?? false,
          tail,
          query: parts.query,
        })
      : { places: [], wanted: undefined };
  const isHidden = unread !== null || tokensOf(tail) > usable - recallTokens;
  const again = options.recorded ? kept.places.find(({ fresh }) => fresh === true) : undefined;
  const isLookedFor = kept.wanted !== undefined || again !== undefined;
  const looksUp = options.looksUp !== false && parts.recall && isLookedFor;
  const upTo = isHidden ? at - 1 : coveredTo;
  const asked =
    looksUp && upTo >= 1
      ? askedOfPast({
          query: parts.query,
          tail,
          mostTokens: recallTokens,
          allowance: options.allowance ?? anyRecall,
        })
      : undefined;
  const render = (places: readonly RecalledPlace[], known: readonly Passage[] = []) =>
    options.renderer
      .render({ ports, state, places, known, tail, query: parts.query })
      .catch((error: unknown) => {
        tellNothingRecalled(error);
        return [];
      });
  const pinned = JSON.stringify([...parts.pinned, ...parts.rules.map(({ text }) => text)]);
  // A newest message that is told is arranged twice, and the record is of the second time.
  const arrangement = parts.longMessages === 'summary' ? undefined : options.arrangement;
  const input = {
    ...parts,
    strategy,
    counter: ports.counter,
    excerpt: ports.redaction.excerpt,
    summaries,
    ledger: withoutTold(ledger, { told: pinned }),
    work,
    request: shown.request,
    ...(strategy.showsWork === true && !parts.narrow
      ? { pages: pagesWithoutTold(shown.pages, { told: pinned }) }
      : {}),
    renderLedger,
    // Nothing is kept free for what is not looked for.
    recallTokens: parts.recall ? recallTokens : 0,
    ...(kept.wanted === undefined ? {} : { recallAfter: kept.wanted.after }),
    tail,
    unread,
    ...(arrangement && { arrangement }),
  };
  // They take a while to read, and again to arrange.
  if (tail.some(({ parts: said }) => said.length > manyParts)) await yieldToEventLoop();
  const told = (context: AssembledContext) => withAsides(markStale(context, summaries), asides);
  const { found, assemble } = await looked();
  const fitted = await withPrepared();
  const context = parts.longMessages === 'summary' ? await withNewestTold(fitted) : fitted;
  return { context, places: shownPlaces(context) };

  async function withNewestTold(whole: AssembledContext): Promise<AssembledContext> {
    const newest = await toldNewest({ ports, context: whole, newest: tail.at(-1), ratio: parts.ratio });
    if (newest === undefined) return whole;
    return withToldNewest(assemble({ tail: [...tail.slice(0, -1), newest] }), newest);
  }

  /** What was found, and the context with it: with other summaries or another newest message, as often as it takes. */
  async function looked(): Promise<{
    found: Recalled | undefined;
    assemble: (other?: Partial<AssembleInput>) => AssembledContext;
  }> {
    const isReminder = asked?.onlyAsked === false && again === undefined && parts.resources.length === 0;
    // What does not only ask is helped in the room that is left: where there is none, nothing is looked for.
    const begun = isReminder ? beginContext({ ...input, placed: await render(kept.places) }) : undefined;
    const isFull = (begun?.openRoom() ?? leastReminder) < leastReminder;
    const found = isFull ? nothingRecalled : looksUp ? await lookedUp() : undefined;
    const isNew = kept.wanted !== undefined && found !== undefined;
    const places = isNew && found.passages.length > 0 ? besideOneMore(kept.places) : kept.places;
    const placed = await render(places, again === undefined ? [] : found?.passages);
    const shownFound = isNew && {
      passages: found.passages,
      mostRecalled: Math.min(recallTokens, found.mostTokens),
      mayDisplace: found.mayDisplace,
      ...(parts.sectionShares.recall === undefined && {
        mostBesideLess: recallCeiling({ available: usable, most: ports.recall.maxTokens }),
      }),
    };
    const assemble = (other?: Partial<AssembleInput>) =>
      begun !== undefined && other === undefined && places === kept.places
        ? begun.finish(shownFound || undefined)
        : assembleContext({ ...input, placed, ...shownFound, ...other });
    return { found, assemble: (other) => told(assemble(other)) };
  }

  async function lookedUp(): Promise<Recalled | undefined> {
    if (asked === undefined) return nothingRecalled;
    const { changes } = shown;
    const looking = { ports, threadId: state.id, asked, query: parts.query, now, tail, upTo, changes };
    return recallPassages(looking).catch(tellNothingRecalled);
  }

  /** Summaries that were made ahead are read where something does not fit; a record says whether any were. */
  async function withPrepared(): Promise<AssembledContext> {
    const first = arrangement === undefined ? assemble() : undefined;
    if (first !== undefined && !first.forced && !first.displaced) return first;
    const prepared = (await readPrepared()).filter((summary) => summary.from > coveredTo && summary.to <= at);
    const followsOn = prepared[0]?.from === coveredTo + 1;
    return followsOn ? assemble({ prepared }) : (first ?? assemble());
  }

  /** A turn is answered without its memories rather than not at all. */
  function tellNothingRecalled(error: unknown): undefined {
    ports.emitter.emit('diagnostic', {
      threadId: state.id,
      code: 'store_failed',
      message: ports.redaction.redact(error instanceof Error ? error.message : String(error)).slice(0, 200),
      consequence: 'Nothing was recalled for this turn.',
    });
  }

  /** What the next request goes on from: places that were shown, and that nothing was found for the newest one. */
  function shownPlaces({ recalled }: AssembledContext): RecalledPlace[] {
    const shown = new Map(recalled.map((one) => [one.after, one]));
    // What had to give way is not looked for again in the next step, only to give way once more.
    const still = kept.places.map((place) => (shown.has(place.after) ? place : withoutPassages(place)));
    if (kept.wanted === undefined || found === undefined) return still;
    const { after, asked } = kept.wanted;
    const fresh = shown.get(after);
    const brief = fresh?.passages.filter((passage) => passage.brief).map(({ seq }) => seq) ?? [];
    const older = fresh?.passages.filter(({ newerIn }) => newerIn !== undefined) ?? [];
    const place: RecalledPlace = {
      after,
      asked,
      ...(parts.query === undefined ? {} : { query: keyOf(parts.query) }),
      revision: state.revision,
      seqs: fresh?.passages.map(({ seq }) => seq) ?? [],
      room: fresh?.room ?? 0,
      tokens: fresh?.tokens ?? 0,
      characters: found.characters,
      ...(brief.length === 0 ? {} : { pieces: { seqs: brief, characters: found.pieceCharacters } }),
      ...(older.length > 0 && {
        older: { seqs: older.map(({ seq }) => seq), newerIn: older.map(({ newerIn }) => newerIn!) },
      }),
    };
    if (fresh !== undefined) options.renderer.remember(state, place, fresh);
    return [...still.filter((other) => other.after !== after), { ...place, fresh: true as const }];
  }
}

/**
 * A rule that is pinned is not told a second time. The same list for the same rules, by which what was laid out before
 * is known again.
 */
const withoutTold = rememberWays(
  (ledger: readonly Fact[], { told }: { told: string }): readonly Fact[] => {
    const pinned = new Set(JSON.parse(told) as string[]);
    return ledger.filter((fact) => fact.kind !== 'rule' || !pinned.has(fact.value));
  },
  { most: 4 },
);

const pagesWithoutTold = rememberWays(
  (pages: readonly LedgerPage[], way: { told: string }): readonly LedgerPage[] =>
    pages.map((page) => ({ ...page, facts: withoutTold(page.facts, way) })),
  { most: 4 },
);
