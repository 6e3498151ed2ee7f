/**
 * Titles of threads, made without a model: when messages are appended, and later from a thread's first messages.
 */
import { readableThreads } from '../engine/readable.ts';
import type { Redaction } from '../engine/redaction.ts';
import { titleOf } from '../facts/title.ts';
import { type Message, textOf } from '../message/message.ts';
import { isAside } from '../message/origin.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { yieldToEventLoop } from '../runtime.ts';
import type { MakeTitle, Store } from '../store.ts';

/** A request stands near the beginning of a message, and of a thread. */
const readCharacters = 4_000;
const readMessages = 40;
/** Does not report damage, because listing threads does. */
const unheard = { emit: () => undefined };
const threadsOfPage = 100;
/** Set if a store held threads before there were titles; see migration 0008. */
const waitingKey = 'everthread.untitled';

export type TitlePorts = {
  store: Pick<Store, 'listThreads' | 'makeTitle' | 'readMessages' | 'readValue' | 'writeValue'>;
  redaction: Pick<Redaction, 'redactStart'>;
};

export function titleMaker({ redactStart }: TitlePorts['redaction']): MakeTitle {
  return (messages) => {
    for (const message of messages) {
      if (message.role !== 'user' || message.removed !== undefined || isAside(message)) continue;
      const text = textOf(message.parts);
      if (titleOf(text.slice(0, readCharacters)) === undefined) continue;
      const title = titleOf(redactStart(text, readCharacters));
      if (title !== undefined) return { title, from: message.seq };
    }
    return undefined;
  };
}

/** The thread with a title made from its first messages, if it has none and they contain a request. */
export async function withMadeTitle(ports: TitlePorts, state: ThreadState): Promise<ThreadState> {
  if (state.title !== undefined || state.messages === 0) return state;
  const { store, redaction } = ports;
  const first: Message[] = await store.readMessages({ threadId: state.id, from: 1, limit: readMessages });
  const made = titleMaker(redaction)(first);
  if (made === undefined) return state;
  return store.makeTitle({ threadId: state.id, ...made, revision: state.revision });
}

/**
 * Gives threads of earlier versions a title, once for each store. If interrupted, it starts again at the next start.
 */
export async function makeOldTitles(ports: TitlePorts, signal: AbortSignal): Promise<void> {
  const { store } = ports;
  if ((await store.readValue(waitingKey)) !== 'waiting') return;
  let after: string | undefined;
  for (;;) {
    const page = await readableThreads(
      { store, emitter: unheard },
      {
        limit: threadsOfPage,
        ...(after !== undefined && { after }),
      },
    );
    for (const state of page) {
      signal.throwIfAborted();
      await withMadeTitle(ports, state);
      await yieldToEventLoop();
    }
    if (page.length < threadsOfPage) break;
    after = page.at(-1)!.id;
  }
  await store.writeValue(waitingKey, 'made');
}
