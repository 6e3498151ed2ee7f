/**
 * The calls that wrapped models made last, for a summarizer that asks the same model: what was just sent still lies in the
 * provider's cache, and is read there for a part of its price. In memory only, of the threads used last, each for
 * its own thread alone, and none after something in it was edited or forgotten.
 */
import type { SentCall } from '../summarizer.ts';
import { textsIn } from '../text/texts-in.ts';
import type { LearntState } from './learnt-state.ts';
import type { Redaction } from './redaction.ts';

export type SentCalls = {
  /** A call was answered that was made with the context of this thread. */
  remember(threadId: string, call: Omit<SentCall, 'isClean'>): void;
  /** Of this thread, where it is still what it was then. */
  find(threadId: string, revision: number): SentCall | undefined;
  forget(threadId: string): void;
};

const rememberedThreads = 16;

export function createSentCalls(ports: {
  learnt: Pick<LearntState, 'waiting'>;
  redaction: Pick<Redaction, 'redactLong'>;
}): SentCalls {
  const { learnt, redaction } = ports;
  const calls = new Map<string, SentCall & { revision: number }>();
  return {
    remember(threadId, call) {
      calls.delete(threadId);
      // As of the context it was made with.
      const revision = learnt.waiting(threadId).sent?.revision;
      if (revision === undefined) return;
      calls.set(threadId, { ...call, revision, isClean: () => isClean(call.params, redaction) });
      if (calls.size > rememberedThreads) calls.delete(calls.keys().next().value!);
    },
    find(threadId, revision) {
      const call = calls.get(threadId);
      return call?.revision === revision ? call : undefined;
    },
    forget: (threadId) => void calls.delete(threadId),
  };
}

/** The conversation goes to its own model as it is, secrets included; into the prompt of a summarizer none may (I-10). */
async function isClean(params: object, { redactLong }: Pick<Redaction, 'redactLong'>): Promise<boolean> {
  for (const text of textsIn(params)) if ((await redactLong(text)) !== text) return false;
  return true;
}

/** A wrapped model knows its Everthread by what it was given. */
const known = new WeakMap<object, SentCalls>();

export function offerSentCalls(everthread: object, calls: SentCalls): void {
  known.set(everthread, calls);
}

export function sentCallsOf(everthread: object): SentCalls | undefined {
  return known.get(everthread);
}
