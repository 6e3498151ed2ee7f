/**
 * Terms by number. A turn compares thousands of terms of hundreds of messages with those of a query and with each other:
 * as numbers they are counted in lists, where texts would have to be looked up one by one.
 */
import { isSmallTalkTerm, isStopTerm } from '../text/stop-terms.ts';

export type TermBook = {
  /** One more than its largest number. */
  readonly size: number;
  /** The number of a term, given to it now where it has none. */
  enter(term: string): number;
  /** Undefined where nobody said it. */
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
