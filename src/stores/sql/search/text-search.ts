/**
 * Full-text search whose work is bounded, whatever is asked of however long a thread: for each term only so many of
 * its newest messages are looked at, and a term that is in more of them still counts wherever a rarer one is found.
 * Within these bounds the answer is exact.
 */
import { sql } from 'kysely';
import type { TextAnswer, TextCandidate, TextQuery } from '../../../search-index.ts';
import { checkRange } from '../../rules/checks.ts';
import { hiddenTerm, queryTerms, repeatedToken, termWeight, textScore } from '../../rules/index-entry.ts';
import { byScore, checkTextQuery } from '../../rules/search-checks.ts';
import type { SqlContext } from '../context.ts';
import { filterScope, isEmptyScope, placeName, scopeWords, threadsOf } from './scope.ts';
import type { Place, TextMatch, TextRange } from './text-index.ts';

/** The first are the most important; a longer query is a text, and its end adds nothing. */
const mostTerms = 32;
/** Entries of the index one search looks at, shared by its terms and threads, and what each gets at least and at most. */
const entriesOfSearch = 4_000;
const leastEntries = 100;
const mostEntries = 1_000;
/** Counting goes on further than finding where there is no thread to tell how common a term is. */
const mostCounted = 20_000;
/** The best by their terms alone; length, time and role are looked at in these. */
const closerLook = 200;

type Scored = Place & { once: number; repeated: number };

export async function searchText(context: SqlContext, query: TextQuery): Promise<TextAnswer> {
  checkTextQuery(query);
  const terms = queryTerms(query.terms).slice(0, mostTerms);
  const { ranges, messages } = await rangesOf(context, query);
  if (terms.length === 0 || ranges.length === 0) {
    return { candidates: [], messages, frequencies: new Map(terms.map((term) => [term, 0])) };
  }
  const share = Math.floor(entriesOfSearch / (terms.length * ranges.length));
  const limit = Math.max(leastEntries, Math.min(mostEntries, share));

  const found: { range: TextRange; lists: Place[][] }[] = [];
  for (const range of ranges) {
    const matches = terms.map((term): TextMatch => [[term]]);
    found.push({ range, lists: await context.dialect.textIndex.find(context.db, { range, matches, limit }) });
  }
  const frequencies = await frequenciesOf(context, { terms, found, limit, messages });
  const weights = terms.map((term) => termWeight({ messages, frequency: frequencies.get(term)! }));
  if (query.limit === 0 || isEmptyScope(query)) return { candidates: [], messages, frequencies };

  const scored: Scored[] = [];
  for (const { range, lists } of found) {
    scored.push(...(await scorePlaces(context, { range, lists, limit, terms, weights, query })));
  }
  return { candidates: await closerLooked(context, query, scored), messages, frequencies };
}

async function rangesOf(
  context: SqlContext,
  { threadIds, upTo }: TextQuery,
): Promise<{ ranges: TextRange[]; messages: number }> {
  if (threadIds === 'all') {
    const { rows } = await sql<{ messages: number | null }>`
      select sum(messages) as messages from threads`.execute(context.db);
    return { ranges: ['all'], messages: Number(rows[0]?.messages ?? 0) };
  }
  const ranges: TextRange[] = [];
  let messages = 0;
  for (const thread of await threadsOf(context, threadIds)) {
    const last = Math.min(thread.messages, upTo ?? thread.messages);
    messages += last;
    ranges.push({ threadKey: thread.key, upTo: last });
  }
  return { ranges, messages };
}

/**
 * In how many messages each term is. Where a list was cut off, its density among the newest messages stands for the
 * rest of the thread.
 */
async function frequenciesOf(
  { db, dialect }: SqlContext,
  options: {
    terms: readonly string[];
    found: readonly { range: TextRange; lists: readonly Place[][] }[];
    limit: number;
    messages: number;
  },
): Promise<Map<string, number>> {
  const { terms, found, limit, messages } = options;
  const sums = terms.map(() => 0);
  for (const { range, lists } of found) {
    const cut = lists.flatMap((list, index) => (list.length >= limit ? [index] : []));
    for (const [index, list] of lists.entries()) {
      if (list.length < limit) sums[index]! += list.length;
      else if (range !== 'all') sums[index]! += (range.upTo * limit) / (range.upTo - list.at(-1)!.seq + 1);
    }
    if (range !== 'all' || cut.length === 0) continue;
    const matches = cut.map((index): TextMatch => [[terms[index]!]]);
    const counted = await dialect.textIndex.frequencies(db, { matches, limit: mostCounted });
    for (const [position, index] of cut.entries()) {
      const count = counted[position]!;
      sums[index]! += count < mostCounted ? count : Math.sqrt(mostCounted * Math.max(messages, mostCounted));
    }
  }
  return new Map(terms.map((term, index) => [term, Math.round(sums[index]!)]));
}

