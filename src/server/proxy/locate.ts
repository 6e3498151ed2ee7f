/** Finds the thread and the message that a request continues. */
import type { Everthread } from '../../everthread.ts';
import { alignThread, type PromptMode } from '../../integrations/resent/align-thread.ts';
import type { Message } from '../../message/message.ts';
import type { ProxyRequest } from './dialects/dialect.ts';
import { type EndKeys, responseKey } from './end-keys.ts';
import { findThread, type KnownState, placeOf } from './find-thread.ts';

export type RequestPlace = {
  /** Undefined: a new name is made up. */
  threadId: string | undefined;
  /** Number of the message that the request continues; 0 in a new thread. */
  seq: number;
  /** Number of messages, from the start of the request, that the thread already holds. */
  known: number;
  /** Interrupted answers that the client asks for again. */
  takenBack: readonly Message[];
  /** State of the thread when it was found. */
  state?: KnownState;
  /** The thread that this one branches from, because it has gone on since. */
  branchOf?: string;
  /** If the client does not send the earlier messages: messages up to this number are copied from `branchOf` first. */
  copyTo?: number;
};

export type LocateOptions = {
  everthread: Everthread;
  /** The thread name given by the client. */
  named: string | undefined;
  mode: PromptMode;
  request: ProxyRequest;
  keys: EndKeys;
  scope: string;
  isBusy(threadId: string): boolean;
};

export async function locate(options: LocateOptions): Promise<RequestPlace> {
  const { everthread, named, mode, request, keys, isBusy } = options;
  if (request.previousId !== undefined) return locatePrevious({ ...options, id: request.previousId });
  if (mode === 'append') return (await alignNamed(options)) ?? newPlace(named);
  const { conversation } = request;
  const found = await findThread({ everthread, keys, conversation, isBusy });
  if (found.thread !== undefined) return found.thread;
  if (found.branchOf !== undefined) return { ...newPlace(undefined), branchOf: found.branchOf };
  if (named === undefined) return newPlace(undefined);
  const aligned = await alignNamed(options);
  if (aligned === undefined) return newPlace(named);
  const goesOn = aligned.known > 0 && aligned.takenBack.length === 0 && !isBusy(named);
  return goesOn ? aligned : { ...newPlace(undefined), branchOf: named };
}

export function newPlace(threadId: string | undefined): RequestPlace {
  return { threadId, seq: 0, known: 0, takenBack: [] };
}

/**
 * Aligns a named thread with the request by comparing messages, for threads that were filled in another way. Undefined
 * if the thread is empty.
 */
async function alignNamed({
  everthread,
  named,
  mode,
  request,
}: LocateOptions): Promise<RequestPlace | undefined> {
  const thread = named === undefined ? undefined : await everthread.findThread(named);
  const state = await thread?.state();
  if (thread === undefined || state === undefined || state.messages === 0) return undefined;
  const total = state.messages;
  const { known, takenBack } = await alignThread({
    thread,
    total,
    conversation: request.conversation,
    mode,
  });
  return { threadId: thread.id, seq: total, known, takenBack, state };
}

/**
 * For requests that continue an answer kept by the provider: the thread is known if that answer came through this
 * proxy.
 */
async function locatePrevious(options: LocateOptions & { id: string }): Promise<RequestPlace> {
  const { everthread, scope, id, isBusy } = options;
  const ends = await everthread.findEnds([responseKey(scope, id)]);
  const open = ends.find(({ messages, seq, threadId }) => messages === seq && !isBusy(threadId));
  if (open !== undefined) return { ...newPlace(open.threadId), ...placeOf(open) };
  const [end] = ends;
  if (end === undefined) return newPlace(undefined);
  return { ...newPlace(undefined), branchOf: end.threadId, copyTo: end.seq };
}
