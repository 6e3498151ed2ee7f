/**
 * Keys by which a conversation is found again once it has its answer: by the answer's content, and by the provider's
 * ids for it.
 */
import { messageKey } from '../../integrations/resent/message-key.ts';
import type { MessageContent } from '../../message/message.ts';
import type { ProxyRequest } from './dialects/dialect.ts';
import { endKeys } from './end-keys.ts';

/** `whole` and `nearest` are defined in end-keys.ts. */
export type ReplyKeys = { whole: string[]; nearest: string[] };

export function replyKeys(options: {
  scope: string;
  request: Pick<ProxyRequest, 'conversation' | 'sizeAt' | 'nameAt'>;
  reply: MessageContent;
  names: readonly string[];
}): ReplyKeys {
  const { scope, reply, names } = options;
  const { conversation, sizeAt, nameAt } = options.request;
  const last = conversation.length;
  const length = last + 1;
  const replyKey = messageKey(reply);
  const ends = [undefined, ...new Set(names)].map((own) =>
    endKeys({
      scope,
      conversation: {
        length,
        keyAt: (index) => (index === last ? replyKey : conversation.keyAt(index)),
        contentAt: (index) => (index === last ? reply : conversation.contentAt(index)),
      },
      sizeAt: (index) => (index === last ? textLength(reply) : sizeAt(index)),
      nameAt: (index) => (index === last ? own : nameAt?.(index)),
    }),
  );
  return {
    whole: ends.map((one) => one.whole(length)),
    nearest: ends.flatMap((one) => one.nearest(length)),
  };
}

function textLength({ parts }: MessageContent): number {
  return parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
}
