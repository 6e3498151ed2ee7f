/**
 * The reading half of a turn: fetches what a context at this budget can use, and no more, so that its cost depends
 * on the budget and not on the length of the thread. Assembly itself is pure and lives in context/.
 */

import { beginContext, type FoundInput } from '../context/assemble.ts';
import type { AssembleInput } from '../context/assemble-input.ts';
import type { AssembledContext, Passage } from '../context/context.ts';
import { recallCeiling } from '../context/sections.ts';
import type { ReadablePorts } from '../engine/readable.ts';
import type { StrategyFor } from '../engine/thread-strategies.ts';
import { manyParts } from '../message/limits.ts';
import type { RecallSettings } from '../options.ts';
import type { Arrangement } from '../records/request.ts';
import type { RecalledPlace } from '../records/sent-state.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { yieldToEventLoop } from '../runtime.ts';
import { inSteps } from '../text/steps.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { markStale, withAsides } from './account-notes.ts';
import { assemblyInput } from './assembly-input.ts';
import { type ContextParts, usableTokens } from './context-parts.ts';
import { type LongMessagePorts, shortenNewest, withShortenedNewest } from './long-message.ts';
import type { PlaceRenderer } from './place-texts.ts';
import { type ReadNewest, readUncovered, type UncoveredMessages } from './read-tail.ts';
import type { RecallAllowance } from './recall-allowance.ts';
import {
  leastReminder,
  nothingRecalled,
  type Recalled,
  type RecallPorts,
  recallPassages,
} from './recall-passages.ts';
import { planRecall, type RecallPlan } from './recall-plan.ts';
import { nextPlaces, placesBesideNew } from './recalled-places.ts';
import type { ShownSummaries } from './shown-summaries.ts';
import { unlessFailed } from './unless-failed.ts';

export type ContextPorts = ReadablePorts &
  RecallPorts &
  LongMessagePorts & { counter: TokenCounter; strategyFor: StrategyFor; recall: RecallSettings };

export type ReadContextOptions = {
  ports: ContextPorts;
  state: ThreadState;
  shown: ShownSummaries;
  parts: ContextParts;
  /** Time of the turn, for a query that is not a message with a time of its own. */
  now: number;
  /** Number of the newest message of the turn. Default: the newest of the thread. */
  at?: number;
  readPrepared: () => Promise<SummaryRecord[]>;
  /** Where passages of earlier requests stand. With `recorded`: those of this request. */
  places: readonly RecalledPlace[];
  /** Most tokens of passages for a message. Default: whatever helps. */
  allowance?: RecallAllowance;
  /** True if the request is made again from its record. */
  recorded?: boolean;
  /** How the recorded request divided its room. */
  arrangement?: Arrangement;
  renderer: PlaceRenderer;
  /** Reads the newest messages of a range, newest first. Default: from the store. */
  readNewest?: ReadNewest;
  /** False: room is kept for what recall would find, but nothing is looked up. */
  looksUp?: boolean;
};

/** What the context is made from, once the messages are read. */
type Reading = {
  options: ReadContextOptions;
  messages: UncoveredMessages;
  recall: RecallPlan;
  /** Reference tokens for the whole context. */
  usable: number;
  input: AssembleInput;
};

/** Assembles the context; `other` replaces parts of its input. */
type Assemble = (other?: Partial<AssembleInput>) => Promise<AssembledContext>;

export async function readContext(
  options: ReadContextOptions,
): Promise<{ context: AssembledContext; places: RecalledPlace[] }> {
  const { state, shown, parts, renderer } = options;
  const reading = await readParts(options);
  const { tail, asides } = reading.messages;
  // Very many parts take a while to read, and again to arrange.
  if (tail.some((message) => message.parts.length > manyParts)) await yieldToEventLoop();
  const { found, assemble } = await withFound(reading);
  const assembleNoted: Assemble = async (other) =>
    withAsides(markStale(await assemble(other), shown.summaries), asides);
  const fitted = await withPrepared(reading, assembleNoted);
  const context =
    parts.longMessages === 'summary' ? await withNewestShortened(reading, fitted, assembleNoted) : fitted;
  const { kept } = reading.recall;
  const next = nextPlaces({ state, kept, found, shown: context.recalled, query: parts.query });
  if (next.fresh) renderer.remember(state, next.fresh.place, next.fresh.passages);
  return { context, places: next.places };
}

