/** Where the conversation of a request is kept, or is to be kept. */
import type { Everthread } from '../../everthread.ts';
import { alignThread, type PromptMode } from '../../integrations/resent/align-thread.ts';
import type { Message } from '../../message/message.ts';
import type { ProxyRequest } from './dialects/dialect.ts';
import { type EndKeys, responseKey } from './end-keys.ts';
import { findThread, type KnownState, placeOf } from './find-thread.ts';

export type Place = {
  /** Undefined: it gets a name of its own. */
  threadId: string | undefined;
  /** The message of the thread that the request goes on behind; 0 in a new one. */
  seq: number;
  /** So many messages of the request, from its start, are in the thread. */
  known: number;
  /** Broken answers that the client asks for once more. */
  takenBack: readonly Message[];
  /** The thread as it was found, where it was there. */
  state?: KnownState;
  /** The thread it was found in, which has gone on without it. */
  branchOf?: string;
  /** Where the client does not send what came before: messages of that thread, up to this one, are copied first. */
  copyTo?: number;
};

export type LocateOptions = {
  everthread: Everthread;
  /** As the client calls it. */
  named: string | undefined;
  mode: PromptMode;
  request: ProxyRequest;
  keys: EndKeys;
  scope: string;
  isBusy(threadId: string): boolean;
};

export async function locate(options: LocateOptions): Promise<Place> {
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

export function newPlace(threadId: string | undefined): Place {
  return { threadId, seq: 0, known: 0, takenBack: [] };
}

/** A thread somebody filled in another way is known by what it says; undefined where it is empty. */
async function alignNamed({ everthread, named, mode, request }: LocateOptions): Promise<Place | undefined> {
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

/** The provider keeps what came before, and so do we where it came through here. */
async function locatePrevious(options: LocateOptions & { id: string }): Promise<Place> {
  const { everthread, scope, id, isBusy } = options;
  const ends = await everthread.findEnds([responseKey(scope, id)]);
  const open = ends.find(({ messages, seq, threadId }) => messages === seq && !isBusy(threadId));
  if (open !== undefined) return { ...newPlace(open.threadId), ...placeOf(open) };
  const [end] = ends;
  if (end === undefined) return newPlace(undefined);
  return { ...newPlace(undefined), branchOf: end.threadId, copyTo: end.seq };
}
