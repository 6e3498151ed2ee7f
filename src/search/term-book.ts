/**
 * Gives each term a number. A turn compares thousands of terms of hundreds of messages; numbers can be counted in arrays,
 * while texts would need a look-up for each.
 */
import { isSmallTalkTerm, isStopTerm } from '../text/stop-terms.ts';

export type TermBook = {
  /** One more than its largest number. */
  readonly size: number;
  /** The number of a term; a new term gets one. */
  enter(term: string): number;
  /** The number of a term; undefined if it never occurred. */
  find(term: string): number | undefined;
  text(number: number): string;
  isSmallTalk(number: number): boolean;
  /** Neither a stop word nor small talk. */
  isContent(number: number): boolean;
};

const content = 0;
const stop = 1;
const smallTalk = 2;

export function createTermBook(): TermBook {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const kinds: number[] = [];
  return {
    get size() {
      return texts.length;
    },
    enter(term) {
      const known = numbers.get(term);
      if (known !== undefined) return known;
      const number = texts.length;
      numbers.set(term, number);
      texts.push(term);
      kinds.push(isSmallTalkTerm(term) ? smallTalk : isStopTerm(term) ? stop : content);
      return number;
    },
    find: (term) => numbers.get(term),
    text: (number) => texts[number]!,
    isSmallTalk: (number) => kinds[number] === smallTalk,
    isContent: (number) => kinds[number] === content,
  };
}
