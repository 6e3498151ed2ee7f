/**
 * Finds messages of a thread that repeat a message which is to be forgotten. The search index gives candidates,
 * including asides and answers of the archive tools, and each is then compared exactly. The work is bounded, and the
 * result says whether some messages were not searched for that reason.
 */
import type { Message, Role } from '../message/message.ts';
import { renderMessageText } from '../message/text.ts';
import { createRedactor } from '../redaction/redaction.ts';
import { yieldToEventLoop } from '../runtime.ts';
import type { Store } from '../store.ts';
import { atOnce, inSteps, type Steps } from '../text/steps.ts';
import { findParaphrases } from './retold.ts';
import {
  folded,
  holdsWord,
  longText,
  numbersIn,
  sliceRuns,
  type Traces,
  traceSteps,
  tracesOf,
  wordsOf,
} from './traces.ts';

export type MessageCopy = { id: string; seq: number; role: Role };

export type FoundCopies = {
  copies: MessageCopy[];
  /** False if the thread is too long to search all of it. Then only the newest messages were searched. */
  complete: boolean;
};

/** Most messages compared for one group of terms, and in all (`mostLookedAt`). */
const mostOfGroup = 100;
const mostCompared = 2_000;
/** Few at a time, because each message may be very long. */
const comparedAtOnce = 16;
const mostCharacters = 64_000_000;
const readCharacters = 4_000_000;
/** The index covers this much of a message. Longer messages are compared themselves, if they are not too many. */
const indexedTokens = 800;
const mostLong = 500;
const mostPlaces = 100_000;
const placesPage = 2_000;
/**
 * A value found in more messages than this (or, in a long thread, than this share of them) is common. Sharing it makes
 * no copy.
 */
const commonFrom = 10;
const weakFrom = 2;
const commonShare = 0.02;

export async function findCopies(options: {
  store: Store;
  threadId: string;
  forgotten: readonly Message[];
  redact: (text: string) => Steps<string>;
}): Promise<FoundCopies> {
  const { store, threadId, forgotten, redact } = options;
  const traces = await inSteps(traceSteps(forgotten.map(wholeText), redact), yieldToEventLoop);
  if (traces.groups.length === 0 && traces.numbers.size === 0) return { copies: [], complete: true };
  const { seqs, complete, messages } = await candidates({ store, threadId, forgotten, traces });
  const found = await compareMessages({ store, threadId, seqs, traces });
  const strongLimit = Math.max(commonFrom, Math.floor(messages * commonShare));
  const commonnessLimits = { weak: weakFrom, strong: strongLimit, secret: Number.POSITIVE_INFINITY };
  const repeated = found.matching
    .filter(({ matches }) =>
      matches.some(
        (match) => found.frequency.get(match)! <= commonnessLimits[traces.values.get(match) ?? 'strong'],
      ),
    )
    .map(({ copy }) => copy);
  const texts = forgotten.map(wholeText);
  const paraphraseSeqs = await findParaphrases({ store, threadId, forgotten, texts, commonFrom });
  const repeatedSeqs = new Set(repeated.map(({ seq }) => seq));
  const places = paraphraseSeqs.filter((seq) => !repeatedSeqs.has(seq)).map((seq) => ({ threadId, seq }));
  const paraphrases = (await store.readMessagesAt(places)).filter(({ removed }) => removed === undefined);
  const copies = [...repeated, ...paraphrases.map(({ id, seq, role }) => ({ id, seq, role }))].sort(
    (first, second) => first.seq - second.seq,
  );
  return { copies, complete: complete && found.complete };
}

/** Whether a text stored outside of any thread repeats something from these texts. */
export function repeats(texts: readonly string[]): (text: string) => boolean {
  const traces = tracesOf(texts, createRedactor({ salt: '' }).redact);
  const whole = new Set(texts.map((text) => folded(text).trim()));
  return (text) => whole.has(folded(text).trim()) || atOnce(matchesIn(text, traces)).length > 0;
}

