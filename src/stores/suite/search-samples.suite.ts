/** Appending and searching text, for the suites of search. */
import type { MessageContent, Part } from '../../message/message.ts';
import type { TextQuery } from '../../search-index.ts';
import type { Store } from '../../store.ts';
import { textTerms } from '../../text/terms.ts';
import { message, someTime } from './samples.suite.ts';

type Said = Partial<MessageContent> & { text?: string; createdAt?: string; tokens?: number };

/** Appends to a thread, which is created if necessary. */
export async function say(store: Store, threadId: string, ...all: (string | Said)[]): Promise<void> {
  const { messages: known } = await store.ensureThread({ threadId, now: someTime });
  const messages = all.map((said, index) => {
    const { text, ...rest } = typeof said === 'string' ? { text: said } : said;
    const parts: Part[] = rest.parts ?? [{ type: 'text', text: text ?? '' }];
    return message(`${threadId}-${known + index + 1}`, { ...rest, parts });
  });
  await store.append({ threadId, messages, now: someTime });
}

export async function ask(store: Store, text: string, scope: Partial<TextQuery> = {}) {
  const [answer] = await store.search.text([
    { threadIds: ['t'], terms: textTerms(text), limit: 100, ...scope },
  ]);
  return answer!;
}

/** The places of the matches, by thread and number. */
export async function places(store: Store, text: string, scope: Partial<TextQuery> = {}): Promise<string[]> {
  const { candidates } = await ask(store, text, scope);
  return candidates.map(({ threadId, seq }) => `${threadId}${seq}`).toSorted();
}

/** A unique word, even after stemming. */
export const word = (number: number) =>
  `zu${number.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}kx`;
