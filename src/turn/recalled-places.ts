/**
 * Places: which passages stand behind which message of the tail. Passages stay behind their message until the
 * next compaction, so that requests only append and a step of a tool loop recalls nothing again. The thread's row keeps
 * places as numbers. Their text is rendered from the messages, and remembered for threads in use.
 */
import type { Passage, RecalledPassages } from '../context/context.ts';
import { type PlacedPassages, showChosen } from '../context/passages.ts';
import { sha256 } from '../message/hash.ts';
import { type Message, textOf } from '../message/message.ts';
import type { RecalledPlace } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { keptReason, passagesAgain, type RecallPorts } from './recall-passages.ts';

const rememberedThreads = 128;
/** Most places of a thread at the same time. */
export const mostPlaces = 16;

export type PlacePorts = RecallPorts & { counter: TokenCounter };

/** The places that a context keeps, and what it still has to recall for. */
export type KeptPlaces = {
  places: RecalledPlace[];
  /** The message to recall for, and the one to show passages behind; undefined if nothing is to be recalled. */
  wanted: Pick<RecalledPlace, 'asked' | 'after'> | undefined;
};

/**
 * The places of earlier requests that still hold. After a compaction everything behind the summaries is sent anew, so
 * only the message that is being answered keeps its passages.
 */
export function keptPlaces(options: {
  state: Pick<ThreadState, 'revision'>;
  places: readonly RecalledPlace[];
  /** True if the places come from the record of this request. Then none is dropped, and nothing is recalled. */
  recorded: boolean;
  tail: readonly Message[];
  query: string | undefined;
}): KeptPlaces {
  const { state, tail, query } = options;
  if (options.recorded) return { places: [...options.places], wanted: undefined };
  const asked = tail.findLast(({ role, parts }) => role === 'user' && textOf(parts).trim() !== '');
  const shown = new Set(tail.map(({ seq }) => seq));
  const isAnswered = (place: RecalledPlace) =>
    query === undefined
      ? place.asked === asked?.seq && place.query === undefined
      : place.query === keyOf(query);
  const newest = tail.at(-1)?.seq;
  const holds = (place: RecalledPlace): boolean => {
    if (!shown.has(place.after)) return false;
    const isCurrent = place.revision === state.revision;
    const hasPassages = place.seqs.length > 0;
    if (isAnswered(place)) return isCurrent || hasPassages;
    // The text of a caller's query is not stored, so passages found for another query cannot be rendered again. A place
    // behind the newest message was made by another request for that message, not by an earlier one.
    return isCurrent && hasPassages && place.query === undefined && place.after !== newest;
  };
  const places = options.places
    .filter(holds)
    .map(({ fresh: _fresh, ...place }) => ({ ...place, revision: state.revision }));
  const about = query === undefined ? asked?.seq : newest;
  const isRecalled = newest === undefined || about === undefined || places.some(isAnswered);
  return { places, wanted: isRecalled ? undefined : { asked: about, after: newest } };
}

/**
 * The places that stay when one more is added. If there are too many, all are removed together, so that the messages
 * behind them are sent anew once. Removed one at a time, they would be sent anew with every message.
 */
export function besideOneMore(places: RecalledPlace[]): RecalledPlace[] {
  return places.length < mostPlaces ? places : [];
}

/** The place without passages. It says that nothing is recalled for its message again. */
export function withoutPassages(place: RecalledPlace): RecalledPlace {
  const { pieces: _pieces, older: _older, ...rest } = place;
  return { ...rest, seqs: [], room: 0, tokens: 0 };
}

export function keyOf(query: string): string {
  return sha256(query).slice(0, 16);
}

export type PlaceRenderer = {
  /** Remembers the text of a place that was shown for the first time. */
  remember(state: ThreadState, place: RecalledPlace, shown: RecalledPassages): void;
  /** The texts of places, byte for byte as first shown. */
  render(options: {
    ports: PlacePorts;
    state: ThreadState;
    places: readonly RecalledPlace[];
    /** Passages that the search found again, for the reasons in them. */
    known: readonly Passage[];
    tail: readonly Message[];
    query: string | undefined;
  }): Promise<PlacedPassages[]>;
};

export function createPlaceRenderer(): PlaceRenderer {
  const remembered = new Map<string, { key: string; texts: Map<string, PlacedPassages | null> }>();

  const textsOf = (state: ThreadState) => {
    const key = `${state.createdAt}:${state.revision}`;
    const known = remembered.get(state.id);
    const entry = known?.key === key ? known : { key, texts: new Map<string, PlacedPassages | null>() };
    remembered.delete(state.id);
    remembered.set(state.id, entry);
    if (remembered.size > rememberedThreads) remembered.delete(remembered.keys().next().value!);
    return entry.texts;
  };

  return {
    remember(state, place, { passages, ...text }) {
      const source = { role: '', at: '', text: '' };
      const shown = passages.map(({ tokens, brief, ...quoted }) => ({
        source: { ...source, ...quoted, reason: keptReason(place, quoted.newerIn) },
        tokens,
        cut: false,
        brief,
      }));
      textsOf(state).set(JSON.stringify(place), { ...text, shown });
    },
    async render({ ports, state, places, known, tail, query }) {
      const texts = textsOf(state);
      const keys = new Set(places.map((place) => JSON.stringify(place)));
      for (const key of texts.keys()) if (!keys.has(key)) texts.delete(key);
      const unknown = places.filter((place) => !texts.has(JSON.stringify(place)));
      const quoted = await readQuoted(ports, state.id, unknown);
      const placed: PlacedPassages[] = [];
      for (const place of places) {
        const key = JSON.stringify(place);
        if (!texts.has(key))
          texts.set(key, (await renderPlace({ ports, quoted, place, known, tail, query })) ?? null);
        const text = texts.get(key);
        if (text) placed.push(text);
      }
      return placed;
    },
  };
}

/** Reads all messages that these places quote at once, because a thread that was opened again may have many places. */
async function readQuoted(
  { recallPort }: PlacePorts,
  threadId: string,
  places: readonly RecalledPlace[],
): Promise<ReadonlyMap<number, Message>> {
  const seqs = new Set(places.flatMap((place) => place.seqs));
  if (seqs.size === 0) return new Map();
  const messages = await recallPort.readMessagesAt(Array.from(seqs, (seq) => ({ threadId, seq })));
  return new Map(messages.map((message) => [message.seq, message]));
}

async function renderPlace(options: {
  ports: PlacePorts;
  quoted: ReadonlyMap<number, Message>;
  place: RecalledPlace;
  known: readonly Passage[];
  tail: readonly Message[];
  query: string | undefined;
}): Promise<PlacedPassages | undefined> {
  const { ports, quoted, place, known, tail, query } = options;
  if (place.seqs.length === 0) return undefined;
  const asked = place.query === undefined ? messageText(tail, place.asked) : query;
  if (asked === undefined || (place.query !== undefined && place.query !== keyOf(asked))) return undefined;
  const recorded = await passagesAgain({ ports, quoted, asked, place });
  const bySeq = new Map(place.fresh === true ? known.map((passage) => [passage.seq, passage]) : []);
  const passages = recorded.map((passage) => {
    const reason = bySeq.get(passage.seq)?.reason;
    return reason === undefined ? passage : { ...passage, reason };
  });
  const shown = showChosen({ sources: passages, room: place.room, counter: ports.counter });
  return shown && { after: place.after, room: place.room, ...shown };
}

function messageText(tail: readonly Message[], seq: number): string | undefined {
  const message = tail.find((one) => one.seq === seq);
  return message && textOf(message.parts);
}
