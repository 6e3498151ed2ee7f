/**
 * Keys by which the end of a conversation is found again. Only the beginning and the last messages are hashed.
 * Of the messages in between only the text lengths count, which need no reading, so that a conversation of a thousand
 * messages is recognized as fast as one of ten.
 *
 * `whole` is the key of a conversation that is sent whole: adding, removing or rewording a message changes it. `near`
 * are keys of the last messages alone, for clients that send only their newest part, or replace the old part by a
 * summary of their own. Endings that many conversations share get no `near` key.
 *
 * Tool results count by the id of their call, because agents shorten old results within the same conversation.
 */
import type { Conversation } from '../../integrations/resent/conversation.ts';
import { sha256 } from '../../message/hash.ts';
import { openedCalls } from '../../message/units.ts';

export type EndKeys = {
  /** Key of the conversation's first `length` messages. */
  whole(length: number): string;
  /** Keys under which the last messages may have been stored. */
  near(length: number): string[];
  /**
   * Keys under which the last messages are stored: at most one, made of as few messages as identify the conversation.
   */
  nearest(length: number): string[];
};

/** Up to the first answer, and one message more. */
const headMessages = 3;
const lastMessages = 8;
/** Enough messages if their text is distinctive. */
const fewMessages = 3;
const nearSizes = [fewMessages, lastMessages];
const distinctCharacters = 200;
/** An id made up by a provider identifies a message as well as a sentence does. */
const idLength = 16;
const charactersOfId = 100;

export function endKeys(options: {
  /** Keys of different scopes are never equal. */
  scope: string;
  conversation: Pick<Conversation, 'length' | 'keyAt' | 'contentAt'>;
  sizeAt(index: number): number;
  /** For clients that refer to a message by id instead of sending it. */
  nameAt?(index: number): string | undefined;
}): EndKeys {
  const { scope, conversation, sizeAt, nameAt } = options;
  /** Hash of the sizes of all messages before an index. */
  const sums = [0];
  const sumBefore = (index: number): number => {
    while (sums.length <= index) {
      const size = sizeAt(sums.length - 1);
      sums.push((Math.imul(sums.at(-1)!, 0x01000193) ^ size) >>> 0);
    }
    return sums[index]!;
  };
  const keys = (from: number, to: number): string[] => {
    const found: string[] = [];
    for (let index = Math.max(0, from); index < to; index += 1) {
      const name = nameAt?.(index);
      found.push(name === undefined ? conversation.keyAt(index) : `named ${name}`);
    }
    return found;
  };
  const isDistinct = (from: number, to: number): boolean => {
    let characters = 0;
    for (let index = from; index < to; index += 1) {
      const ids = openedCalls(conversation.contentAt(index)).filter((id) => id.length >= idLength);
      characters += sizeAt(index) + ids.length * charactersOfId;
    }
    return characters >= distinctCharacters;
  };
  const keyOf = (kind: string, ...parts: (string | number)[]): string =>
    sha256(JSON.stringify([scope, kind, ...parts])).slice(0, 32);

  const nearKey = (size: number, length: number): string =>
    keyOf(`near ${size}`, ...keys(length - size, length));

  return {
    whole(length) {
      const head = Math.min(headMessages, length);
      const last = Math.max(head, length - lastMessages);
      const middle = last > head ? sumBefore(last) : 0;
      return keyOf('whole', length, middle, ...keys(0, head), ...keys(last, length));
    },
    near: (length) => nearSizes.filter((size) => size <= length).map((size) => nearKey(size, length)),
    nearest(length) {
      const few = nearSizes.find(
        (size) => size <= length && (size === lastMessages || isDistinct(length - size, length)),
      );
      return few === undefined ? [] : [nearKey(few, length)];
    },
  };
}

/** Key of a conversation that the provider keeps under its own id. */
export function responseKey(scope: string, id: string): string {
  return sha256(JSON.stringify([scope, 'response', id])).slice(0, 32);
}