async function readParts(options: ReadContextOptions): Promise<Reading> {
  const { ports, state, shown, parts, at = state.messages, readNewest } = options;
  const { places, allowance, recorded = false, looksUp = true } = options;
  const { summaries } = shown;
  const strategy = ports.strategyFor(state);
  const usable = usableTokens(parts);
  const messages = await readUncovered({ ports, state, summaries, at, usable, readNewest });
  const hasWork = strategy.showsWork === true && shown.work !== null;
  const recall = planRecall({
    ...{ ports, state, parts, messages, places, recorded, allowance, looksUp, hasWork, at, usable },
  });
  // A newest message that is shown by a summary is arranged twice, and the record is of the second time.
  const arrangement = parts.longMessages === 'summary' ? undefined : options.arrangement;
  const input = assemblyInput({ ports, strategy, shown, parts, messages, recall, arrangement });
  return { options, messages, recall, usable, input };
}

/** Looks for passages, and returns what was found and how to assemble the context with it. */
async function withFound(reading: Reading): Promise<{ found: Recalled | undefined; assemble: Assemble }> {
  const { options, recall, usable, input } = reading;
  const { ports, parts } = options;
  const { kept, recordedPlace, need, looksUp } = recall;
  const isReminder = need?.onlyAsked === false && recordedPlace === undefined && parts.resources.length === 0;
  // For a message that does not only ask, passages may only use the room that is left. Without room, none are searched.
  const unfinished = isReminder
    ? beginContext({ ...input, placed: await renderPlaces(reading, kept.places, []) })
    : undefined;
  const openRoom = unfinished && (await inSteps(unfinished.openRoom(), yieldToEventLoop));
  const isFull = (openRoom ?? leastReminder) < leastReminder;
  const found = looksUp ? await lookUp(reading, isFull) : undefined;
  const isNew = kept.wanted !== undefined && found !== undefined;
  const places = isNew && found.passages.length > 0 ? placesBesideNew(kept.places) : kept.places;
  const known = recordedPlace === undefined ? [] : (found?.passages ?? []);
  const placed = await renderPlaces(reading, places, known);
  const shownFound: FoundInput | undefined = isNew
    ? {
        passages: found.passages,
        mostRecalled: Math.min(recall.tokens, found.mostTokens),
        mayDisplace: found.mayDisplace,
        ...(parts.sectionShares.recall === undefined && {
          mostBesideLess: recallCeiling({ available: usable, most: ports.recall.maxTokens }),
        }),
      }
    : undefined;
  return {
    found,
    assemble: (other) =>
      inSteps(
        unfinished !== undefined && other === undefined && places === kept.places
          ? unfinished.finish(shownFound)
          : beginContext({ ...input, placed, ...shownFound, ...other }).finish(),
        yieldToEventLoop,
      ),
  };
}

async function lookUp(
  { options, messages, recall }: Reading,
  isFull: boolean,
): Promise<Recalled | undefined> {
  const { ports, state, shown, parts, now } = options;
  const { need, upTo } = recall;
  if (need === undefined || isFull) return nothingRecalled;
  const { tail } = messages;
  const { changes } = shown;
  const { query } = parts;
  return orNothingRecalled(options, () =>
    recallPassages({ ports, threadId: state.id, need, query, now, tail, upTo, changes }),
  );
}

/** The texts of places. `known` are passages that were found again, for the reasons in them. */
async function renderPlaces(
  { options, messages }: Reading,
  places: readonly RecalledPlace[],
  known: readonly Passage[],
) {
  const { ports, state, parts, renderer } = options;
  const { tail } = messages;
  const rendered = await orNothingRecalled(options, () =>
    renderer.render({ ports, state, places, known, tail, query: parts.query }),
  );
  return rendered ?? [];
}

function orNothingRecalled<Result>({ ports, state }: ReadContextOptions, read: () => Promise<Result>) {
  const consequence = 'Nothing was recalled for this turn.';
  return unlessFailed(ports, { threadId: state.id, consequence }, read);
}

/** Prepared summaries are read only if something does not fit. A record says whether any were shown. */
async function withPrepared(
  { options, messages, input }: Reading,
  assemble: Assemble,
): Promise<AssembledContext> {
  const { state, at = state.messages, readPrepared } = options;
  const { coveredTo } = messages;
  const first = input.arrangement === undefined ? await assemble() : undefined;
  if (first !== undefined && !first.forced && !first.displaced) return first;
  const prepared = (await readPrepared()).filter((summary) => summary.from > coveredTo && summary.to <= at);
  const followsOn = prepared[0]?.from === coveredTo + 1;
  return followsOn ? assemble({ prepared }) : (first ?? assemble());
}

async function withNewestShortened(
  { options, messages }: Reading,
  whole: AssembledContext,
  assemble: Assemble,
): Promise<AssembledContext> {
  const { ports, parts } = options;
  const { tail } = messages;
  const newest = await shortenNewest({ ports, context: whole, newest: tail.at(-1), ratio: parts.ratio });
  if (newest === undefined) return whole;
  return withShortenedNewest(await assemble({ tail: [...tail.slice(0, -1), newest] }), newest);
}
