/** Prepares the caller's messages for the log: they are checked, hashed and counted before the store is touched. */
import type { Redaction } from '../engine/redaction.ts';
import { EverthreadError, invalidInput } from '../errors.ts';
import { readGiven } from '../input/foreign-values.ts';
import { hashMessage } from '../message/hash.ts';
import { manyParts } from '../message/limits.ts';
import type { PreparedMessage } from '../message/message.ts';
import { type MessageInput, normalizeSteps } from '../message/normalize.ts';
import { isAside } from '../message/origin.ts';
import { isoTime, type Runtime, yieldToEventLoop } from '../runtime.ts';
import { checkScopeList } from '../search-index.ts';
import { inSteps } from '../text/steps.ts';
import type { TokenCounter } from '../tokens/counter.ts';

/** Messages prepared between two pauses, which takes a few milliseconds. */
const sliceMessages = 50;

export async function prepareMessages(options: {
  input: MessageInput | readonly MessageInput[];
  counter: TokenCounter;
  runtime: Runtime;
  redaction: Pick<Redaction, 'stored'>;
  signal?: AbortSignal | undefined;
}): Promise<PreparedMessage[]> {
  const { input, counter, runtime, redaction, signal } = options;
  const { list, isList } = readGiven('messages', () => messagesOf(input));
  if (list.length === 0) throw invalidInput('messages', 'one message or a non-empty array of them', list);
  const prepared: PreparedMessage[] = [];
  for (let index = 0; index < list.length; index += 1) {
    signal?.throwIfAborted();
    if (index % sliceMessages === sliceMessages - 1) await yieldToEventLoop();
    const field = isList ? `messages[${index}]` : 'message';
    const { id, createdAt, origin, ...message } = await inSteps(
      normalizeSteps(list[index]!, { field }),
      yieldToEventLoop,
    );
    const isLong = message.parts.length > manyParts;
    if (isLong) await yieldToEventLoop();
    const content = await redaction.stored(message);
    const tokens = isAside({ origin }) ? 0 : await counter.messageLong(content);
    if (isLong) await yieldToEventLoop();
    prepared.push({
      ...content,
      id: id ?? runtime.newId('msg'),
      createdAt: createdAt ?? isoTime(runtime.now()),
      tokens,
      hash: hashMessage(content),
      ...(origin !== undefined && { origin }),
    });
    if (isLong) await yieldToEventLoop();
  }
  return prepared;
}

/** Time of the newest message, if all of them are from the past. An imported conversation then keeps its own times. */
export function timeOfMessages(messages: readonly { createdAt: string }[], now: number): number | undefined {
  const newest = Math.max(...messages.map(({ createdAt }) => Date.parse(createdAt)));
  return newest < now ? newest : undefined;
}

/** Copies the list, so that later changes of it have no effect. */
function messagesOf(input: MessageInput | readonly MessageInput[]): {
  list: readonly MessageInput[];
  isList: boolean;
} {
  return Array.isArray(input)
    ? { list: Array.from(input as readonly MessageInput[]), isList: true }
    : { list: [input as MessageInput], isList: false };
}

/** Thread ids become keys, file names of exports and parts of URLs: printable, not empty, not huge. */
export function checkThreadId(threadId: unknown, field = 'threadId'): asserts threadId is string {
  const accepted = 'a non-empty string of at most 256 characters without control characters';
  if (typeof threadId !== 'string') throw invalidInput(field, accepted, threadId);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const broken = threadId.length === 0 || threadId.length > 256 || /[\u0000-\u001f\u007f]/.test(threadId);
  if (broken || !threadId.isWellFormed()) {
    throw new EverthreadError({
      code: 'invalid_input',
      field,
      message: `${field} must be ${accepted}.`,
    });
  }
}

/** A list of ids, or the word 'all', so that no search covers all threads by mistake. */
export function checkThreadIds(threadIds: unknown): void {
  if (threadIds === 'all') return;
  if (!Array.isArray(threadIds)) throw invalidInput('threadIds', "a list of thread ids, or 'all'", threadIds);
  checkScopeList('threadIds', threadIds);
  for (const id of threadIds) checkThreadId(id);
}
