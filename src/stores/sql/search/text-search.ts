/**
 * Full-text search whose work is bounded, for any query and any length of thread. For each term, only a limited number
 * of the newest messages with it are read from the index. A term that occurs in more messages than that still counts in
 * every message that also contains a rarer term. Within these bounds the result is exact.
 */

import { sql } from 'kysely';
import type { TextAnswer, TextQuery } from '../../../search-index.ts';
import { termWeight } from '../../../text/bm25.ts';
import { queryTerms, repeatedToken } from '../../rules/index-entry.ts';
import { checkTextQuery } from '../../rules/search-checks.ts';
import type { SqlContext } from '../context.ts';
import type { PlaceList, TextLookup, TextMatch, TextRange } from '../text-index.ts';
import { isEmptyScope, scopeWords, threadsOf } from './scope.ts';
import { createScoreBoard, type ScoreBoard, type ScoredPlaces } from './score-board.ts';
import { scoreCandidates } from './score-candidates.ts';
import {
  completeWithWaiting,
  type WaitingRange,
  waitingInAllThreads,
  waitingOf,
  withWaiting,
} from './waiting-messages.ts';

/** Most terms of a query. The first ones are the most important; a longer query is a pasted text. */
const mostTerms = 32;
/** Index entries that one search reads. They are divided among its terms and threads, within these bounds. */
const entriesPerSearch = 4_000;
const leastEntries = 100;
const mostEntries = 1_000;
/** Across all threads, the frequency of a common term cannot be estimated from one thread, so it is counted up to here. */
const mostCounted = 20_000;

type Search = {
  query: TextQuery;
  terms: readonly string[];
  messages: number;
  /** Most entries read for one term in one range. */
  limit: number;
  /** For each range: the messages with each term, and those that contain it more than once. */
  found: { range: TextRange; lists: readonly PlaceList[]; repeated: readonly PlaceList[] }[];
};

/** Runs the steps of all queries together, so that several queries take no more statements than one. */
export async function searchText(database: SqlContext, queries: readonly TextQuery[]): Promise<TextAnswer[]> {
  for (const query of queries) checkTextQuery(query);
  const threadId = onlyThread(queries);
  const { context, searches } =
    threadId === undefined
      ? await lookUpTerms(database, queries)
      : await lookUpTermsIn(database, queries, threadId);
  const answers: TextAnswer[] = [];
  for (const search of searches) {
    const { messages } = search;
    answers.push({ candidates: [], messages, frequencies: await frequenciesOf(context, search) });
  }
  const scored = await scorePlaces(context, searches, answers);
  const scoredAnswers = await scoreCandidates(
    context,
    searches.map(({ query }, index) => ({ query, scored: scored[index]! })),
  );
  return answers.map((answer, index) => ({ ...answer, ...scoredAnswers[index]! }));
}

/** With more queries than this, one statement for all their terms would become too large. */
const mostQueriesTogether = 32;

function onlyThread(queries: readonly TextQuery[]): string | undefined {
  const named = new Set<string>();
  for (const { threadIds } of queries) {
    if (threadIds === 'all' || threadIds.length === 0) return undefined;
    for (const threadId of threadIds) named.add(threadId);
  }
  return named.size === 1 && queries.length <= mostQueriesTogether ? [...named][0] : undefined;
}

type TermLookup = { context: SqlContext; searches: Search[] };

/** Finds the messages with each term. A query without terms or threads finds none. */
async function lookUpTerms(database: SqlContext, queries: readonly TextQuery[]): Promise<TermLookup> {
  const { spans, waiting } = await rangesOf(database, queries);
  const context = await withWaiting(database, waiting);
  const searches = queries.map((query, index) => createSearch(query, spans[index]!));
  const lists = await context.dialect.textIndex.find(context.db, lookupsOf(searches));
  return { context, searches: withLists(searches, lists) };
}

