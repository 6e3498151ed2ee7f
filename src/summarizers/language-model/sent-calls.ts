/**
 * The calls that wrapped models made last, for a summarizer that asks the same model: what was just sent still lies in the
 * provider's cache, and is read there for a part of its price. In memory only, of the threads used last.
 */

/** The interface of the AI SDK's models, as far as it is repeated; nothing of the SDK is loaded. */
export type SentCall = {
  params: { prompt: readonly { role: string; content: unknown }[]; maxOutputTokens?: number | undefined };
  /** Milliseconds. */
  at: number;
};

const rememberedThreads = 16;

/** By the model object itself: another one may belong to another account, whose cache is another. */
const sentBy = new WeakMap<object, Map<string, SentCall>>();

export function rememberSentCall(model: object, threadId: string, call: SentCall): void {
  const calls = sentBy.get(model) ?? new Map<string, SentCall>();
  sentBy.set(model, calls);
  calls.delete(threadId);
  calls.set(threadId, call);
  if (calls.size > rememberedThreads) calls.delete(calls.keys().next().value!);
}

/** Newest first. */
export function sentCallsOf(model: unknown): SentCall[] {
  const calls = typeof model === 'object' && model !== null ? sentBy.get(model) : undefined;
  return [...(calls?.values() ?? [])].reverse();
}
