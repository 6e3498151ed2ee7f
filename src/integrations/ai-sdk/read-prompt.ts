/** The messages of a prompt as a conversation. */
import { readGiven } from '../../input/foreign-values.ts';
import { type Conversation, readConversation } from '../resent/conversation.ts';
import type { PromptMessage } from './model-types.ts';
import { fromPromptMessage } from './prompt-messages.ts';

export type ReadPrompt = Conversation & { readonly messages: readonly PromptMessage[] };

export function readPrompt(messages: readonly PromptMessage[]): ReadPrompt {
  const conversation = readConversation({
    length: messages.length,
    read: (index) => readGiven(`prompt[${index}]`, () => fromPromptMessage(messages[index]!)),
    roleAt: (index) => messages[index]!.role,
  });
  return { ...conversation, messages };
}
