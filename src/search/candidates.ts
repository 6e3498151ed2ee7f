/**
 * The messages that are ranked for a query: what the index finds by words, by related words, by time and by meaning,
 * with the neighbours of the best. Bounded, however long the thread is.
 */
import type { Message } from '../message/message.ts';
import type { RecallPort, SearchScope, TextAnswer, TextQuery, VectorCandidate } from '../search-index.ts';
import type { MessagePlace } from '../store.ts';
import { type Analysis, analyseMessage } from './analysis.ts';
import type { ParsedQuery } from './query.ts';
import { inFirstPerson } from './speakers.ts';
import { underHeadings, withStretches } from './stretches.ts';
import { timeScope } from './time-expressions.ts';

/** One message that may answer, read and analysed. */
export type Candidate = Analysis & {
  message: Message;
  /** Who said it: as the message or its text names them. */
  speaker: string | undefined;
  /** When it was said: as its text or a heading before it tells, or by the message. */
  at: number;
  /** Nearness of meaning, or the least that was found where the index did not name it. */
  similarity: number;
  /** Candidates of one stretch of conversation have the same number; a long pause begins another. */
  stretch: number;
};

export type CandidateSet = {
  /** In order of thread and place. */
  candidates: readonly Candidate[];
  messages: number;
  frequencies: ReadonlyMap<string, number>;
  hasVectors: boolean;
  /** Nearness of meaning of what the index did not name. */
  leastSimilarity: number;
};

/**
 * How many messages each way of looking brings, and how many of the best bring their neighbours: an answer stands beside
 * its query. What only tells something is helped by a few reminders, which stand out among fewer.
 */
const breadths = {
  question: { byWords: 200, byExpansion: 100, byTime: 100, byMeaning: 200, withNeighbours: 80 },
  statement: { byWords: 80, byExpansion: 40, byTime: 40, byMeaning: 80, withNeighbours: 30 },
};
export type Breadth = keyof typeof breadths;
/** Messages that name the date that is asked about; what follows such a heading is read with it. */
const byDate = 30;
const underHeading = 30;
const mostHeadings = 4;
const neighbours = 2;
/** What is analysed at most, the best candidates first: messages can be of any length. */
const mostCharacters = 400_000;

type KeyOf = (place: MessagePlace) => string | number;

/** Places by the hundred, many times over: of one thread, the number is enough. */
function keysIn({ threadIds }: SearchScope): KeyOf {
  const isOne = threadIds !== 'all' && new Set(threadIds).size === 1;
  return isOne ? ({ seq }) => seq : ({ threadId, seq }) => `${threadId} ${seq}`;
}

export async function gatherCandidates(
  port: RecallPort,
  request: { query: string; scope: SearchScope; breadth?: Breadth },
  query: ParsedQuery,
): Promise<CandidateSet> {
  const { scope, breadth = 'question' } = request;
  const { byWords, byExpansion, byTime, byMeaning, withNeighbours } = breadths[breadth];
  const terms = [...new Set([...query.terms, ...[...query.forms.values()].flat()])];
  const expansions = [...new Set([...query.expansions.values()].flat())].filter(
    (term) => !terms.includes(term),
  );
  const spans = query.times.flatMap((time) => {
    const span = timeScope(time);
    return (span && narrow(scope, span)) ?? [];
  });
  const ofTime = [...terms, ...expansions, ...query.words.keys()];
  const [own, related, told, ...dated] = await findWords(port, [
    { ...scope, terms, limit: byWords },
    { ...scope, terms: expansions, limit: byExpansion },
    { ...scope, terms: query.dateTerms, limit: byDate },
    ...spans.map((span) => ({ ...span, terms: ofTime, limit: byTime })),
  ]);
  const keyOf = keysIn(scope);
  const worded = interleave(
    [own!, related!, told!, ...dated].map((answer) => answer.candidates),
    keyOf,
  );
  const messages = new Map<string | number, Message>();
  await readAround({ port, scope, ranked: worded, messages, keyOf, withNeighbours });
  await readUnderHeadings({ port, scope, places: told!.candidates, messages, keyOf });
  const vectors = await findByMeaning(port, { ...request, limit: byMeaning }, messages.values());
  await readAround({ port, scope, ranked: vectors, messages, keyOf, withNeighbours });
  const similarities = new Map(vectors.map((found) => [keyOf(found), found.similarity]));
  const floor = vectors.at(-1)?.similarity ?? 0;
  return {
    candidates: inPlace(
      analysed({
        messages: [...messages.values()],
        ranked: interleave([worded, vectors], keyOf),
        keyOf,
        similarityOf: (place) => similarities.get(keyOf(place)) ?? floor,
      }),
    ),
    messages: Math.max(own!.messages, related!.messages),
    frequencies: new Map([...related!.frequencies, ...own!.frequencies]),
    hasVectors: vectors.length > 0,
    leastSimilarity: floor,
  };
}

