/**
 * The wording of a source: which words stood next to each other. Decides whether a quotation can come from it, with
 * some bytes of memory per pair of words, whatever the length of the source.
 */
import { unspacedScripts } from '../text/scripts.ts';

export type Wording = {
  add(text: string): void;
  /** Ignores case, punctuation, and omissions marked by an ellipsis or brackets. */
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
      // After too many pairs, nothing is rejected any more.
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
