import { createEverthread, type Everthread } from '../src/everthread.ts';
import type { MessageContent } from '../src/message/message.ts';
import type { EverthreadOptions } from '../src/options.ts';
import type { Store } from '../src/store.ts';
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts';
import type { Thread } from '../src/thread.ts';

export const threadId = 'thread';

export type OpenThread = { store: Store; ever: Everthread; thread: Thread };

/** A new thread on a database of its own, in a window of 4,000 tokens. */
export async function openThread(options: EverthreadOptions = {}): Promise<OpenThread> {
  const store = options.store ?? sqliteStore({ path: ':memory:' });
  const ever = createEverthread({ budget: { tokens: 4_000 }, ...options, store });
  return { store, ever, thread: await ever.thread(threadId) };
}

export const userText = (text: string): MessageContent => ({ role: 'user', parts: [{ type: 'text', text }] });
