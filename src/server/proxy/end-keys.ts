/**
 * Keys by which the end of a conversation is found again. Only its beginning and its last messages are hashed; of
 * those in between it counts how much was said in each, which is told without reading them, so that a conversation of a
 * thousand messages is recognized like one of ten.
 *
 * `whole` is the key of a conversation that is sent whole: any message that was added, left out or reworded makes another.
 * `near` are keys of its last messages alone, for clients that send only their newest part, or put a summary of their own
 * in place of the old one. Words that many conversations end with make none.
 *
 * Results of tools count by the call they answer: agents shorten old ones, and are in the same conversation all the same.
 */
import type { Conversation } from '../../integrations/resent/conversation.ts';
import { sha256 } from '../../message/hash.ts';
import { openedCalls } from '../../message/units.ts';

export type EndKeys = {
  /** Of the conversation up to so many messages. */
  whole(length: number): string;
  /** Under which its last messages may have been kept. */
  near(length: number): string[];
  /** Under which they are kept: one key at most, of as few messages as tell it from other conversations. */
  nearest(length: number): string[];
};

/** Up to the first answer, and a word more. */
const headMessages = 3;
const lastMessages = 8;
/** So few are enough where they are like no others. */
const fewMessages = 3;
const nearSizes = [fewMessages, lastMessages];
const distinctCharacters = 200;
/** An id a provider made up is worth as much as a sentence. */
const idLength = 16;
const charactersOfId = 100;

export function endKeys(options: {
  /** Keys of different scopes never meet. */
  scope: string;
  conversation: Pick<Conversation, 'length' | 'keyAt' | 'contentAt'>;
  sizeAt(index: number): number;
  /** Where a client may name a message instead of saying it. */
  nameAt?(index: number): string | undefined;
}): EndKeys {
  const { scope, conversation, sizeAt, nameAt } = options;
  /** Of the sizes of all messages before one. */
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

/** What a provider keeps under an id of its own. */
export function responseKey(scope: string, id: string): string {
  return sha256(JSON.stringify([scope, 'response', id])).slice(0, 32);
}
