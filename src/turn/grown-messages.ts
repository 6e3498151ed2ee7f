/** Appends messages of apps that grow under their id (see message/ui-message-growth.ts). */
import { isEverthreadError } from '../errors.ts';
import { hashMessage } from '../message/hash.ts';
import type { Message, PreparedMessage } from '../message/message.ts';
import { continuationId, growthOf } from '../message/ui-message-growth.ts';
import type { Store } from '../store.ts';
import type { TokenCounter } from '../tokens/counter.ts';

type Ports = { store: Pick<Store, 'append' | 'findMessages'>; counter: TokenCounter };
type AppendRequest = Parameters<Store['append']>[0];

/** Continuations that are read at once. */
const page = 16;

/** Nothing is read ahead: only an append that the store refuses can hold a message that grew. */
export async function appendGrown(options: {
  ports: Ports;
  threadId: string;
  messages: readonly PreparedMessage[];
  storing: (messages: readonly PreparedMessage[]) => AppendRequest;
}): ReturnType<Store['append']> {
  const { ports, threadId, messages, storing } = options;
  try {
    return await ports.store.append(storing(messages));
  } catch (error) {
    const isConflict = isEverthreadError(error, 'message_conflict') && error.field === 'messages';
    const grown = isConflict ? await withGrowth({ ports, threadId, messages }) : undefined;
    if (grown === undefined) throw error;
    return ports.store.append(storing(grown));
  }
}

/** The messages with those that continue stored ones. Undefined if one of them conflicts with what is stored. */
async function withGrowth(options: {
  ports: Ports;
  threadId: string;
  messages: readonly PreparedMessage[];
}): Promise<PreparedMessage[] | undefined> {
  const { ports, threadId, messages } = options;
  const ids = messages.map(({ id }) => id);
  const found = await ports.store.findMessages({ threadId, ids });
  const stored = new Map(found.map((message) => [message.id, message]));
  const grown: PreparedMessage[] = [];
  for (const message of messages) {
    const first = stored.get(message.id);
    if (first === undefined || first.hash === message.hash || first.removed !== undefined) {
      grown.push(message);
      continue;
    }
    const said = [first, ...(await continuations(ports, first))];
    grown.push(first);
    // What was forgotten does not come back with what was added to it.
    if (said.some(({ removed }) => removed !== undefined)) continue;
    const growth = growthOf(said, message);
    if (growth === undefined) return undefined;
    for (const [index, content] of growth.entries())
      grown.push({
        ...content,
        id: continuationId(first.id, said.length + 1 + index),
        createdAt: message.createdAt,
        tokens: await ports.counter.messageLong(content),
        hash: hashMessage(content),
      });
  }
  return grown;
}

async function continuations({ store }: Ports, { id, threadId }: Message): Promise<Message[]> {
  const known: Message[] = [];
  for (;;) {
    const ids = Array.from({ length: page }, (_, index) => continuationId(id, known.length + 2 + index));
    const found = await store.findMessages({ threadId, ids });
    const byId = new Map(found.map((message) => [message.id, message]));
    const next = ids.map((each) => byId.get(each)).filter((message) => message !== undefined);
    known.push(...next);
    if (next.length < page) return known;
  }
}
