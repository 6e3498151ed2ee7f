/**
 * The second half of a full-text search. The terms alone gave a rough order; now the best candidates are read from the
 * log, checked against the scope, and scored with the lengths of their messages.
 */
import type { TextAnswer, TextCandidate, TextQuery } from '../../../search-index.ts';
import { startsMonth, textScore } from '../../rules/index-entry.ts';
import { byScore } from '../../rules/search-checks.ts';
import type { SqlContext } from '../context.ts';
import { type MessageRow, toMessage } from '../message-rows.ts';
import type { Place } from '../text-index.ts';
import { type FoundMessage, messagesAt, passesScope, placeKey } from './scope.ts';
import { type ScoredPlaces, splitByScore } from './score-board.ts';

/** How many candidates are checked, at least and as a multiple of the limit: lengths may change their rough order. */
const leastChecked = 100;
const checkedShare = 1.5;

/** Checks the best candidates, and all the others if too few of the best are in the scope. */
export async function scoreCandidates(
  context: SqlContext,
  searches: readonly { query: TextQuery; scored: ScoredPlaces }[],
): Promise<ScoredAnswer[]> {
  const candidates = searches.map((): TextCandidate[] => []);
  const rows = searches.map(() => new Map<number, MessageRow>());
  const scopes = searches.map(({ query }) => query);
  const read = async (pieces: IndexLists) => {
    const all = pieces.flatMap((piece, search) =>
      piece.map((index) => searches[search]!.scored.place(index)),
    );
    const keyOf = keysOf(all);
    const places = new Map(all.map((place) => [keyOf(place), place]));
    const found = await messagesAt(context, [...places.values()], scopes);
    const messages = new Map(found.map((message) => [keyOf(message), message]));
    return (place: Place) => messages.get(keyOf(place));
  };
  const addCandidates = (pieces: IndexLists, messageAt: (place: Place) => FoundMessage | undefined) => {
    for (const [search, piece] of pieces.entries()) {
      const { query, scored } = searches[search]!;
      for (const index of piece) {
        const message = messageAt(scored.place(index));
        // The index has already applied the filter of tools.
        if (!message || !passesScope(message, query)) continue;
        const { threadId, seq, tokens, row } = message;
        if (row !== undefined && query.reads) rows[search]!.set(seq, row);
        const [once, repeated] = [scored.once(index), scored.repeated(index)];
        candidates[search]!.push({ threadId, seq, score: textScore({ once, repeated, tokens }) });
      }
    }
  };
  const split = searches.map(({ query, scored }) =>
    splitByScore(scored, Math.max(leastChecked, checkedShare * query.limit)),
  );
  const best = split.map((one) => one.best);
  const needsCheck = searches.map(({ query }) => !isExact(query));
  const others = split.map((one, index) => (needsCheck[index] ? one.others() : []));
  const found = await read(best.map((piece, index) => [...piece, ...others[index]!]));
  addCandidates(best, found);
  const isShort = (index: number) => candidates[index]!.length < searches[index]!.query.limit;
  addCandidates(
    others.map((piece, index) => (isShort(index) ? piece : [])),
    found,
  );
  // With an exact scope, too few candidates can only mean that messages were removed a moment ago.
  const missing = split.map((one, index) => (isShort(index) && !needsCheck[index] ? one.others() : []));
  if (missing.some(({ length }) => length > 0)) addCandidates(missing, await read(missing));
  return candidates.map((all, index): ScoredAnswer => {
    const chosen = all.sort(byScore).slice(0, searches[index]!.query.limit);
    const whole = rows[index]!;
    if (whole.size === 0) return { candidates: chosen };
    const read = chosen.map(({ threadId, seq }) => toMessage(threadId, whole.get(seq)!));
    return { candidates: chosen, read };
  });
}

type ScoredAnswer = Pick<TextAnswer, 'candidates' | 'read'>;

type IndexLists = readonly (readonly number[])[];

/**
 * Whether everything the index finds is in the scope. The index filters by whole months. If the span begins or ends
 * within a month, any number of the matches may lie outside, so all are read together with the best ones.
 */
function isExact({ after, before }: TextQuery): boolean {
  if (before === undefined) return after === undefined;
  return startsMonth(before) && (after === undefined || startsMonth(after));
}

/** Keys for maps of places. Within one thread the message number is enough, which is much faster than a string. */
function keysOf(places: readonly Place[]): (place: Place) => string | number {
  const threadKey = places[0]?.threadKey;
  return places.every((place) => place.threadKey === threadKey) ? ({ seq }) => seq : placeKey;
}