/** What has no words is not asked for. */
async function findWords(port: RecallPort, queries: readonly TextQuery[]): Promise<TextAnswer[]> {
  const found = await port.search.text(queries.filter(({ terms }) => terms.length > 0));
  let next = 0;
  return queries.map(({ terms }) =>
    terms.length > 0 ? found[next++]! : { candidates: [], messages: 0, frequencies: new Map() },
  );
}

async function findByMeaning(
  port: RecallPort,
  { query, scope, limit }: { query: string; scope: SearchScope; limit: number },
  messages: Iterable<Message>,
): Promise<VectorCandidate[]> {
  if (!port.embedQuery) return [];
  const speakers = new Set<string>();
  for (const { name } of messages) if (name !== undefined) speakers.add(name);
  const embedded = await port.embedQuery(inFirstPerson(query, speakers));
  return embedded ? port.search.vectors({ ...scope, ...embedded, limit }) : [];
}

function narrow(
  scope: SearchScope,
  { after, before }: { after: string; before: string },
): SearchScope | undefined {
  const start = scope.after !== undefined && scope.after > after ? scope.after : after;
  const end = scope.before !== undefined && scope.before < before ? scope.before : before;
  return start < end ? { ...scope, after: start, before: end } : undefined;
}

/** One from each list in turn, each place once: the front holds the best of every kind. */
function interleave(lists: readonly (readonly MessagePlace[])[], keyOf: KeyOf): MessagePlace[] {
  const found = new Map<string | number, MessagePlace>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let index = 0; index < longest; index += 1) {
    for (const list of lists) {
      const place = list[index];
      const key = place && keyOf(place);
      if (key !== undefined && !found.has(key))
        found.set(key, { threadId: place!.threadId, seq: place!.seq });
    }
  }
  return [...found.values()];
}

/** One read. What was read already is left alone. */
async function readAround(options: {
  port: RecallPort;
  scope: SearchScope;
  ranked: readonly MessagePlace[];
  messages: Map<string | number, Message>;
  keyOf: KeyOf;
  /** So many of the best are read with those before and after them. */
  withNeighbours: number;
}): Promise<void> {
  const { port, scope, ranked, messages, keyOf, withNeighbours } = options;
  const wanted = new Map<string | number, MessagePlace>();
  const newest = scope.upTo ?? Number.MAX_SAFE_INTEGER;
  ranked.forEach(({ threadId, seq }, index) => {
    const reach = index < withNeighbours ? neighbours : 0;
    for (let near = Math.max(1, seq - reach); near <= Math.min(newest, seq + reach); near += 1) {
      const place = { threadId, seq: near };
      const key = keyOf(place);
      if (!messages.has(key)) wanted.set(key, place);
    }
  });
  if (wanted.size === 0) return;
  const found = new Set(ranked.map(keyOf));
  for (const message of await port.readMessagesAt([...wanted.values()])) {
    if (message.removed !== undefined) continue;
    const key = keyOf(message);
    if (found.has(key) || inScope(message, scope)) messages.set(key, message);
  }
}

async function readUnderHeadings(options: {
  port: RecallPort;
  scope: SearchScope;
  places: readonly MessagePlace[];
  messages: Map<string | number, Message>;
  keyOf: KeyOf;
}): Promise<void> {
  const { places, messages, keyOf, ...rest } = options;
  const following = places.slice(0, mostHeadings).flatMap((place) => {
    const message = messages.get(keyOf(place));
    if (message === undefined || !analyseMessage(message).heading.opens) return [];
    return Array.from({ length: underHeading }, (_, index) => ({ ...place, seq: place.seq + index + 1 }));
  });
  const newest = options.scope.upTo ?? Number.MAX_SAFE_INTEGER;
  const ranked = following.filter(({ seq }) => seq <= newest);
  await readAround({ ...rest, ranked, messages, keyOf, withNeighbours: 0 });
}

