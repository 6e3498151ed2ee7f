/** Reads the messages that were found, with their neighbours: each message once, in few statements. */
import type { Message } from '../message/message.ts';
import type { RecallPort, SearchScope } from '../search-index.ts';
import type { MessagePlace } from '../store.ts';
import type { Analyses } from './analysis.ts';

/** Messages that are read after a heading with the date of the query. */
const underHeading = 30;
const mostHeadings = 4;
const neighbours = 2;

export type KeyOf = (place: MessagePlace) => string | number;

/** Keys for maps of messages. Within one thread the number is enough, which is faster than a string. */
export function keysIn({ threadIds }: SearchScope): KeyOf {
  const isOne = threadIds !== 'all' && new Set(threadIds).size === 1;
  return isOne ? ({ seq }) => seq : ({ threadId, seq }) => `${threadId} ${seq}`;
}

/** Reads with a single statement. Messages that are already in `messages` are not read again. */
export async function readAround(options: {
  port: RecallPort;
  scope: SearchScope;
  ranked: readonly MessagePlace[];
  messages: Map<string | number, Message>;
  keyOf: KeyOf;
  /** How many of the best are read with their neighbours. */
  withNeighbours: number;
  /** Read in the same statement and returned, because they may be needed once the others are known. */
  ahead?: readonly MessagePlace[];
}): Promise<Message[]> {
  const { port, scope, ranked, messages, keyOf, withNeighbours, ahead = [] } = options;
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
  const isWanted = new Set(wanted.keys());
  for (const place of ahead) wanted.set(keyOf(place), place);
  if (wanted.size === 0) return [];
  const found = new Set(ranked.map(keyOf));
  const readAhead = new Set(ahead.map(keyOf));
  const handedBack: Message[] = [];
  for (const message of await port.readMessagesAt([...wanted.values()])) {
    if (saysNothing(message)) continue;
    const key = keyOf(message);
    if (readAhead.has(key)) handedBack.push(message);
    if (!isWanted.has(key)) continue;
    if (found.has(key) || inScope(message, scope)) messages.set(key, message);
  }
  return handedBack;
}

/** Places after messages that may be headings with the date of the query. */
export function placesUnder(places: readonly MessagePlace[], { upTo }: SearchScope): MessagePlace[] {
  const newest = upTo ?? Number.MAX_SAFE_INTEGER;
  return places.slice(0, mostHeadings).flatMap((place) => under(place).filter(({ seq }) => seq <= newest));
}

/** Adds the messages read ahead that really follow a heading. */
export function addUnderHeadings(options: {
  analyses: Analyses;
  places: readonly MessagePlace[];
  ahead: readonly Message[];
  messages: Map<string | number, Message>;
  keyOf: KeyOf;
}): void {
  const { analyses, places, ahead, messages, keyOf } = options;
  const headings = places.slice(0, mostHeadings).filter((place) => {
    const message = messages.get(keyOf(place));
    return message !== undefined && analyses.of(message).heading.opens;
  });
  const following = new Set(headings.flatMap((place) => under(place).map(keyOf)));
  for (const message of ahead) {
    const key = keyOf(message);
    if (following.has(key) && !messages.has(key)) messages.set(key, message);
  }
}

function under({ threadId, seq }: MessagePlace): MessagePlace[] {
  return Array.from({ length: underHeading }, (_, index) => ({ threadId, seq: seq + index + 1 }));
}

/** Reads messages that no search found, because of their position. */
export async function readPlaces(
  port: RecallPort,
  scope: SearchScope,
  places: readonly MessagePlace[],
): Promise<Message[]> {
  if (places.length === 0) return [];
  const messages = await port.readMessagesAt(places);
  return messages.filter((message) => !saysNothing(message) && inScope(message, scope));
}

/** Whether a message was removed, emptied by an edit or a client, or contains only spaces. */
function saysNothing({ removed, parts }: Message): boolean {
  return removed !== undefined || parts.every((part) => part.type === 'text' && part.text.trim() === '');
}

/** The index has checked the scope of matches; neighbours are checked here. */
function inScope(message: Message, { roles, tools, after, before, upTo }: SearchScope): boolean {
  if (tools !== undefined) return false;
  if (roles !== undefined && !roles.includes(message.role)) return false;
  if (after !== undefined && message.createdAt < after) return false;
  if (before !== undefined && message.createdAt >= before) return false;
  return upTo === undefined || message.seq <= upTo;
}
