/**
 * The thread that a request belongs to, with its place in it. While a request has taken a thread, the thread waits for
 * its answer, and no other request goes on from it.
 */
import type { Runtime } from '../../runtime.ts';
import type { Thread } from '../../thread.ts';
import { newPlace, type RequestPlace } from './locate.ts';
import type { OpenEnd } from './open-ends.ts';
import { budgetOf } from './thread-budget.ts';
import type { Handles } from './thread-handles.ts';

export type TakenThread = {
  threadId: string;
  /** Undefined until a new thread is created. */
  thread: Thread | undefined;
  /** The place in the log that the request continues from. After each append it is behind what was stored. */
  place: RequestPlace;
  /** The model's window, or the smaller budget that a person set for the thread. */
  budgetTokens: number;
  /** The request that has taken the thread. */
  readonly owner: object;
  /** Takes the thread of a place, or a new name if the place has none. */
  take(place: RequestPlace): Promise<void>;
  /** Takes a thread whose newest answer is the last of `known` messages of the request. */
  takeEnd(end: OpenEnd, known: number): void;
  /** Whether this request still has the thread. */
  isHeld(): boolean;
  leave(): void;
};

/** A branch of a branch is named after the first thread, or each regenerated answer would make names longer. */
const ownBranch = /(?:~b_[0-9a-z]+)+$/u;

export function takeThread(options: {
  handles: Handles;
  /** Threads that wait for an answer, and the request each waits for. */
  busy: Map<string, object>;
  newId: Runtime['newId'];
  /** The thread name given by the client. */
  named: string | undefined;
  windowTokens: number;
}): TakenThread {
  const { handles, busy, newId, named, windowTokens } = options;
  const owner = {};
  const newThreadId = (branchOf: string | undefined): string =>
    named === undefined && branchOf === undefined
      ? newId('chat')
      : `${(named ?? branchOf!.replace(ownBranch, '')).slice(0, 200).toWellFormed()}~${newId('b')}`;
  const taken: TakenThread = {
    threadId: '',
    thread: undefined,
    place: newPlace(undefined),
    budgetTokens: windowTokens,
    owner,
    async take(place) {
      taken.place = place;
      taken.threadId = place.threadId ?? newThreadId(place.branchOf);
      taken.thread = place.seq === 0 ? undefined : await handles.find(taken.threadId);
      if (place.state !== undefined) taken.budgetTokens = budgetOf(place.state, windowTokens);
      busy.set(taken.threadId, owner);
    },
    takeEnd({ thread, state }, known) {
      taken.thread = thread;
      taken.threadId = state.id;
      taken.place = { ...newPlace(state.id), seq: state.messages, known, state };
      taken.budgetTokens = budgetOf(state, windowTokens);
      busy.set(state.id, owner);
    },
    isHeld: () => busy.get(taken.threadId) === owner,
    leave() {
      if (taken.isHeld()) busy.delete(taken.threadId);
    },
  };
  return taken;
}