/** The messages of a range that are in the scope, with the weights of the terms they hold. */
async function scorePlaces(
  { db, dialect }: SqlContext,
  options: {
    range: TextRange;
    lists: readonly Place[][];
    limit: number;
    terms: readonly string[];
    weights: readonly number[];
    query: TextQuery;
  },
): Promise<Iterable<Scored>> {
  const { range, lists, limit, terms, weights, query } = options;
  const { textIndex } = dialect;
  const scope = scopeWords(query);
  const rare = terms.filter((_, index) => lists[index]!.length < limit && lists[index]!.length > 0);
  const present = terms.flatMap((_, index) => (lists[index]!.length > 0 ? [index] : []));

  // Second look: with the filters, and for each common term, wherever a rarer one is.
  const looks = present.flatMap((index): { index: number; match: TextMatch }[] => {
    const term = [terms[index]!];
    const common = lists[index]!.length >= limit && rare.length > 0;
    return [
      ...(scope.length > 0 ? [{ index, match: [term, ...scope] }] : []),
      ...(common ? [{ index, match: [term, rare, ...scope] }] : []),
    ];
  });
  const [looked, repeated] = [
    await textIndex.find(db, { range, matches: looks.map(({ match }) => match), limit }),
    await textIndex.find(db, {
      range,
      matches: present.map((index) => [[repeatedToken(terms[index]!)]]),
      limit,
    }),
  ];

  // Terms are few enough to be the bits of a number.
  const scores = new Map<string | number, Scored & { terms: number }>();
  const nameOf = (place: Place) => (range === 'all' ? placeName(place) : place.seq);
  const add = (index: number, places: readonly Place[]) => {
    for (const place of places) {
      const name = nameOf(place);
      const score = scores.get(name) ?? { ...place, once: 0, repeated: 0, terms: 0 };
      if (score.terms === 0) scores.set(name, score);
      if (score.terms & (1 << index)) continue;
      score.terms |= 1 << index;
      score.once += weights[index]!;
    }
  };
  if (scope.length === 0) for (const index of present) add(index, lists[index]!);
  for (const [position, { index }] of looks.entries()) add(index, looked[position]!);
  for (const [position, index] of present.entries()) {
    for (const place of repeated[position]!) {
      const score = scores.get(nameOf(place));
      if (!score || !(score.terms & (1 << index))) continue;
      score.once -= weights[index]!;
      score.repeated += weights[index]!;
    }
  }
  return scores.values();
}

/** Looks at the messages, the best by their terms first, until enough of them are in the scope. */
async function closerLooked(
  context: SqlContext,
  query: TextQuery,
  scored: readonly Scored[],
): Promise<TextCandidate[]> {
  const size = Math.max(closerLook, 2 * query.limit);
  const candidates: TextCandidate[] = [];
  for (const part of bestFirst(scored, size)) {
    for (let start = 0; start < part.length && candidates.length < query.limit; start += size) {
      const piece = new Map(part.slice(start, start + size).map((score) => [placeName(score), score]));
      // Tools were looked for in the index already.
      const scope = { ...query, tools: undefined };
      for (const message of await filterScope(context, scope, [...piece.values()])) {
        const { threadId, seq, tokens } = message;
        const { once, repeated } = piece.get(placeName(message))!;
        candidates.push({ threadId, seq, score: textScore({ once, repeated, tokens }) });
      }
    }
  }
  return candidates.sort(byScore).slice(0, query.limit);
}

/** The best, sorted, and then the others, which are seldom asked for: sorting them all would cost more than the search. */
function* bestFirst(scored: readonly Scored[], size: number): Generator<Scored[]> {
  const weighed = scored.map((score) => ({ score, weight: score.once + 1.5 * score.repeated }));
  const weights = Float64Array.from(weighed, ({ weight }) => weight).sort();
  const least = weights.at(-size) ?? Number.NEGATIVE_INFINITY;
  for (const part of [
    weighed.filter(({ weight }) => weight >= least),
    weighed.filter(({ weight }) => weight < least),
  ]) {
    part.sort((first, second) => second.weight - first.weight || second.score.seq - first.score.seq);
    yield part.map(({ score }) => score);
  }
}

/** Also what is kept out of every search. */
export async function findHolding(
  context: SqlContext,
  { threadId, groups, limit }: { threadId: string; groups: readonly (readonly string[])[]; limit: number },
): Promise<number[][]> {
  checkRange({ threadId, limit });
  const [thread] = await threadsOf(context, [threadId]);
  const matches = groups.map((group): TextMatch => queryTerms(group).map((term) => [term, hiddenTerm(term)]));
  if (!thread) return matches.map(() => []);
  const asked = matches.filter((match) => match.length > 0);
  const range = { threadKey: thread.key, upTo: thread.messages };
  const found = await context.dialect.textIndex.find(context.db, { range, matches: asked, limit });
  let next = 0;
  return matches.map((match) => (match.length === 0 ? [] : found[next++]!.map(({ seq }) => seq)));
}
