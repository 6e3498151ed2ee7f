import { messageId, messageKey, nextChain } from '../../integrations/resent/message-key.ts';
import type { MessageContent } from '../../message/message.ts';

/** By what is said and where, behind `seq`, so that the same message is not stored twice. */
export function withIds(
  messages: readonly MessageContent[],
  seq: number,
): (MessageContent & { id: string })[] {
  return messages.map((content, index) => {
    const key = messageKey(content);
    return { ...content, id: messageId(key, nextChain(String(seq + index + 1), key)) };
  });
}
