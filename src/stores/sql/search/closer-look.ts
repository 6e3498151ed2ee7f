/** The second half of a full-text search: what the terms alone found is looked at, for length, time and role. */
import type { TextAnswer, TextCandidate, TextQuery } from '../../../search-index.ts';
import { startsMonth, textScore } from '../../rules/index-entry.ts';
import { byScore } from '../../rules/search-checks.ts';
import type { SqlContext } from '../context.ts';
import { type MessageRow, toMessage } from '../message-rows.ts';
import { type FoundMessage, messagesAt, passesScope, placeName } from './scope.ts';
import { bestFirst, type Scored } from './scored-places.ts';
import type { Place } from './text-index.ts';

/** The best by their terms alone, half as many again as asked for: length, time and role are looked at in these. */
const closerLook = 100;
const closerShare = 1.5;

/** Looks at the best by their terms, and at all others where too few of those are in the scope. */
export async function closerLooked(
  context: SqlContext,
  searches: readonly { query: TextQuery; scored: Scored }[],
): Promise<Looked[]> {
  const candidates = searches.map((): TextCandidate[] => []);
  const rows = searches.map(() => new Map<number, MessageRow>());
  const scopes = searches.map(({ query }) => query);
  const read = async (pieces: Pieces) => {
    const all = pieces.flatMap((piece, search) =>
      piece.map((index) => searches[search]!.scored.place(index)),
    );
    const nameOf = namesOf(all);
    const places = new Map(all.map((place) => [nameOf(place), place]));
    const found = await messagesAt(context, [...places.values()], scopes);
    const messages = new Map(found.map((message) => [nameOf(message), message]));
    return (place: Place) => messages.get(nameOf(place));
  };
  const look = (pieces: Pieces, messageAt: (place: Place) => FoundMessage | undefined) => {
    for (const [search, piece] of pieces.entries()) {
      const { query, scored } = searches[search]!;
      for (const index of piece) {
        const message = messageAt(scored.place(index));
        // Tools were looked for in the index already.
        if (!message || !passesScope(message, query)) continue;
        const { threadId, seq, tokens, row } = message;
        if (row !== undefined && query.reads) rows[search]!.set(seq, row);
        const [once, repeated] = [scored.once(index), scored.repeated(index)];
        candidates[search]!.push({ threadId, seq, score: textScore({ once, repeated, tokens }) });
      }
    }
  };
  const split = searches.map(({ query, scored }) =>
    bestFirst(scored, Math.max(closerLook, closerShare * query.limit)),
  );
  const best = split.map((one) => one.best);
  const isRough = searches.map(({ query }) => !isExact(query));
  const others = split.map((one, index) => (isRough[index] ? one.others() : []));
  const found = await read(best.map((piece, index) => [...piece, ...others[index]!]));
  look(best, found);
  const isShort = (index: number) => candidates[index]!.length < searches[index]!.query.limit;
  look(
    others.map((piece, index) => (isShort(index) ? piece : [])),
    found,
  );
  // Of an exact scope nothing is missing but what was removed a moment ago.
  const missing = split.map((one, index) => (isShort(index) && !isRough[index] ? one.others() : []));
  if (missing.some(({ length }) => length > 0)) look(missing, await read(missing));
  return candidates.map((all, index): Looked => {
    const chosen = all.sort(byScore).slice(0, searches[index]!.query.limit);
    const whole = rows[index]!;
    if (whole.size === 0) return { candidates: chosen };
    const read = chosen.map(({ threadId, seq }) => toMessage(threadId, whole.get(seq)!));
    return { candidates: chosen, read };
  });
}

type Looked = Pick<TextAnswer, 'candidates' | 'read'>;

type Pieces = readonly (readonly number[])[];

/**
 * Whether all that the index finds for it is in the scope. It knows months: of other spans of time any part of what it
 * finds may be outside, and is looked at with the best, in the same statement.
 */
function isExact({ after, before }: TextQuery): boolean {
  if (before === undefined) return after === undefined;
  return startsMonth(before) && (after === undefined || startsMonth(after));
}

/** Places by the hundred: of one thread, the number is enough. */
function namesOf(places: readonly Place[]): (place: Place) => string | number {
  const threadKey = places[0]?.threadKey;
  return places.every((place) => place.threadKey === threadKey) ? ({ seq }) => seq : placeName;
}
