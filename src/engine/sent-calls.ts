/**
 * The last calls of wrapped models, for a summarizer that asks the same model: the provider's cache still holds the
 * prompt, which then costs less to read. Kept in memory only, for the most recently used threads. A call serves
 * only its own thread, and only until the thread's past changes.
 */
import type { SentCall } from '../summarizer.ts';
import { createLastUsed } from '../text/last-used.ts';
import { textsIn } from '../text/texts-in.ts';
import type { LearntState } from './learnt-state.ts';
import type { Redaction } from './redaction.ts';

export type SentCalls = {
  /** Remembers an answered call that was made with the context of this thread. */
  remember(threadId: string, call: Omit<SentCall, 'isClean'>): void;
  /** The last call of this thread, unless the revision has changed since. */
  find(threadId: string, revision: number): SentCall | undefined;
  forget(threadId: string): void;
};

const rememberedThreads = 16;

export function createSentCalls(ports: {
  learnt: Pick<LearntState, 'waiting'>;
  redaction: Pick<Redaction, 'redactLong'>;
}): SentCalls {
  const { learnt, redaction } = ports;
  const calls = createLastUsed<string, SentCall & { revision: number }>({ most: rememberedThreads });
  return {
    remember(threadId, call) {
      calls.delete(threadId);
      // The revision of the context that the call was made with.
      const revision = learnt.waiting(threadId).sent?.revision;
      if (revision === undefined) return;
      calls.set(threadId, { ...call, revision, isClean: () => isClean(call.params, redaction) });
    },
    find(threadId, revision) {
      const call = calls.get(threadId);
      return call?.revision === revision ? call : undefined;
    },
    forget: (threadId) => void calls.delete(threadId),
  };
}

/** A conversation goes to its own model with its secrets, but a summarizer prompt must contain none (I-10). */
async function isClean(params: object, { redactLong }: Pick<Redaction, 'redactLong'>): Promise<boolean> {
  for (const text of textsIn(params)) if ((await redactLong(text)) !== text) return false;
  return true;
}

/** Lets a wrapped model find the calls that belong to the Everthread it was given. */
const known = new WeakMap<object, SentCalls>();

export function offerSentCalls(everthread: object, calls: SentCalls): void {
  known.set(everthread, calls);
}

export function sentCallsOf(everthread: object): SentCalls | undefined {
  return known.get(everthread);
}
