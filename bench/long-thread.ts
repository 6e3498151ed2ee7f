/** Makes a realistic thread: public messages, imported in batches and compacted by the default strategy. */
import {
  createEverthread,
  type Everthread,
  type Message,
  type MessageInput,
  type Thread,
} from '../src/index.ts';
import { sqliteStore } from '../src/sqlite.ts';
import type { Conversation } from './conversation.ts';
import { count } from './measure.ts';

export const budgetTokens = 8_000;
/** A measured context must use at least this many tokens of the budget. */
export const leastTokens = 5_000;
const batch = 2_000;

/** Opens the library with its usual settings: background work on, safe from power cuts. */
export function openBench(path: string, { recall }: { recall: boolean }): Everthread {
  return createEverthread({
    store: sqliteStore({ path }),
    budget: { tokens: budgetTokens },
    recall: { enabled: recall },
  });
}

/** Imports messages and compacts them, as `everthread import` and `everthread compact` do. */
export async function grow(options: {
  path: string;
  threadId: string;
  conversation: Conversation;
  messages: number;
  onAdded?: (messages: readonly Message[]) => void;
}): Promise<void> {
  const { path, threadId, conversation, messages, onAdded } = options;
  const importer = createEverthread({
    store: sqliteStore({ path, synchronous: 'normal' }),
    budget: { tokens: budgetTokens },
    automatic: false,
    compaction: { maxPasses: 1_000_000 },
  });
  try {
    const thread = await importer.thread(threadId);
    for (let left = messages; left > 0; left -= batch) {
      const added = await thread.append(conversation.take(Math.min(batch, left)));
      onAdded?.(added);
      if (left < messages && (messages - left) % 50_000 === 0)
        console.error(`  ${count(messages - left)} messages added`);
    }
    await thread.compact();
  } finally {
    await importer.close();
  }
}

export type Turn = { asked: Message; answered: Message; tokens: number };

/** Appends a message, makes the context, appends the answer. The messages are made before the time is taken. */
export async function takeTurn(
  thread: Thread,
  { said, answer, system }: { said: MessageInput; answer: MessageInput; system: string },
): Promise<Turn> {
  const asked = await thread.append(said);
  const context = await thread.context({ system });
  const answered = await thread.append(answer);
  return { asked, answered, tokens: context.tokens };
}

/** The next pair of messages; a question replaces the first one, if given. */
export function nextTurn(conversation: Conversation, question?: string) {
  const [said, answer] = nextPair(conversation);
  const asked = question === undefined ? said : { role: 'user' as const, content: question };
  return { said: asked, answer, system: conversation.system };
}

/** The next two messages of text. Tool results are skipped, because they cannot form a turn. */
export function nextPair(conversation: Conversation) {
  const plain = () => {
    for (;;) {
      const [message] = conversation.take(1) as [{ role: string; content?: unknown; createdAt?: string }];
      if (typeof message.content === 'string' && message.content !== '') return message;
    }
  };
  const [said, answer] = [plain(), plain()];
  return [
    { role: 'user' as const, content: said.content as string, createdAt: said.createdAt! },
    { role: 'assistant' as const, content: answer.content as string, createdAt: answer.createdAt! },
  ] as const;
}
