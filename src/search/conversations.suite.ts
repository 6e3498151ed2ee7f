/** Small conversations in a store in memory, for the tests of recall. */
import { createHash } from 'node:crypto';
import type { Message, PreparedMessage, Role } from '../message/message.ts';
import type { RecallPort } from '../search-index.ts';
import type { Store } from '../store.ts';
import { memoryStore } from '../stores/memory/memory.ts';

export type Line = { name?: string; role?: Role; text: string; at?: string };

export async function storeOf(threads: Record<string, readonly Line[]>): Promise<Store> {
  const store = memoryStore();
  await store.open();
  for (const [threadId, lines] of Object.entries(threads)) {
    await store.ensureThread({ threadId, now: 0 });
    await store.append({ threadId, messages: lines.map(prepared), now: 0 });
  }
  return store;
}

export function portOf(store: Store): RecallPort {
  return { search: store.search, readMessagesAt: store.readMessagesAt };
}

function prepared({ name, role = 'user', text, at }: Line, index: number): PreparedMessage {
  return {
    id: `m${index + 1}`,
    role,
    parts: [{ type: 'text', text }],
    ...(name === undefined ? {} : { name }),
    createdAt: at ?? new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString(),
    tokens: Math.ceil(text.length / 4) + 4,
    hash: createHash('sha256').update(`${index} ${name} ${text}`).digest('hex'),
  };
}

/** Turns of two people who take turns, beginning at a time. */
export function dialogue(start: string, ...texts: string[]): Line[] {
  return texts.map((text, index) => ({
    name: index % 2 === 0 ? 'Anna' : 'Ben',
    role: index % 2 === 0 ? 'user' : 'assistant',
    text,
    at: new Date(Date.parse(start) + index * 30_000).toISOString(),
  }));
}

export function seqs(hits: readonly { message: Message }[]): number[] {
  return hits.map(({ message }) => message.seq);
}
