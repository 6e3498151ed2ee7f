/**
 * Interrupted answers. Only their text is kept: half a call cannot be answered, and providers refuse reasoning without
 * its signature.
 */
import { fromModelMessage } from '../../message/ai-sdk.ts';
import type { Message, MessageContent } from '../../message/message.ts';
import { rememberedFields } from '../../message/provider-fields.ts';

/** Why an answer is incomplete. */
export type Interruption = 'aborted' | 'error';

/** Undefined if the answer has no text. */
export function interruptedMessage(text: string, interruption: Interruption): MessageContent | undefined {
  if (text.trim() === '') return undefined;
  return fromModelMessage({
    role: 'assistant',
    content: text,
    providerOptions: { everthread: { interrupted: interruption } },
  });
}

export function isInterrupted(message: Pick<Message, 'extra' | 'role'>): boolean {
  const { providerOptions } = rememberedFields(message, 'ai-sdk').fields as {
    providerOptions?: { everthread?: { interrupted?: unknown } };
  };
  return message.role === 'assistant' && providerOptions?.everthread?.interrupted !== undefined;
}
