/**
 * The wording of a source: which words stood next to each other. Answers whether a quotation can be one, in memory of
 * some bytes a pair of words, whatever the length of the source.
 */
import { unspacedScripts } from '../text/scripts.ts';

export type Wording = {
  add(text: string): void;
  /** Case, punctuation and what an ellipsis or brackets leave out apart. */
  holds(quotation: string): boolean;
};

const mostPairs = 2_000_000;
const word = new RegExp(`[${unspacedScripts}]|[\\p{L}\\p{M}\\p{N}_]+(?:['’][\\p{L}]+)*`, 'gu');
const gap = /\[[^\]]{0,80}\]|\([….]{1,4}\)|…|\.{3,}/gu;

export function createWording(): Wording {
  const pairs = new Set<number>();
  const single = new Set<number>();

  return {
    add(text) {
      let previous: string | undefined;
      for (const current of wordsOf(text)) {
        if (pairs.size >= mostPairs) return;
        single.add(hashOf(current));
        if (previous !== undefined) pairs.add(hashOf(`${previous} ${current}`));
        previous = current;
      }
    },
    holds(quotation) {
      // Too much was read to remember it all: nothing is held against anybody.
      if (pairs.size >= mostPairs) return true;
      return quotation.split(gap).every((piece) => {
        const words = [...wordsOf(piece)];
        if (words.length === 1) return single.has(hashOf(words[0]!));
        return words.every(
          (current, index) => index === 0 || pairs.has(hashOf(`${words[index - 1]} ${current}`)),
        );
      });
    },
  };
}

function* wordsOf(text: string): Generator<string> {
  for (const [found] of text.normalize('NFKC').matchAll(word)) yield found.toLowerCase().replaceAll('’', "'");
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
