/**
 * Places: which passages stand behind which message of the tail. Passages stay behind their message until the
 * next compaction, so that requests only append and a step of a tool loop recalls nothing again. The thread's row keeps
 * places as numbers; place-texts.ts makes their text.
 */
import type { RecalledPassages } from '../context/context.ts';
import { sha256 } from '../message/hash.ts';
import { type Message, textOf } from '../message/message.ts';
import type { RecalledPlace } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Recalled } from './recall-passages.ts';

/** Most places of a thread at the same time. */
export const mostPlaces = 16;

/** The places that a context keeps, and what it still has to recall for. */
export type KeptPlaces = {
  places: RecalledPlace[];
  /** The message to recall for, and the one to show passages behind; undefined if nothing is to be recalled. */
  wanted: Pick<RecalledPlace, 'asked' | 'after'> | undefined;
};

/**
 * The places of earlier requests that still hold. After a compaction everything behind the summaries is sent anew, so
 * only the message that is being answered keeps its passages.
 */
export function keptPlaces(options: {
  state: Pick<ThreadState, 'revision'>;
  places: readonly RecalledPlace[];
  /** True if the places come from the record of this request. Then none is dropped, and nothing is recalled. */
  recorded: boolean;
  tail: readonly Message[];
  query: string | undefined;
}): KeptPlaces {
  const { state, tail, query } = options;
  if (options.recorded) return { places: [...options.places], wanted: undefined };
  const userMessage = tail.findLast(({ role, parts }) => role === 'user' && textOf(parts).trim() !== '');
  const shown = new Set(tail.map(({ seq }) => seq));
  const isAnswered = (place: RecalledPlace) =>
    query === undefined
      ? place.asked === userMessage?.seq && place.query === undefined
      : place.query === keyOf(query);
  const newest = tail.at(-1)?.seq;
  const holds = (place: RecalledPlace): boolean => {
    if (!shown.has(place.after)) return false;
    const isCurrent = place.revision === state.revision;
    const hasPassages = place.seqs.length > 0;
    if (isAnswered(place)) return isCurrent || hasPassages;
    // The text of a caller's query is not stored, so passages found for another query cannot be rendered again. A place
    // behind the newest message was made by another request for that message, not by an earlier one.
    return isCurrent && hasPassages && place.query === undefined && place.after !== newest;
  };
  const places = options.places
    .filter(holds)
    .map(({ fresh: _fresh, ...place }) => ({ ...place, revision: state.revision }));
  const askedSeq = query === undefined ? userMessage?.seq : newest;
  const isRecalled = newest === undefined || askedSeq === undefined || places.some(isAnswered);
  return { places, wanted: isRecalled ? undefined : { asked: askedSeq, after: newest } };
}

/**
 * The places that stay when one more is added. If there are too many, all are removed together, so that the messages
 * behind them are sent anew once. Removed one at a time, they would be sent anew with every message.
 */
export function placesBesideNew(places: RecalledPlace[]): RecalledPlace[] {
  return places.length < mostPlaces ? places : [];
}

/** The place without passages. It says that nothing is recalled for its message again. */
function withoutPassages(place: RecalledPlace): RecalledPlace {
  const { pieces: _pieces, older: _older, ...rest } = place;
  return { ...rest, seqs: [], room: 0, tokens: 0 };
}

/** What the next request goes on from: places that are shown, and one that says what was found for this request. */
export function nextPlaces(options: {
  state: Pick<ThreadState, 'revision'>;
  kept: KeptPlaces;
  /** What was looked up for `kept.wanted`; undefined if nothing was looked up. */
  found: Pick<Recalled, 'characters' | 'pieceCharacters'> | undefined;
  /** The passages that the context shows. */
  shown: readonly RecalledPassages[];
  query: string | undefined;
}): { places: RecalledPlace[]; fresh: { place: RecalledPlace; passages: RecalledPassages } | undefined } {
  const { state, kept, found, query } = options;
  const shown = new Map(options.shown.map((one) => [one.after, one]));
  // Passages that had to give way are not looked for again in the next step, only to give way once more.
  const remaining = kept.places.map((place) => (shown.has(place.after) ? place : withoutPassages(place)));
  if (kept.wanted === undefined || found === undefined) return { places: remaining, fresh: undefined };
  const { after, asked } = kept.wanted;
  const passages = shown.get(after);
  const brief = passages?.passages.filter((passage) => passage.brief).map(({ seq }) => seq) ?? [];
  const older = passages?.passages.filter(({ newerIn }) => newerIn !== undefined) ?? [];
  const place: RecalledPlace = {
    after,
    asked,
    ...(query !== undefined && { query: keyOf(query) }),
    revision: state.revision,
    seqs: passages?.passages.map(({ seq }) => seq) ?? [],
    room: passages?.room ?? 0,
    tokens: passages?.tokens ?? 0,
    characters: found.characters,
    ...(brief.length > 0 && { pieces: { seqs: brief, characters: found.pieceCharacters } }),
    ...(older.length > 0 && {
      older: { seqs: older.map(({ seq }) => seq), newerIn: older.map(({ newerIn }) => newerIn!) },
    }),
  };
  return {
    places: [...remaining.filter((other) => other.after !== after), { ...place, fresh: true as const }],
    fresh: passages && { place, passages },
  };
}

export function keyOf(query: string): string {
  return sha256(query).slice(0, 16);
}
