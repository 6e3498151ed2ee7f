import { messageId, messageKey, nextChain } from '../../integrations/resent/message-key.ts';
import type { MessageContent } from '../../message/message.ts';

/** Gives each message an id made from its content and its number behind `seq`, so that it is not stored twice. */
export function withIds(
  messages: readonly MessageContent[],
  seq: number,
): (MessageContent & { id: string })[] {
  return messages.map((content, index) => {
    const key = messageKey(content);
    return { ...content, id: messageId(key, nextChain(String(seq + index + 1), key)) };
  });
}
