/**
 * Where conversations that were answered a moment ago end. A client that goes on at once, as an agent does, need not wait
 * until the answer before is stored, nor be looked up: its next answer is stored behind that one, and where anybody went
 * on with the thread meanwhile, or it is gone, the store says so then.
 */
import type { Thread } from '../../thread.ts';
import type { KnownState } from './find-thread.ts';

export type OpenEnd = {
  thread: Thread;
  /** With the answer, even where that is still to be stored. */
  state: KnownState;
  /** Who gave the answer. */
  owner: object;
};

export type OpenEnds = {
  /** `isStored`: from here on others may change the thread, and what is known of it is out of date soon. */
  add(keys: readonly string[], end: OpenEnd, stored: { isStored: boolean }): void;
  /** Nobody goes on there: it is not what was stored in the end. */
  drop(keys: readonly string[], owner: object): void;
  /** Once for each end, and only where it is `free`. */
  take(key: string, isFree: (end: OpenEnd) => boolean): OpenEnd | undefined;
};

const keptMs = 2_000;
const mostEnds = 2_000;

export function createOpenEnds({ now }: { now(): number }): OpenEnds {
  const known = new Map<string, { end: OpenEnd; until: number; keys: readonly string[] }>();
  const remove = (keys: readonly string[], owner: object): void => {
    for (const key of keys) if (known.get(key)?.end.owner === owner) known.delete(key);
  };
  return {
    add(keys, end, { isStored }) {
      const until = isStored ? now() + keptMs : Number.POSITIVE_INFINITY;
      for (const key of keys) {
        known.delete(key);
        known.set(key, { end, until, keys });
      }
      while (known.size > mostEnds) known.delete(known.keys().next().value!);
    },
    drop: remove,
    take(key, isFree) {
      const found = known.get(key);
      if (found === undefined || found.until < now() || !isFree(found.end)) return undefined;
      remove(found.keys, found.end.owner);
      return found.end;
    },
  };
}