async function candidates(options: {
  store: Store;
  threadId: string;
  forgotten: readonly Message[];
  traces: Traces;
}) {
  const { store, threadId, forgotten, traces } = options;
  const forgottenSeqs = new Set(forgotten.map(({ seq }) => seq));
  const seqs = new Set<number>();
  const lists = await store.search.holding({ threadId, groups: traces.groups, limit: mostOfGroup });
  const indexed = (await store.search.listed({ threadId, from: 1, limit: 1 })) !== undefined;
  for (const list of lists) for (const seq of list) if (!forgottenSeqs.has(seq)) seqs.add(seq);
  const long = await longMessages(store, threadId);
  for (const seq of long.seqs) if (!forgottenSeqs.has(seq)) seqs.add(seq);
  const newest = [...seqs].sort((first, second) => second - first);
  return {
    seqs: newest.slice(0, mostCompared),
    complete: indexed && long.complete && newest.length <= mostCompared,
    messages: long.messages,
  };
}

/** Messages that the index does not cover completely, newest first. */
async function longMessages(store: Store, threadId: string) {
  const seqs: number[] = [];
  const { messages = 0 } = (await store.readThread(threadId)) ?? {};
  let to = messages;
  for (let read = 0; to >= 1 && read < mostPlaces; read += placesPage) {
    const page = await store.readMetas({ threadId, to, limit: placesPage, newestFirst: true });
    const last = page.at(-1);
    if (!last) break;
    for (const { seq, tokens, removed } of page) {
      if (tokens <= indexedTokens || removed !== undefined) continue;
      if (seqs.length === mostLong) return { seqs, complete: false, messages };
      seqs.push(seq);
    }
    to = last.seq - 1;
    await yieldToEventLoop();
  }
  return { seqs, complete: to < 1, messages };
}

async function compareMessages(options: {
  store: Store;
  threadId: string;
  seqs: readonly number[];
  traces: Traces;
}) {
  const { store, threadId, seqs, traces } = options;
  const matching: { copy: MessageCopy; matches: string[] }[] = [];
  const frequency = new Map<string, number>();
  let characters = 0;
  const compare = async (message: Message): Promise<void> => {
    const text = wholeText(message);
    characters += text.length;
    const matches = await inSteps(matchesIn(text, traces), yieldToEventLoop);
    if (matches.length === 0) return;
    const { id, seq, role } = message;
    matching.push({ copy: { id, seq, role }, matches });
    for (const match of matches) frequency.set(match, (frequency.get(match) ?? 0) + 1);
  };
  for (let start = 0; start < seqs.length; start += comparedAtOnce) {
    const page = seqs.slice(start, start + comparedAtOnce).map((seq) => ({ threadId, seq }));
    // Newest first, so that a search that stops early has compared the newest messages.
    for (const message of (await store.readMessagesAt(page)).toReversed()) {
      if (characters > mostCharacters) return { matching, frequency, complete: false };
      if (message.removed !== undefined) continue;
      await compare(message);
      await yieldToEventLoop();
    }
  }
  return { matching, frequency, complete: true };
}

function* matchesIn(whole: string, traces: Traces): Steps<string[]> {
  const { values, numbers } = traces;
  const text = whole.slice(0, readCharacters);
  const foldedText = folded(text);
  const matches = [...values.keys()].filter((value) => holdsWord(foldedText, value));
  if (text.length > longText) yield;
  for (const number of new Set(numbersIn(text))) if (numbers.has(number)) matches.push(number);
  if (text.length > longText) yield;
  return [...new Set([...matches, ...(yield* runsIn(text, traces))])];
}

function* runsIn(text: string, { runs, runSizes }: Traces): Steps<string[]> {
  if (runs.size === 0) return [];
  const { words } = yield* wordsOf(text);
  const found: string[] = [];
  for (const size of runSizes) {
    for (let start = 0; start + size <= words.length; start += 1) {
      const run = words.slice(start, start + size).join(' ');
      if (runs.has(run)) found.push(run);
      if (start % sliceRuns === sliceRuns - 1) yield;
    }
  }
  return found;
}

function wholeText(message: Message): string {
  return renderMessageText(message, { reasoning: true });
}
