/**
 * The open request: what the user asked for, if the shown messages go on with it and its own message is not shown. Long
 * work outgrows every tail, and a model that continues it must know its purpose.
 */
import { type Message, textOf } from '../message/message.ts';
import type { WorkNote } from '../records/work-record.ts';
import { rememberWays } from '../text/remembered.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { readRequest, typedText } from '../work/requests.ts';
import { oneLine } from '../work/sections.ts';
import { frame } from './frame.ts';
import { neutralize } from './neutralize.ts';
import type { ShownMessage } from './shape.ts';

/**
 * A request; its text is shortened if it is long. `whole` is the full text, if that is known. `unanswered`: nothing was
 * said to it yet.
 */
export type OpenRequest = WorkNote & { whole?: string; unanswered?: true };

export type ShownRequest = { seq: number; text: string; tokens: number; shortened: boolean };

/** Most characters of a request that is shown in full. */
const longestWhole = 8_000;
/** Tokens kept free for an open request, and the largest share of the room that they may take. */
const reserved = { tokens: 300, share: 0.1 };

/** The tokens to keep free in a room of this size. They are the same while messages arrive (I-7). */
export function requestReserve(room: number): number {
  return Math.floor(Math.min(reserved.tokens, Math.max(0, room) * reserved.share));
}

/** The first shown message that says something. A client may have taken back what others said. */
export function firstSaid(
  shown: readonly Pick<ShownMessage, 'seq'>[],
  messages: readonly Message[],
): Message | undefined {
  for (const { seq } of shown) {
    const message = messages.find((one) => one.seq === seq);
    if (message !== undefined && message.parts.length > 0) return message;
  }
  return undefined;
}

/**
 * The request that the first message works on: the newest one before it. Null if that message is no step of work.
 * Behind summaries alone it is the summarized request, if that waits for its answer: a client may have taken back what
 * came after it, to ask once more.
 */
export function requestBefore(options: {
  first: Message | undefined;
  messages: readonly Message[];
  /** The newest request before `messages`. */
  summarized: OpenRequest | null;
}): OpenRequest | null {
  const { first, messages, summarized } = options;
  if (first === undefined) return summarized?.unanswered === true ? summarized : null;
  if (!isStep(first)) return null;
  const requestMessage = messages.findLast(
    (message) => message.seq < first.seq && requestOf(message) !== null,
  );
  return requestMessage === undefined ? summarized : requestOf(requestMessage);
}

/** An answer in words ends the work on a request; a tool call or its result goes on with it. */
function isStep({ role, parts }: Message): boolean {
  return role === 'tool' || (role === 'assistant' && parts.some(({ type }) => type === 'tool-call'));
}

/** Remembers the request of each message, because every step looks for it again. */
const knownRequests = new WeakMap<Message, OpenRequest | null>();

function requestOf(message: Message): OpenRequest | null {
  if (message.role !== 'user') return null;
  const known = knownRequests.get(message);
  if (known !== undefined) return known;
  const text = textOf(message.parts);
  const { request } = readRequest(message.seq, text);
  const openRequest = request && withWhole(request, text);
  knownRequests.set(message, openRequest);
  return openRequest;
}

/** Adds the full text of the message to a shortened request, if that is at most a page or two. */
export function withWhole(request: WorkNote, messageText: string): OpenRequest {
  if (request.shortened !== true) return request;
  const whole = typedText(messageText);
  const isLonger = whole.length > request.text.length;
  return isLonger && whole.length <= longestWhole ? { ...request, whole } : request;
}

/** Shows the request in full if that takes at most `mostWhole` tokens, else shortened. */
export function showRequest(
  request: OpenRequest,
  { counter, mostWhole }: { counter: TokenCounter; mostWhole: number },
): ShownRequest {
  const whole = request.whole === undefined ? undefined : written(request, { counter, whole: true });
  return whole !== undefined && whole.tokens <= mostWhole
    ? whole
    : written(request, { counter, whole: false });
}

const written = rememberWays(writeRequest, { most: 4 });

function writeRequest(
  request: OpenRequest,
  { counter, whole }: { counter: TokenCounter; whole: boolean },
): ShownRequest {
  const shortened = request.shortened === true && !whole;
  const text = frame({
    tag: 'open-request',
    attributes: { message: request.seq, ...(shortened && { shortened: 'yes' }) },
    body: neutralize(whole ? request.whole! : request.text),
  });
  const tokens = counter.message({ role: 'user', parts: [{ type: 'text', text }] });
  return { seq: request.seq, text, tokens, shortened };
}

/** Whether one of the shown texts contains the whole request already. */
export function isRequestShown(shown: readonly { text: string }[], request: OpenRequest): boolean {
  const line = neutralize(oneLine(request.whole ?? request.text, Number.POSITIVE_INFINITY));
  return shown.some(({ text }) => text.includes(line));
}
