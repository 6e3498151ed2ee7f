/**
 * A queue that gives out what is most urgent first, and equally urgent items in the order in which they came. What waits
 * longest is never passed over for ever: after a number of items that went before it, it is next.
 */
import { type Urgency, urgencies } from './urgency.ts';

export type UrgentFirst<Item> = {
  add(item: Item): void;
  /** Removes and returns the next item that may be taken; undefined if there is none. */
  take(mayTake?: (item: Item) => boolean): Item | undefined;
  find(isWanted: (item: Item) => boolean): Item | undefined;
  filter(isWanted: (item: Item) => boolean): Item[];
  remove(item: Item): void;
  /** Removes and returns everything. */
  clear(): Item[];
  size(): number;
};

/** Items in a row that may go before the one that waits longest. */
export const mostBefore = 8;

export function createUrgentFirst<Item>(urgencyOf: (item: Item) => Urgency): UrgentFirst<Item> {
  let waiting: Item[] = [];
  let before = 0;
  return {
    add: (item) => {
      waiting.push(item);
    },
    take(mayTake = () => true) {
      const [first, ...others] = waiting.filter(mayTake);
      if (first === undefined) return undefined;
      let next: Item = first;
      if (before < mostBefore) for (const item of others) if (urgencyOf(item) > urgencyOf(next)) next = item;
      if (next !== first) before += 1;
      else if (before >= mostBefore || urgencyOf(next) === urgencies.backlog) before = 0;
      waiting = waiting.filter((item) => item !== next);
      return next;
    },
    find: (isWanted) => waiting.find(isWanted),
    filter: (isWanted) => waiting.filter(isWanted),
    remove: (item) => {
      waiting = waiting.filter((other) => other !== item);
    },
    clear() {
      const all = waiting;
      waiting = [];
      return all;
    },
    size: () => waiting.length,
  };
}
