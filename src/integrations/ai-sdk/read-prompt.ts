/** The messages of a prompt, converted and hashed where they are looked at: most of a long prompt never is. */
import { readGiven } from '../../input/foreign-values.ts';
import type { MessageContent } from '../../message/message.ts';
import { messageKey, nextChain, spokenText } from './message-key.ts';
import type { PromptMessage } from './model-types.ts';
import { fromPromptMessage } from './prompt-messages.ts';

export type ReadPrompt = {
  readonly messages: readonly PromptMessage[];
  readonly length: number;
  contentAt(index: number): MessageContent;
  keyAt(index: number): string;
  /** See message-key.ts: the chain up to and including this message, for a thread that holds nothing else. */
  at(index: number): string;
  isAssistant(index: number): boolean;
  assistantTextAt(index: number): string | undefined;
  /** Where the user spoke last; -1 where the user never did. */
  readonly lastUser: number;
};

export function readPrompt(messages: readonly PromptMessage[]): ReadPrompt {
  const contents: (MessageContent | undefined)[] = [];
  const keys: (string | undefined)[] = [];
  const chains: string[] = [];
  const contentAt = (index: number) => {
    contents[index] ??= readGiven(`prompt[${index}]`, () => fromPromptMessage(messages[index]!));
    return contents[index];
  };
  const keyAt = (index: number) => {
    keys[index] ??= messageKey(contentAt(index));
    return keys[index];
  };
  return {
    messages,
    length: messages.length,
    contentAt,
    keyAt,
    at(index) {
      while (chains.length <= index) chains.push(nextChain(chains.at(-1) ?? '', keyAt(chains.length)));
      return chains[index]!;
    },
    isAssistant: (index) => messages[index]!.role === 'assistant',
    assistantTextAt: (index) =>
      messages[index]!.role === 'assistant' ? spokenText(contentAt(index).parts) : undefined,
    lastUser: messages.findLastIndex(({ role }) => role === 'user'),
  };
}
