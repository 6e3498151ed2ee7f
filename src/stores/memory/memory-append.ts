/** Appends messages to a thread in memory: numbers and indexes them, all or none. */
import type { MessageMeta } from '../../message/message.ts';
import { withArchiveCalls } from '../../message/origin.ts';
import { answeredCalls, openedCalls } from '../../message/units.ts';
import { isoTime } from '../../runtime.ts';
import type { Store } from '../../store.ts';
import { answeredByArchive } from '../rules/archive-calls.ts';
import { derivationsOf } from '../rules/derivations.ts';
import { callKey, checkAfter, freshMessages, grownState, numberMessages } from '../rules/numbering.ts';
import { addDerivation } from './memory-rewrite.ts';
import { indexMessage } from './memory-search.ts';
import { type MemoryThread, stateOf, storedRow, toMessage, toStored } from './memory-thread.ts';

type Append = Parameters<Store['append']>[0];

export function appendToThread(
  thread: MemoryThread,
  { threadId, messages, pins, title, fixedTokens, sent, after, now }: Append,
): Awaited<ReturnType<Store['append']>> {
  checkAfter(thread.state, after);
  const stored = new Map<string, MessageMeta>();
  for (const { id } of messages) {
    const seq = thread.seqs.get(id);
    if (seq !== undefined) stored.set(id, thread.messages[seq - 1]!.meta);
  }
  const fresh = freshMessages({ threadId, messages, stored });
  const answered = fresh.flatMap(answeredCalls).map(callKey);
  const known = new Map(
    answered.flatMap((key) => {
      const call = thread.calls.get(key)?.at(-1);
      return call ? [[key, call] as const] : [];
    }),
  );
  const previous = thread.messages.at(-1)?.meta;
  const given = numberMessages({ threadId, fresh, state: thread.state, calls: known, previous });
  const { numbered, earlier } = answeredByArchive(given, (key) => known.get(key)?.seq);
  const marked = [...earlier].map(([seq, callIds]) => {
    const message = withArchiveCalls(toMessage(threadId, thread.messages[seq - 1]!), callIds);
    return { message, stored: toStored(message) };
  });
  // Encoded before anything is changed, so that a value that cannot be stored leaves nothing behind.
  const encoded = numbered.map(toStored);
  const before = stateOf(thread);
  const row = storedRow(
    fresh.length > 0
      ? grownState({
          state: before,
          added: numbered,
          updatedAt: isoTime(now),
          pins,
          title,
          fixedTokens,
          sent,
        })
      : before,
  );
  for (const [index, message] of numbered.entries()) {
    thread.messages.push(encoded[index]!);
    const { id, seq, unitStart } = message;
    thread.seqs.set(id, seq);
    for (const key of new Set(openedCalls(message).map(callKey))) {
      const calls = thread.calls.get(key) ?? [];
      calls.push({ seq, unitStart });
      thread.calls.set(key, calls);
    }
    indexMessage(thread, message);
  }
  for (const { message, stored: changed } of marked) {
    thread.messages[message.seq - 1] = changed;
    indexMessage(thread, message);
  }
  for (const derivation of derivationsOf(numbered)) addDerivation(thread, derivation);
  Object.assign(thread, row);
  return {
    state: stateOf(thread),
    messages: messages.map(({ id }) => toMessage(threadId, thread.messages[thread.seqs.get(id)! - 1]!)),
    added: fresh.length,
  };
}
