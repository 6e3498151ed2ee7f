/**
 * Remembers the ends of conversations that were answered a moment ago. A client that continues at once, as an agent
 * does, need not wait until the previous answer is stored, and its thread need not be looked up. Its next answer is
 * stored behind the previous one. If the thread was continued elsewhere or deleted meanwhile, the store reports that
 * then.
 */
import type { Thread } from '../../thread.ts';
import type { KnownState } from './find-thread.ts';

export type OpenEnd = {
  thread: Thread;
  /** State including the answer, even if the answer is not stored yet. */
  state: KnownState;
  /** The request that was answered. */
  owner: object;
};

export type OpenEnds = {
  /** `isStored`: from here on others may change the thread, so the entry expires soon. */
  add(keys: readonly string[], end: OpenEnd, stored: { isStored: boolean }): void;
  /** Removes keys of an end that turned out not to be what was stored. */
  drop(keys: readonly string[], owner: object): void;
  /** Returns an end only once, and only if `isFree` accepts it. */
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
