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
    for (let remaining = messages; remaining > 0; remaining -= batch) {
      const added = await thread.append(conversation.take(Math.min(batch, remaining)));
      onAdded?.(added);
      if (remaining < messages && (messages - remaining) % 50_000 === 0)
        console.error(`  ${count(messages - remaining)} messages added`);
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
  { message, answer, system }: { message: MessageInput; answer: MessageInput; system: string },
): Promise<Turn> {
  const asked = await thread.append(message);
  const context = await thread.context({ system });
  const answered = await thread.append(answer);
  return { asked, answered, tokens: context.tokens };
}

/**
 * The next message, which is the question if one is given, and its answer. Without a question the message asks nothing,
 * so that the caller decides how many turns are questions.
 */
export function nextTurn(conversation: Conversation, question?: string) {
  const nextMessage = nextText(conversation, (text) => !asksAnything(text));
  const answer = nextText(conversation);
  return {
    message: { role: 'user' as const, ...nextMessage, ...(question !== undefined && { content: question }) },
    answer: { role: 'assistant' as const, ...answer },
    system: conversation.system,
  };
}

/** The next two messages of text. */
export function nextPair(conversation: Conversation) {
  return [
    { role: 'user' as const, ...nextText(conversation) },
    { role: 'assistant' as const, ...nextText(conversation) },
  ] as const;
}

function asksAnything(text: string): boolean {
  return text.includes('?');
}

/** Tool results are skipped, because they cannot form a turn. */
function nextText(
  conversation: Conversation,
  isWanted: (text: string) => boolean = () => true,
): { content: string; createdAt: string } {
  for (;;) {
    const [message] = conversation.take(1) as unknown as [{ content?: unknown; createdAt: string }];
    const { content, createdAt } = message;
    if (typeof content === 'string' && content !== '' && isWanted(content)) return { content, createdAt };
  }
}
