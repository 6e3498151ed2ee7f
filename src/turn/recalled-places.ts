/**
 * Which passages stand behind which message of the tail. What was recalled for a message stays beside it until the
 * next compaction, so that requests only append; a step of a tool loop looks for nothing again. What stands where is
 * kept in numbers with the thread's row; its text is rendered from the messages, and remembered for threads in use.
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
/** More messages than this have no passages beside them at once. */
export const mostPlaces = 16;

export type PlacePorts = RecallPorts & { counter: TokenCounter };

/** What a context goes on from, and what it still has to look for. */
export type KeptPlaces = {
  places: RecalledPlace[];
  /** The message to recall for, and the one to stand behind; undefined where nothing is to be looked for. */
  wanted: Pick<RecalledPlace, 'asked' | 'after'> | undefined;
};

/**
 * Of the places known of earlier requests those that still hold. After a compaction everything behind the summaries is
 * sent anew: then only what is being answered keeps its passages.
 */
export function keptPlaces(options: {
  state: Pick<ThreadState, 'revision'>;
  places: readonly RecalledPlace[];
  /** They are those of this very request: nothing is dropped, and nothing is looked for. */
  recorded: boolean;
  tail: readonly Message[];
  query: string | undefined;
}): KeptPlaces {
  const { state, tail, query } = options;
  if (options.recorded) return { places: [...options.places], wanted: undefined };
  const asked = tail.findLast(({ role, parts }) => role === 'user' && textOf(parts).trim() !== '');
  const shown = new Set(tail.map(({ seq }) => seq));
  const inQuestion = (place: RecalledPlace) =>
    query === undefined
      ? place.asked === asked?.seq && place.query === undefined
      : place.query === keyOf(query);
  const holding = options.places.filter(
    (place) =>
      shown.has(place.after) &&
      // What a query of the caller found stays as long as it is asked again; its text is not kept anywhere.
      (place.query === undefined || inQuestion(place)) &&
      // Asked at the same message, it is another request and not one that goes on from it.
      (place.after !== tail.at(-1)?.seq || inQuestion(place)) &&
      (inQuestion(place)
        ? place.revision === state.revision || place.seqs.length > 0
        : place.revision === state.revision && place.seqs.length > 0),
  );
  const places = holding.map(({ fresh: _fresh, ...place }) => ({ ...place, revision: state.revision }));
  const after = tail.at(-1)?.seq;
  const about = query === undefined ? asked?.seq : after;
  const isOpen = after !== undefined && about !== undefined && !places.some(inQuestion);
  if (!isOpen) return { places, wanted: undefined };
  return { places, wanted: { asked: about, after } };
}

/**
 * What stands beside earlier messages where one more is to come. Where they are too many, all give way together, and what
 * is behind them is written anew once: one at a time, it would be with every message.
 */
export function besideOneMore(places: RecalledPlace[]): RecalledPlace[] {
  return places.length < mostPlaces ? places : [];
}

/** The same place, with nothing in it: it was asked for, and is not looked for again. */
export function withoutPassages(place: RecalledPlace): RecalledPlace {
  const { pieces: _pieces, older: _older, ...rest } = place;
  return { ...rest, seqs: [], room: 0, tokens: 0 };
}

export function keyOf(query: string): string {
  return sha256(query).slice(0, 16);
}

export type PlaceRenderer = {
  /** A place was shown for the first time: its text need not be made again. */
  remember(state: ThreadState, place: RecalledPlace, shown: RecalledPassages): void;
  /** The texts of places, byte for byte as they were first shown. */
  render(options: {
    ports: PlacePorts;
    state: ThreadState;
    places: readonly RecalledPlace[];
    /** Passages that were found again, with why. */
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

/** All messages that these places quote, read at once: a thread that was opened again may have many places. */
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
  const again = await passagesAgain({ ports, quoted, asked, place });
  const found = new Map(place.fresh === true ? known.map((passage) => [passage.seq, passage]) : []);
  const passages = again.map((passage) => {
    const reason = found.get(passage.seq)?.reason;
    return reason === undefined ? passage : { ...passage, reason };
  });
  const shown = showChosen({ sources: passages, room: place.room, counter: ports.counter });
  return shown && { after: place.after, room: place.room, ...shown };
}

function messageText(tail: readonly Message[], seq: number): string | undefined {
  const message = tail.find((one) => one.seq === seq);
  return message && textOf(message.parts);
}
