/** The second half of a full-text search: what the terms alone found is looked at, for length, time and role. */
import type { TextCandidate, TextQuery } from '../../../search-index.ts';
import { textScore } from '../../rules/index-entry.ts';
import { byScore } from '../../rules/search-checks.ts';
import type { SqlContext } from '../context.ts';
import { messagesAt, passesScope, placeName } from './scope.ts';
import type { Place } from './text-index.ts';

/** The best by their terms alone, half as many again as asked for: length, time and role are looked at in these. */
const closerLook = 100;
const closerShare = 1.5;

/** A place with the weights of its terms: of those said once, and of those said more than once. */
export type Scored = Place & { once: number; repeated: number };

/** Looks at the messages, the best by their terms first, and at all others where too few of those are in the scope. */
export async function closerLooked(
  context: SqlContext,
  searches: readonly { query: TextQuery; scored: readonly Scored[] }[],
): Promise<TextCandidate[][]> {
  const candidates = searches.map((): TextCandidate[] => []);
  const look = async (pieces: readonly (readonly Scored[])[]) => {
    const all = pieces.flat();
    const nameOf = namesOf(all);
    const places = new Map(all.map((place) => [nameOf(place), place]));
    const scopes = searches.map(({ query }) => query);
    const found = await messagesAt(context, [...places.values()], scopes);
    const messages = new Map(found.map((message) => [nameOf(message), message]));
    for (const [index, piece] of pieces.entries()) {
      for (const place of piece) {
        const message = messages.get(nameOf(place));
        // Tools were looked for in the index already.
        if (!message || !passesScope(message, searches[index]!.query)) continue;
        const { threadId, seq, tokens } = message;
        candidates[index]!.push({ threadId, seq, score: textScore({ ...place, tokens }) });
      }
    }
  };
  const split = searches.map(({ query, scored }) =>
    bestFirst(scored, Math.max(closerLook, closerShare * query.limit)),
  );
  await look(split.map(({ best }) => best));
  await look(
    split.map(({ others }, index) =>
      candidates[index]!.length < searches[index]!.query.limit ? others : [],
    ),
  );
  return candidates.map((found, index) => found.sort(byScore).slice(0, searches[index]!.query.limit));
}

/** Places by the hundred: of one thread, the number is enough. */
function namesOf(places: readonly Place[]): (place: Place) => string | number {
  const threadKey = places[0]?.threadKey;
  return places.every((place) => place.threadKey === threadKey) ? ({ seq }) => seq : placeName;
}

/** So many of the best, and the others, which are seldom asked for: sorting them all would cost more than the search. */
function bestFirst(scored: readonly Scored[], size: number): { best: Scored[]; others: Scored[] } {
  const weighed = scored.map((score) => ({ score, weight: score.once + 1.5 * score.repeated }));
  const weights = Float64Array.from(weighed, ({ weight }) => weight).sort();
  const least = weights.at(-size) ?? Number.NEGATIVE_INFINITY;
  const first = weighed
    .filter(({ weight }) => weight >= least)
    .sort((one, two) => two.weight - one.weight || two.score.seq - one.score.seq)
    .map(({ score }) => score);
  const last = weighed.filter(({ weight }) => weight < least).map(({ score }) => score);
  return { best: first.slice(0, size), others: [...first.slice(size), ...last] };
}
