/**
 * What the user asked for, where the messages that are shown go on with it and the question itself is not among them:
 * long work outgrows every tail, and whoever continues it has to know what for.
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

/** In few words where it is long, and all of it where that is known. */
export type OpenRequest = WorkNote & { whole?: string };

export type ShownRequest = { seq: number; text: string; tokens: number; shortened: boolean };

/** Characters. */
const longestWhole = 8_000;
/** Room for a long one, and of all there is where that is little. */
const reserved = { tokens: 300, share: 0.1 };

/** What is kept free for a request that may have to be shown: the same for every message that comes (I-7). */
export function requestReserve(room: number): number {
  return Math.floor(Math.min(reserved.tokens, Math.max(0, room) * reserved.share));
}

/** What the first message shown is a step of: the newest request before it. Null where it is no step. */
export function requestBefore(options: {
  shown: Pick<ShownMessage, 'seq'> | undefined;
  messages: readonly Message[];
  /** The newest in what comes before `messages`. */
  summarized: OpenRequest | null;
}): OpenRequest | null {
  const { shown, messages, summarized } = options;
  const first = shown && messages.find(({ seq }) => seq === shown.seq);
  if (shown === undefined || first === undefined || !isStep(first)) return null;
  const asked = messages.findLast((message) => message.seq < shown.seq && requestOf(message) !== null);
  return asked === undefined ? summarized : requestOf(asked);
}

/** An answer in words ends what it answers; a call of a tool goes on. */
function isStep({ role, parts }: Message): boolean {
  return role === 'tool' || (role === 'assistant' && parts.some(({ type }) => type === 'tool-call'));
}

/** The same message is asked again in every step. */
const known = new WeakMap<Message, OpenRequest | null>();

function requestOf(message: Message): OpenRequest | null {
  if (message.role !== 'user') return null;
  const remembered = known.get(message);
  if (remembered !== undefined) return remembered;
  const text = textOf(message.parts);
  const { request } = readRequest(message.seq, text);
  const asked = request && withWhole(request, text);
  known.set(message, asked);
  return asked;
}

/** With all that was said, where it is no more than a page or two, and still there to be read. */
export function withWhole(request: WorkNote, said: string): OpenRequest {
  if (request.shortened !== true) return request;
  const whole = typedText(said);
  const tellsMore = whole.length > request.text.length;
  return tellsMore && whole.length <= longestWhole ? { ...request, whole } : request;
}

/** All of it where that takes no more than `mostWhole` tokens. */
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

/** Whether what stands before it tells all of it already. */
export function isRequestShown(shown: readonly { text: string }[], request: OpenRequest): boolean {
  const line = neutralize(oneLine(request.whole ?? request.text, Number.POSITIVE_INFINITY));
  return shown.some(({ text }) => text.includes(line));
}
