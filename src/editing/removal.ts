/** What remains of a message whose content is removed. */
import { hashMessage } from '../message/hash.ts';
import type { Message, MessageContent } from '../message/message.ts';
import { isAside } from '../message/origin.ts';
import type { MessageChange } from '../store.ts';
import type { TokenCounter } from '../tokens/counter.ts';

/** A deleted original keeps its hash, so that summaries still prove what they cover. A forgotten one keeps nothing. */
export function removal(kind: 'forget' | 'delete', message: Message, counter: TokenCounter): MessageChange {
  const empty: MessageContent = { role: message.role, parts: [] };
  const hash = kind === 'delete' ? message.hash : hashMessage(empty);
  return { kind, seq: message.seq, tokens: isAside(message) ? 0 : counter.message(empty), hash };
}
