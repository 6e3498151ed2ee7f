/**
 * What the user asked for, where the messages that are shown go on with it and the question itself is not among them:
 * long work outgrows every tail, and whoever continues it has to know what for.
 */
import { type Message, textOf } from '../message/message.ts';
import type { WorkNote } from '../records/work-record.ts';
import { rememberWays } from '../text/remembered.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { readRequest } from '../work/requests.ts';
import { oneLine } from '../work/sections.ts';
import { frame } from './frame.ts';
import { neutralize } from './neutralize.ts';
import type { ShownMessage } from './shape.ts';

export type ShownRequest = { seq: number; text: string; tokens: number; shortened: boolean };

/** Room for a long one, and of all there is where that is little. */
const reserved = { tokens: 300, share: 0.1 };

/** What is kept free for a request that may have to be shown: the same for every message that comes (I-7). */
export function requestReserve(room: number): number {
  return Math.floor(Math.min(reserved.tokens, Math.max(0, room) * reserved.share));
}

/** What the messages from `shown` on answer: the newest request before them. Null where they begin with one. */
export function requestBefore(options: {
  shown: Pick<ShownMessage, 'seq' | 'content'> | undefined;
  messages: readonly Message[];
  /** The newest in what comes before `messages`. */
  summarized: WorkNote | null;
}): WorkNote | null {
  const { shown, messages, summarized } = options;
  if (shown === undefined || !['assistant', 'tool'].includes(shown.content.role)) return null;
  const asked = messages.findLast((message) => message.seq < shown.seq && requestOf(message) !== null);
  return asked === undefined ? summarized : requestOf(asked);
}

/** The same message is asked again in every step. */
const known = new WeakMap<Message, WorkNote | null>();

function requestOf(message: Message): WorkNote | null {
  if (message.role !== 'user') return null;
  const remembered = known.get(message);
  if (remembered !== undefined) return remembered;
  const { request } = readRequest(message.seq, textOf(message.parts));
  known.set(message, request);
  return request;
}

export function showRequest(request: WorkNote, counter: TokenCounter): ShownRequest {
  return rememberedText(request, { counter });
}

const rememberedText = rememberWays(writeRequest, { most: 2 });

function writeRequest(request: WorkNote, { counter }: { counter: TokenCounter }): ShownRequest {
  const shortened = request.shortened === true;
  const text = frame({
    tag: 'open-request',
    attributes: { message: request.seq, ...(shortened && { shortened: 'yes' }) },
    body: neutralize(request.text),
  });
  const tokens = counter.message({ role: 'user', parts: [{ type: 'text', text }] });
  return { seq: request.seq, text, tokens, shortened };
}

/** Whether what stands before it tells all of it already. */
export function tellRequest(shown: readonly { text: string }[], request: WorkNote): boolean {
  const line = neutralize(oneLine(request.text, Number.POSITIVE_INFINITY));
  return shown.some(({ text }) => text.includes(line));
}
