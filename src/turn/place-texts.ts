/**
 * The passages of places as text, byte for byte as first shown. They are rendered from the quoted messages, and
 * remembered for the threads used last.
 */
import type { Passage, RecalledPassages } from '../context/context.ts';
import { type PlacedPassages, showChosen } from '../context/passages.ts';
import { type Message, textOf } from '../message/message.ts';
import type { RecalledPlace } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { createLastUsed } from '../text/last-used.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { keptReason, type RecallPorts, repeatedPassages } from './recall-passages.ts';
import { keyOf } from './recalled-places.ts';

const rememberedThreads = 128;

export type PlacePorts = RecallPorts & { counter: TokenCounter };

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
  const remembered = createLastUsed<string, { key: string; texts: Map<string, PlacedPassages | null> }>({
    most: rememberedThreads,
  });

  const textsOf = (state: ThreadState) => {
    const key = `${state.createdAt}:${state.revision}`;
    const known = remembered.get(state.id);
    const entry = known?.key === key ? known : { key, texts: new Map<string, PlacedPassages | null>() };
    remembered.set(state.id, entry);
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
  const question = place.query === undefined ? messageText(tail, place.asked) : query;
  if (question === undefined || (place.query !== undefined && place.query !== keyOf(question)))
    return undefined;
  const recorded = await repeatedPassages({ ports, quoted, question, place });
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
