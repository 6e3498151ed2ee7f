/**
 * Gathers the candidates for a query: messages that the index finds by words, related words, time and meaning, and the
 * neighbours of the best ones. Their number is bounded for any length of thread.
 */
import type { Message } from '../message/message.ts';
import type { RecallPort, SearchScope, TextAnswer, TextQuery, VectorCandidate } from '../search-index.ts';
import type { MessagePlace } from '../store.ts';
import { type Analyses, type Analysis, currentAnalyses } from './analysis.ts';
import type { ParsedQuery } from './query.ts';
import { addUnderHeadings, type KeyOf, keysIn, placesUnder, readAround } from './read-candidates.ts';
import { inFirstPerson, withHandles } from './speakers.ts';
import { underHeadings, withStretches } from './stretches.ts';
import { timeScope } from './time-expressions.ts';

/** A message that may answer the query, with its analysis. */
export type Candidate = {
  message: Message;
  analysis: Analysis;
  /** The speaker, as named by the message or by its text. */
  speaker: string | undefined;
  /** The time at which it was said: from its text, from a heading before it, or from the message. */
  at: number;
  /** Similarity to the query. For messages that the vector search did not find: the lowest similarity found. */
  similarity: number;
  /** Number of its stretch of conversation. A long pause begins a new stretch. */
  stretch: number;
};

export type CandidateSet = {
  /** In order of thread and message number. */
  candidates: readonly Candidate[];
  analyses: Analyses;
  messages: number;
  frequencies: ReadonlyMap<string, number>;
  hasVectors: boolean;
  /** Similarity of messages that the vector search did not find. */
  leastSimilarity: number;
};

/**
 * The number of candidates from each kind of search, and of the best ones whose neighbours are candidates too, because an
 * answer often stands next to its question. A message that only states something needs few passages, so fewer
 * candidates are enough.
 */
const breadths = {
  question: { byWords: 200, byExpansion: 100, byTime: 100, byMeaning: 200, withNeighbours: 80 },
  statement: { byWords: 80, byExpansion: 40, byTime: 40, byMeaning: 80, withNeighbours: 30 },
};
export type Breadth = keyof typeof breadths;
/** Most messages that name the date of the query. */
const byDate = 30;
/** Most characters that are analysed, best candidates first, because messages can be of any length. */
const mostCharacters = 400_000;

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
  // Every match is going to be analysed, so the index may return the messages that it reads anyway.
  const answers = await findWords(port, [
    { ...scope, terms, limit: byWords, reads: true },
    { ...scope, terms: expansions, limit: byExpansion, reads: true },
    { ...scope, terms: query.dateTerms, limit: byDate, reads: true },
    ...spans.map((span) => ({ ...span, terms: ofTime, limit: byTime, reads: true })),
  ]);
  const [own, related, namingDate] = answers;
  const keyOf = keysIn(scope);
  const foundByWords = interleave(
    answers.map((answer) => answer.candidates),
    keyOf,
  );
  const analyses = currentAnalyses();
  const messages = new Map<string | number, Message>();
  for (const { read = [] } of answers) for (const message of read) messages.set(keyOf(message), message);
  const places = namingDate!.candidates;
  const readFirst = { port, scope, ranked: foundByWords, messages, keyOf, withNeighbours };
  const ahead = await readAround({ ...readFirst, ahead: placesUnder(places, scope) });
  addUnderHeadings({ analyses, places, ahead, messages, keyOf });
  const vectors = await findByMeaning(port, { ...request, limit: byMeaning }, messages.values());
  await readAround({ port, scope, ranked: vectors, messages, keyOf, withNeighbours });
  const similarities = new Map(vectors.map((found) => [keyOf(found), found.similarity]));
  const floor = vectors.at(-1)?.similarity ?? 0;
  return {
    candidates: inPlace(
      analysed({
        analyses,
        messages,
        ranked: interleave([foundByWords, vectors], keyOf),
        keyOf,
        similarityOf: (place) => similarities.get(keyOf(place)) ?? floor,
      }),
    ),
    analyses,
    messages: Math.max(own!.messages, related!.messages),
    frequencies: new Map([...related!.frequencies, ...own!.frequencies]),
    hasVectors: vectors.length > 0,
    leastSimilarity: floor,
  };
}

/** Leaves out queries without terms. */
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

/** Takes one from each list in turn, each place once, so that the best of every list come first. */
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

/** The same set, with further messages that contain any of these terms. */
export async function withMoreCandidates(
  port: RecallPort,
  scope: SearchScope,
  set: CandidateSet,
  search: { terms: readonly string[]; limit: number },
): Promise<CandidateSet> {
  const [answer] = await findWords(port, [{ ...scope, ...search, reads: true }]);
  const keyOf = keysIn(scope);
  const known = new Set(set.candidates.map(({ message }) => keyOf(message)));
  const ranked = answer!.candidates.filter((place) => !known.has(keyOf(place)));
  const read = (answer!.read ?? []).filter((message) => !known.has(keyOf(message)));
  const messages = new Map<string | number, Message>(read.map((message) => [keyOf(message), message]));
  await readAround({ port, scope, ranked, messages, keyOf, withNeighbours: 0 });
  const further = analysed({
    analyses: set.analyses,
    messages,
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

function analysed(options: {
  analyses: Analyses;
  messages: ReadonlyMap<string | number, Message>;
  /** Best first. Messages are analysed in this order until `mostCharacters` is used up. */
  ranked: readonly MessagePlace[];
  keyOf: KeyOf;
  similarityOf: (place: MessagePlace) => number;
}): Candidate[] {
  const { analyses, messages, ranked, keyOf, similarityOf } = options;
  let left = mostCharacters;
  const candidates: Candidate[] = [];
  for (const message of bestFirst(messages, ranked, keyOf)) {
    if (left <= 0) break;
    const analysis = analyses.of(message);
    left -= Math.max(analysis.text.length, analysis.length * 5);
    candidates.push({
      message,
      analysis,
      speaker: message.name ?? analysis.heading.speaker,
      at: analysis.heading.at ?? Date.parse(message.createdAt),
      similarity: similarityOf(message),
      stretch: 0,
    });
  }
  return candidates;
}

/** The messages that were found, best first, then their neighbours. */
function bestFirst(
  messages: ReadonlyMap<string | number, Message>,
  ranked: readonly MessagePlace[],
  keyOf: KeyOf,
): Message[] {
  const found = new Set<Message>();
  for (const place of ranked) {
    const message = messages.get(keyOf(place));
    if (message !== undefined) found.add(message);
  }
  for (const message of messages.values()) found.add(message);
  return [...found];
}

function inPlace(candidates: Candidate[]): Candidate[] {
  candidates.sort((first, second) => byPlace(first.message, second.message));
  return withStretches(underHeadings(withHandles(candidates)));
}

function byPlace(first: MessagePlace, second: MessagePlace): number {
  if (first.threadId !== second.threadId) return first.threadId < second.threadId ? -1 : 1;
  return first.seq - second.seq;
}
