/**
 * The messages a question is judged over: what the index finds by words, by words of the same field, by time and by
 * meaning, with the neighbours of the best. Bounded, however long the thread is.
 */
import type { Message } from '../message/message.ts';
import type { RecallPort, SearchScope, TextAnswer, TextQuery, VectorCandidate } from '../search-index.ts';
import type { MessagePlace } from '../store.ts';
import { type Analysis, analyseMessage } from './analysis.ts';
import { momentScope } from './moments.ts';
import type { Question } from './question.ts';
import { inFirstPerson } from './speakers.ts';

/** One message of the pool, read and analysed. */
export type Entry = Analysis & {
  message: Message;
  at: number;
  /** Nearness of meaning, or the least that was found where the index did not name it. */
  similarity: number;
  /** Entries of one stretch of talk have the same number. */
  session: number;
};

export type Pool = {
  /** In order of thread and place. */
  entries: readonly Entry[];
  messages: number;
  frequencies: ReadonlyMap<string, number>;
  hasVectors: boolean;
};

const byWords = 200;
const byKin = 100;
const byTime = 100;
const byMeaning = 200;
/** The best candidates bring their neighbours: an answer stands beside its question. */
const withNeighbours = 80;
const neighbours = 2;
/** What is analysed at most, the best candidates first: messages can be of any length. */
const mostCharacters = 400_000;

const keyOf = ({ threadId, seq }: MessagePlace) => `${threadId} ${seq}`;

export async function gatherPool(
  port: RecallPort,
  request: { query: string; scope: SearchScope },
  question: Question,
): Promise<Pool> {
  const { scope } = request;
  const { terms } = question;
  const kin = [...new Set([...question.kin.values()].flat())].filter((term) => !terms.includes(term));
  const spans = question.moments.flatMap((moment) => {
    const span = momentScope(moment);
    return (span && narrow(scope, span)) ?? [];
  });
  const ofTime = [...terms, ...kin, ...question.words.keys()];
  const [own, related, ...dated] = await findWords(port, [
    { ...scope, terms, limit: byWords },
    { ...scope, terms: kin, limit: byKin },
    ...spans.map((span) => ({ ...span, terms: ofTime, limit: byTime })),
  ]);
  const worded = interleave([own!, related!, ...dated].map(({ candidates }) => candidates));
  const messages = new Map<string, Message>();
  await readAround({ port, scope, ranked: worded, messages });
  const vectors = await findByMeaning(port, request, messages.values());
  await readAround({ port, scope, ranked: vectors, messages });
  const similarities = new Map(vectors.map((found) => [keyOf(found), found.similarity]));
  const floor = vectors.at(-1)?.similarity ?? 0;
  return {
    entries: analyse({
      messages: [...messages.values()],
      ranked: interleave([worded, vectors]),
      similarityOf: (place) => similarities.get(keyOf(place)) ?? floor,
    }),
    messages: Math.max(own!.messages, related!.messages),
    frequencies: new Map([...related!.frequencies, ...own!.frequencies]),
    hasVectors: vectors.length > 0,
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
  { query, scope }: { query: string; scope: SearchScope },
  messages: Iterable<Message>,
): Promise<VectorCandidate[]> {
  if (!port.embedQuery) return [];
  const speakers = new Set<string>();
  for (const { name } of messages) if (name !== undefined) speakers.add(name);
  const embedded = await port.embedQuery(inFirstPerson(query, speakers));
  return embedded ? port.search.vectors({ ...scope, ...embedded, limit: byMeaning }) : [];
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
function interleave(lists: readonly (readonly MessagePlace[])[]): MessagePlace[] {
  const found = new Map<string, MessagePlace>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let index = 0; index < longest; index += 1) {
    for (const list of lists) {
      const place = list[index];
      if (place && !found.has(keyOf(place)))
        found.set(keyOf(place), { threadId: place.threadId, seq: place.seq });
    }
  }
  return [...found.values()];
}

/** One read. What was read already is left alone. */
async function readAround(options: {
  port: RecallPort;
  scope: SearchScope;
  ranked: readonly MessagePlace[];
  messages: Map<string, Message>;
}): Promise<void> {
  const { port, scope, ranked, messages } = options;
  const wanted = new Map<string, MessagePlace>();
  const newest = scope.upTo ?? Number.MAX_SAFE_INTEGER;
  ranked.forEach(({ threadId, seq }, index) => {
    const reach = index < withNeighbours ? neighbours : 0;
    for (let near = Math.max(1, seq - reach); near <= Math.min(newest, seq + reach); near += 1) {
      const place = { threadId, seq: near };
      if (!messages.has(keyOf(place))) wanted.set(keyOf(place), place);
    }
  });
  if (wanted.size === 0) return;
  const candidates = new Set(ranked.map(keyOf));
  for (const message of await port.readMessagesAt([...wanted.values()])) {
    if (message.removed !== undefined) continue;
    if (candidates.has(keyOf(message)) || inScope(message, scope)) messages.set(keyOf(message), message);
  }
}

/** Candidates are in the scope already; a neighbour has to be looked at. */
function inScope(message: Message, { roles, tools, after, before, upTo }: SearchScope): boolean {
  if (tools !== undefined) return false;
  if (roles !== undefined && !roles.includes(message.role)) return false;
  if (after !== undefined && message.createdAt < after) return false;
  if (before !== undefined && message.createdAt >= before) return false;
  return upTo === undefined || message.seq <= upTo;
}

function analyse(options: {
  messages: readonly Message[];
  /** Best first: what is analysed before the room for it is used up. */
  ranked: readonly MessagePlace[];
  similarityOf: (place: MessagePlace) => number;
}): Entry[] {
  const { messages, ranked, similarityOf } = options;
  const ranks = new Map(ranked.map((place, index) => [keyOf(place), index]));
  const inOrder = messages
    .map((message) => ({ message, rank: ranks.get(keyOf(message)) ?? ranked.length }))
    .sort((first, second) => first.rank - second.rank);
  let left = mostCharacters;
  const entries: Entry[] = [];
  for (const { message } of inOrder) {
    if (left <= 0) break;
    const analysis = analyseMessage(message);
    left -= Math.max(analysis.text.length, analysis.length * 5);
    const at = Date.parse(message.createdAt);
    entries.push({ ...analysis, message, at, similarity: similarityOf(message), session: 0 });
  }
  return withSessions(entries.sort((first, second) => byPlace(first.message, second.message)));
}

function byPlace(first: MessagePlace, second: MessagePlace): number {
  if (first.threadId !== second.threadId) return first.threadId < second.threadId ? -1 : 1;
  return first.seq - second.seq;
}

/** A pause this long ends a stretch of talk. */
const pauseMs = 2 * 3_600_000;
/** What lies between two messages this far apart was not read: they are not taken for one stretch. */
const farApart = 60;

function withSessions(entries: Entry[]): Entry[] {
  let session = 0;
  entries.forEach((entry, index) => {
    const previous = entries[index - 1];
    if (previous && !continues(previous, entry)) session += 1;
    entry.session = session;
  });
  return entries;
}

function continues(previous: Entry, entry: Entry): boolean {
  return (
    previous.message.threadId === entry.message.threadId &&
    entry.message.seq - previous.message.seq <= farApart &&
    Math.abs(entry.at - previous.at) <= pauseMs
  );
}
