/**
 * Full-text search whose work is bounded, whatever is asked of however long a thread: for each term only so many of
 * its newest messages are looked at, and a term that is in more of them still counts wherever a rarer one is found.
 * Within these bounds the answer is exact.
 */

import { sql } from 'kysely';
import type { TextAnswer, TextQuery } from '../../../search-index.ts';
import { termWeight } from '../../../text/bm25.ts';
import { queryTerms, repeatedToken } from '../../rules/index-entry.ts';
import { checkTextQuery } from '../../rules/search-checks.ts';
import type { SqlContext } from '../context.ts';
import { closerLooked } from './closer-look.ts';
import { isEmptyScope, scopeWords, threadsOf } from './scope.ts';
import { createScoreBoard, type ScoreBoard, type Scored } from './scored-places.ts';
import type { PlaceList, TextLook, TextMatch, TextRange } from './text-index.ts';
import { allWaiting, completing, type Waiting, waitingOf, withWaiting } from './waiting-messages.ts';

/** The first are the most important; a longer query is a text, and its end adds nothing. */
const mostTerms = 32;
/** Entries of the index one search looks at, shared by its terms and threads, and what each gets at least and at most. */
const entriesOfSearch = 4_000;
const leastEntries = 100;
const mostEntries = 1_000;
/** Counting goes on further than finding where there is no thread to tell how common a term is. */
const mostCounted = 20_000;

type Search = {
  query: TextQuery;
  terms: readonly string[];
  messages: number;
  /** Entries looked at for one term in one range. */
  limit: number;
  /** By range: where each term is, and where it is said more than once. */
  found: { range: TextRange; lists: readonly PlaceList[]; repeated: readonly PlaceList[] }[];
};

/** All of them step by step together: several questions take no more statements than one. */
export async function searchText(given: SqlContext, queries: readonly TextQuery[]): Promise<TextAnswer[]> {
  for (const query of queries) checkTextQuery(query);
  const only = onlyThread(queries);
  const { context, searches } =
    only === undefined ? await firstLook(given, queries) : await firstLookIn(given, queries, only);
  const answers: TextAnswer[] = [];
  for (const search of searches) {
    const { messages } = search;
    answers.push({ candidates: [], messages, frequencies: await frequenciesOf(context, search) });
  }
  const scored = await scorePlaces(context, searches, answers);
  const looked = await closerLooked(
    context,
    searches.map(({ query }, index) => ({ query, scored: scored[index]! })),
  );
  return answers.map((answer, index) => ({ ...answer, ...looked[index]! }));
}

/** What most searches are about. Of more questions than this, what they look for is not asked for in one statement. */
const mostInOneGo = 32;

function onlyThread(queries: readonly TextQuery[]): string | undefined {
  const named = new Set<string>();
  for (const { threadIds } of queries) {
    if (threadIds === 'all' || threadIds.length === 0) return undefined;
    for (const threadId of threadIds) named.add(threadId);
  }
  return named.size === 1 && queries.length <= mostInOneGo ? [...named][0] : undefined;
}

type FirstLook = { context: SqlContext; searches: Search[] };

/** Where the terms are. Without terms or threads there is nothing to look for. */
async function firstLook(given: SqlContext, queries: readonly TextQuery[]): Promise<FirstLook> {
  const { spans, waiting } = await rangesOf(given, queries);
  const context = await withWaiting(given, waiting);
  const searches = queries.map((query, index) => begun(query, spans[index]!));
  const lists = await context.dialect.textIndex.find(context.db, looksOf(searches));
  return { context, searches: withLists(searches, lists) };
}

