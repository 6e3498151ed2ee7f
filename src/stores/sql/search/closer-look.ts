/** The second half of a full-text search: what the terms alone found is looked at, for length, time and role. */
import type { TextCandidate, TextQuery } from '../../../search-index.ts';
import { textScore } from '../../rules/index-entry.ts';
import { byScore } from '../../rules/search-checks.ts';
import type { SqlContext } from '../context.ts';
import { messagesAt, passesScope, placeName } from './scope.ts';
import { bestFirst, type Scored } from './scored-places.ts';
import type { Place } from './text-index.ts';

/** The best by their terms alone, half as many again as asked for: length, time and role are looked at in these. */
const closerLook = 100;
const closerShare = 1.5;

/** Looks at the messages, the best by their terms first, and at all others where too few of those are in the scope. */
export async function closerLooked(
  context: SqlContext,
  searches: readonly { query: TextQuery; scored: Scored }[],
): Promise<TextCandidate[][]> {
  const candidates = searches.map((): TextCandidate[] => []);
  const scopes = searches.map(({ query }) => query);
  const look = async (pieces: readonly (readonly number[])[]) => {
    const all = pieces.flatMap((piece, search) =>
      piece.map((index) => searches[search]!.scored.place(index)),
    );
    const nameOf = namesOf(all);
    const places = new Map(all.map((place) => [nameOf(place), place]));
    const found = await messagesAt(context, [...places.values()], scopes);
    const messages = new Map(found.map((message) => [nameOf(message), message]));
    for (const [search, piece] of pieces.entries()) {
      const { query, scored } = searches[search]!;
      for (const index of piece) {
        const message = messages.get(nameOf(scored.place(index)));
        // Tools were looked for in the index already.
        if (!message || !passesScope(message, query)) continue;
        const { threadId, seq, tokens } = message;
        const [once, repeated] = [scored.once(index), scored.repeated(index)];
        candidates[search]!.push({ threadId, seq, score: textScore({ once, repeated, tokens }) });
      }
    }
  };
  const split = searches.map(({ query, scored }) =>
    bestFirst(scored, Math.max(closerLook, closerShare * query.limit)),
  );
  await look(split.map(({ best }) => best));
  await look(
    split.map(({ others }, index) =>
      candidates[index]!.length < searches[index]!.query.limit ? others() : [],
    ),
  );
  return candidates.map((found, index) => found.sort(byScore).slice(0, searches[index]!.query.limit));
}

/** Places by the hundred: of one thread, the number is enough. */
function namesOf(places: readonly Place[]): (place: Place) => string | number {
  const threadKey = places[0]?.threadKey;
  return places.every((place) => place.threadKey === threadKey) ? ({ seq }) => seq : placeName;
}
