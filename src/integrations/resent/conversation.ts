/**
 * A conversation as a client sends it. Messages are converted and hashed on demand, because most of a long conversation
 * is never looked at.
 */
import type { MessageContent, Role } from '../../message/message.ts';
import { messageKey, nextChain, spokenText, textKey } from './message-key.ts';

export type Conversation = {
  readonly length: number;
  contentAt(index: number): MessageContent;
  keyAt(index: number): string;
  /** Hash chain up to and including this message (see message-key.ts), for a thread that holds nothing else. */
  at(index: number): string;
  isAssistant(index: number): boolean;
  assistantTextAt(index: number): string | undefined;
  /** Index of the last user message; -1 if there is none. */
  readonly lastUser: number;
};

export function readConversation(options: {
  length: number;
  read(index: number): MessageContent;
  /** Role, known without converting the message. */
  roleAt(index: number): Role;
  /** Text of a message that is a single text, so that its key needs no conversion. */
  textAt?(index: number): string | undefined;
}): Conversation {
  const { length, read, roleAt, textAt } = options;
  const contents: (MessageContent | undefined)[] = [];
  const keys: (string | undefined)[] = [];
  const chains: string[] = [];
  const contentAt = (index: number) => {
    contents[index] ??= read(index);
    return contents[index];
  };
  const readKey = (index: number): string => {
    const text = textAt?.(index);
    return text === undefined ? messageKey(contentAt(index)) : textKey(roleAt(index), text);
  };
  const keyAt = (index: number) => {
    keys[index] ??= readKey(index);
    return keys[index];
  };
  let lastUser = length - 1;
  while (lastUser >= 0 && roleAt(lastUser) !== 'user') lastUser -= 1;
  return {
    length,
    contentAt,
    keyAt,
    at(index) {
      while (chains.length <= index) chains.push(nextChain(chains.at(-1) ?? '', keyAt(chains.length)));
      return chains[index]!;
    },
    isAssistant: (index) => roleAt(index) === 'assistant',
    assistantTextAt: (index) =>
      roleAt(index) === 'assistant' ? spokenText(contentAt(index).parts) : undefined,
    lastUser,
  };
}