/** The same in one thread, of which nothing has to be known before. */
async function firstLookIn(
  given: SqlContext,
  queries: readonly TextQuery[],
  threadId: string,
): Promise<FirstLook> {
  const { db, dialect } = given;
  const unbounded: Span = { ranges: [{ threadKey: 0, upTo: 0 }], messages: 0 };
  const asked = queries.map((query) => begun(query, unbounded));
  const looks = asked.flatMap(({ query, terms, limit }) =>
    terms.length === 0 ? [] : [{ upTo: query.upTo, matches: matchesOf(terms), limit }],
  );
  const answer = await dialect.textIndex.findIn(db, threadId, looks);
  if (answer === undefined)
    return { context: given, searches: queries.map((query) => begun(query, { ranges: [], messages: 0 })) };
  const { thread, found } = answer;
  const searches = queries.map((query) => {
    const upTo = Math.min(thread.messages, query.upTo ?? thread.messages);
    return begun(query, { ranges: [{ threadKey: thread.key, upTo }], messages: upTo });
  });
  const last = Math.max(0, ...searches.map(({ messages }) => messages));
  const { context, complete } = await completing(
    given,
    waitingOf([thread]).filter(({ seq }) => seq <= last),
  );
  return { context, searches: withLists(searches, complete(looksOf(searches), found)) };
}

function begun(query: TextQuery, { ranges, messages }: Span): Search {
  const terms = queryTerms(query.terms).slice(0, mostTerms);
  const share = Math.floor(entriesOfSearch / (terms.length * ranges.length || 1));
  const limit = Math.max(leastEntries, Math.min(mostEntries, share));
  const found = terms.length === 0 ? [] : ranges.map((range) => ({ range, lists: [], repeated: [] }));
  return { query, terms, messages, limit, found };
}

function matchesOf(terms: readonly string[]): TextMatch[] {
  return [...terms, ...terms.map(repeatedToken)].map((token): TextMatch => [[token]]);
}

function looksOf(searches: readonly Search[]): TextLook[] {
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

/** Where each query looks, and which messages there are not indexed yet. */
async function rangesOf(
  context: SqlContext,
  queries: readonly TextQuery[],
): Promise<{ spans: Span[]; waiting: Waiting[] }> {
  const named = queries.flatMap(({ threadIds }) => (threadIds === 'all' ? [] : threadIds));
  const threads = new Map((await threadsOf(context, named)).map((thread) => [thread.id, thread]));
  const isEverywhere = queries.some(({ threadIds }) => threadIds === 'all');
  const total = isEverywhere ? await countAll(context) : 0;
  const waiting = new Map<number, Waiting>();
  if (isEverywhere) for (const one of await allWaiting(context)) waiting.set(one.threadKey, one);
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
 * In how many messages each term is. Where a list was cut off, its density among the newest messages stands for the
 * rest of the thread.
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

/** For each search the messages that are in its scope, as far as the index knows, with the weights of their terms. */
async function scorePlaces(
  { db, dialect }: SqlContext,
  searches: readonly Search[],
  answers: readonly TextAnswer[],
): Promise<Scored[]> {
  const planned = searches.map((search) => {
    const isAsked = search.query.limit > 0 && !isEmptyScope(search.query);
    return (isAsked ? search.found : []).map(({ range, lists }) => ({
      range,
      looks: secondLooks(search, lists),
    }));
  });
  const looked = await dialect.textIndex.find(
    db,
    planned.flatMap((ranges, index) =>
      ranges.map(({ range, looks }) => ({
        range,
        matches: looks.map(({ match }) => match),
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
    for (const [position, { looks }] of ranges.entries())
      addScores(board, { search, ...search.found[position]!, looks, looked: looked[next++]!, weights });
    return board;
  });
}

type Look = { index: number; match: TextMatch };

/** With the filters, and for each common term, wherever a rarer one is. */
function secondLooks({ query, terms, limit }: Search, lists: readonly PlaceList[]): Look[] {
  const scope = scopeWords(query);
  const held = (index: number) => lists[index]!.seqs.length;
  const rare = terms.filter((_, index) => held(index) < limit && held(index) > 0);
  return terms.flatMap((word, index): Look[] => {
    if (held(index) === 0) return [];
    const common = held(index) >= limit && rare.length > 0;
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
    looks: readonly Look[];
    looked: readonly PlaceList[];
    weights: readonly number[];
  },
): void {
  const { search, lists, repeated, looks, looked, weights } = options;
  if (scopeWords(search.query).length === 0)
    for (const [index, places] of lists.entries()) board.add(index, weights[index]!, places);
  for (const [position, { index }] of looks.entries()) board.add(index, weights[index]!, looked[position]!);
  for (const [index, places] of repeated.entries()) board.addAgain(index, weights[index]!, places);
}