/** The same set with what says any of these terms, too. */
export async function withFurther(
  port: RecallPort,
  scope: SearchScope,
  set: CandidateSet,
  sought: { terms: readonly string[]; limit: number },
): Promise<CandidateSet> {
  const [answer] = await findWords(port, [{ ...scope, ...sought }]);
  const keyOf = keysIn(scope);
  const known = new Set(set.candidates.map(({ message }) => keyOf(message)));
  const ranked = answer!.candidates.filter((place) => !known.has(keyOf(place)));
  const messages = new Map<string | number, Message>();
  await readAround({ port, scope, ranked, messages, keyOf, withNeighbours: 0 });
  const further = analysed({
    messages: [...messages.values()],
    ranked,
    keyOf,
    similarityOf: () => set.leastSimilarity,
  });
  return {
    ...set,
    candidates: inPlace([...set.candidates, ...further]),
    frequencies: new Map([...answer!.frequencies, ...set.frequencies]),
  };
}

/** Messages that no search found, for where they stand. */
export async function readPlaces(
  port: RecallPort,
  scope: SearchScope,
  places: readonly MessagePlace[],
): Promise<Message[]> {
  if (places.length === 0) return [];
  const messages = await port.readMessagesAt(places);
  return messages.filter((message) => message.removed === undefined && inScope(message, scope));
}

/** Candidates are in the scope already; a neighbour has to be looked at. */
function inScope(message: Message, { roles, tools, after, before, upTo }: SearchScope): boolean {
  if (tools !== undefined) return false;
  if (roles !== undefined && !roles.includes(message.role)) return false;
  if (after !== undefined && message.createdAt < after) return false;
  if (before !== undefined && message.createdAt >= before) return false;
  return upTo === undefined || message.seq <= upTo;
}

function analysed(options: {
  messages: readonly Message[];
  /** Best first: what is analysed before the room for it is used up. */
  ranked: readonly MessagePlace[];
  keyOf: KeyOf;
  similarityOf: (place: MessagePlace) => number;
}): Candidate[] {
  const { messages, ranked, keyOf, similarityOf } = options;
  const ranks = new Map(ranked.map((place, index) => [keyOf(place), index]));
  const inOrder = messages
    .map((message) => ({ message, rank: ranks.get(keyOf(message)) ?? ranked.length }))
    .sort((first, second) => first.rank - second.rank);
  let left = mostCharacters;
  const candidates: Candidate[] = [];
  for (const { message } of inOrder) {
    if (left <= 0) break;
    const analysis = analyseMessage(message);
    left -= Math.max(analysis.text.length, analysis.length * 5);
    // Written out: copying the members of hundreds of them takes longer than ranking them.
    candidates.push({
      text: analysis.text,
      terms: analysis.terms,
      allTerms: analysis.allTerms,
      contentTerms: analysis.contentTerms,
      length: analysis.length,
      tellsTime: analysis.tellsTime,
      tellsNumber: analysis.tellsNumber,
      firstPerson: analysis.firstPerson,
      endsWithQuestion: analysis.endsWithQuestion,
      heading: analysis.heading,
      smallTalkShare: analysis.smallTalkShare,
      properNameShare: analysis.properNameShare,
      message,
      speaker: message.name ?? analysis.heading.speaker,
      at: analysis.heading.at ?? Date.parse(message.createdAt),
      similarity: similarityOf(message),
      stretch: 0,
    });
  }
  return candidates;
}

function inPlace(candidates: Candidate[]): Candidate[] {
  candidates.sort((first, second) => byPlace(first.message, second.message));
  return withStretches(underHeadings(candidates));
}

function byPlace(first: MessagePlace, second: MessagePlace): number {
  if (first.threadId !== second.threadId) return first.threadId < second.threadId ? -1 : 1;
  return first.seq - second.seq;
}