/** The same for queries on a single thread, whose row is read in the same statement. */
async function lookUpTermsIn(
  database: SqlContext,
  queries: readonly TextQuery[],
  threadId: string,
): Promise<TermLookup> {
  const { db, dialect } = database;
  const unbounded: Span = { ranges: [{ threadKey: 0, upTo: 0 }], messages: 0 };
  const unplaced = queries.map((query) => createSearch(query, unbounded));
  const lookups = unplaced.flatMap(({ query, terms, limit }) =>
    terms.length === 0 ? [] : [{ upTo: query.upTo, matches: matchesOf(terms), limit }],
  );
  const answer = await dialect.textIndex.findIn(db, threadId, lookups);
  if (answer === undefined)
    return {
      context: database,
      searches: queries.map((query) => createSearch(query, { ranges: [], messages: 0 })),
    };
  const { thread, found } = answer;
  const searches = queries.map((query) => {
    const upTo = Math.min(thread.messages, query.upTo ?? thread.messages);
    return createSearch(query, { ranges: [{ threadKey: thread.key, upTo }], messages: upTo });
  });
  const last = Math.max(0, ...searches.map(({ messages }) => messages));
  const { context, complete } = await completeWithWaiting(
    database,
    waitingOf([thread]).filter(({ seq }) => seq <= last),
  );
  return { context, searches: withLists(searches, complete(lookupsOf(searches), found)) };
}

function createSearch(query: TextQuery, { ranges, messages }: Span): Search {
  const terms = queryTerms(query.terms).slice(0, mostTerms);
  const share = Math.floor(entriesPerSearch / (terms.length * ranges.length || 1));
  const limit = Math.max(leastEntries, Math.min(mostEntries, share));
  const found = terms.length === 0 ? [] : ranges.map((range) => ({ range, lists: [], repeated: [] }));
  return { query, terms, messages, limit, found };
}

function matchesOf(terms: readonly string[]): TextMatch[] {
  return [...terms, ...terms.map(repeatedToken)].map((token): TextMatch => [[token]]);
}

function lookupsOf(searches: readonly Search[]): TextLookup[] {
  return searches.flatMap(({ terms, limit, found }) =>
    found.map(({ range }) => ({ range, matches: matchesOf(terms), limit })),
  );
}

function withLists(searches: Search[], lists: readonly PlaceList[][]): Search[] {
  let next = 0;
  for (const { terms, found } of searches) {
    for (const one of found) {
      const both = lists[next++]!;
      one.lists = both.slice(0, terms.length);
      one.repeated = both.slice(terms.length);
    }
  }
  return searches;
}

type Span = { ranges: TextRange[]; messages: number };

/** The ranges that each query searches, and the messages in them that are not indexed yet. */
async function rangesOf(
  context: SqlContext,
  queries: readonly TextQuery[],
): Promise<{ spans: Span[]; waiting: WaitingRange[] }> {
  const named = queries.flatMap(({ threadIds }) => (threadIds === 'all' ? [] : threadIds));
  const threads = new Map((await threadsOf(context, named)).map((thread) => [thread.id, thread]));
  const isEverywhere = queries.some(({ threadIds }) => threadIds === 'all');
  const total = isEverywhere ? await countAll(context) : 0;
  const waiting = new Map<number, WaitingRange>();
  if (isEverywhere) for (const one of await waitingInAllThreads(context)) waiting.set(one.threadKey, one);
  const spans = queries.map(({ threadIds, upTo }): Span => {
    if (threadIds === 'all') return { ranges: ['all'], messages: total };
    const ranges = [...new Set(threadIds)].flatMap((id) => {
      const thread = threads.get(id);
      if (!thread) return [];
      const { key: threadKey, messages } = thread;
      const last = Math.min(messages, upTo ?? messages);
      for (const one of waitingOf([thread])) if (one.seq <= last) waiting.set(threadKey, one);
      return [{ threadKey, upTo: last }];
    });
    return { ranges, messages: ranges.reduce((sum, range) => sum + range.upTo, 0) };
  });
  return { spans, waiting: [...waiting.values()] };
}

