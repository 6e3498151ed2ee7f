/**
 * The messages that are ranked for a query: what the index finds by words, by related words, by time and by meaning,
 * with the neighbours of the best. Bounded, however long the thread is.
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

/** One message that may answer, read and analysed. */
export type Candidate = {
  message: Message;
  analysis: Analysis;
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
  analyses: Analyses;
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
/** Messages that name the date that is asked about. */
const byDate = 30;
/** What is analysed at most, the best candidates first: messages can be of any length. */
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
  // What is found is analysed: an index that looks at the messages anyway reads them as it does.
  const answers = await findWords(port, [
    { ...scope, terms, limit: byWords, reads: true },
    { ...scope, terms: expansions, limit: byExpansion, reads: true },
    { ...scope, terms: query.dateTerms, limit: byDate, reads: true },
    ...spans.map((span) => ({ ...span, terms: ofTime, limit: byTime, reads: true })),
  ]);
  const [own, related, told] = answers;
  const keyOf = keysIn(scope);
  const worded = interleave(
    answers.map((answer) => answer.candidates),
    keyOf,
  );
  const analyses = currentAnalyses();
  const messages = new Map<string | number, Message>();
  for (const { read = [] } of answers) for (const message of read) messages.set(keyOf(message), message);
  const places = told!.candidates;
  const readFirst = { port, scope, ranked: worded, messages, keyOf, withNeighbours };
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
        ranked: interleave([worded, vectors], keyOf),
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

/** The same set with what says any of these terms, too. */
export async function withFurther(
  port: RecallPort,
  scope: SearchScope,
  set: CandidateSet,
  sought: { terms: readonly string[]; limit: number },
): Promise<CandidateSet> {
  const [answer] = await findWords(port, [{ ...scope, ...sought, reads: true }]);
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
  /** Best first: what is analysed before the room for it is used up. */
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

/** Those that were found in the order they were found in, then what stands around them. */
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
