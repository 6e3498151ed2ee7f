/**
 * A queue that gives out what is most urgent first, and equally urgent items in the order in which they came. What waits
 * longest is never passed over for ever: after a number of items that went before it, it is next.
 */
import { type Urgency, urgencies } from './urgency.ts';

export type UrgentFirst<Item> = {
  add(item: Item): void;
  /** Removes and returns the next item that may be taken; undefined if there is none. */
  take(mayTake?: (item: Item) => boolean): Item | undefined;
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
      const first = waiting.findIndex(mayTake);
      if (first === -1) return undefined;
      let next = first;
      for (let index = first + 1; before < mostBefore && index < waiting.length; index += 1) {
        const item = waiting[index]!;
        if (urgencyOf(item) > urgencyOf(waiting[next]!) && mayTake(item)) next = index;
      }
      const [item] = waiting.splice(next, 1) as [Item];
      if (next !== first) before += 1;
      else if (before >= mostBefore || urgencyOf(item) === urgencies.backlog) before = 0;
      return item;
    },
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