async function countAll({ db }: SqlContext): Promise<number> {
  const { rows } = await sql<{ messages: number | null }>`
    select sum(messages) as messages from threads`.execute(db);
  return Number(rows[0]?.messages ?? 0);
}

/**
 * The number of messages with each term. Where a list was cut off, it is estimated from the term's density in the newest
 * part of the thread.
 */
async function frequenciesOf(
  { db, dialect }: SqlContext,
  { terms, found, limit, messages }: Search,
): Promise<Map<string, number>> {
  const sums = terms.map(() => 0);
  for (const { range, lists } of found) {
    const cut = lists.flatMap(({ seqs }, index) => (seqs.length >= limit ? [index] : []));
    for (const [index, { seqs }] of lists.entries()) {
      if (seqs.length < limit) sums[index]! += seqs.length;
      else if (range !== 'all') sums[index]! += (range.upTo * limit) / (range.upTo - seqs.at(-1)! + 1);
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

/** For each search: the messages that match, filtered as far as the index can, with the weights of their terms. */
async function scorePlaces(
  { db, dialect }: SqlContext,
  searches: readonly Search[],
  answers: readonly TextAnswer[],
): Promise<ScoredPlaces[]> {
  const planned = searches.map((search) => {
    const canMatch = search.query.limit > 0 && !isEmptyScope(search.query);
    return (canMatch ? search.found : []).map(({ range, lists }) => ({
      range,
      lookups: scopedLookups(search, lists),
    }));
  });
  const results = await dialect.textIndex.find(
    db,
    planned.flatMap((ranges, index) =>
      ranges.map(({ range, lookups }) => ({
        range,
        matches: lookups.map(({ match }) => match),
        limit: searches[index]!.limit,
      })),
    ),
  );
  let next = 0;
  return planned.map((ranges, index) => {
    const search = searches[index]!;
    const { messages, frequencies } = answers[index]!;
    const weights = search.terms.map((term) => termWeight({ messages, frequency: frequencies.get(term)! }));
    const board = createScoreBoard();
    for (const [position, { lookups }] of ranges.entries())
      addScores(board, { search, ...search.found[position]!, lookups, results: results[next++]!, weights });
    return board;
  });
}

type ScopedLookup = { index: number; match: TextMatch };

/** Look-ups that apply the filters, and for each common term one for the messages that also contain a rarer term. */
function scopedLookups({ query, terms, limit }: Search, lists: readonly PlaceList[]): ScopedLookup[] {
  const scope = scopeWords(query);
  const found = (index: number) => lists[index]!.seqs.length;
  const rare = terms.filter((_, index) => found(index) < limit && found(index) > 0);
  return terms.flatMap((word, index): ScopedLookup[] => {
    if (found(index) === 0) return [];
    const common = found(index) >= limit && rare.length > 0;
    return [
      ...(scope.length > 0 ? [{ index, match: [[word], ...scope] }] : []),
      ...(common ? [{ index, match: [[word], rare, ...scope] }] : []),
    ];
  });
}

function addScores(
  board: ScoreBoard,
  options: {
    search: Search;
    lists: readonly PlaceList[];
    repeated: readonly PlaceList[];
    lookups: readonly ScopedLookup[];
    results: readonly PlaceList[];
    weights: readonly number[];
  },
): void {
  const { search, lists, repeated, lookups, results, weights } = options;
  if (scopeWords(search.query).length === 0)
    for (const [index, places] of lists.entries()) board.add(index, weights[index]!, places);
  for (const [position, { index }] of lookups.entries())
    board.add(index, weights[index]!, results[position]!);
  for (const [index, places] of repeated.entries()) board.addRepeated(index, weights[index]!, places);
}
