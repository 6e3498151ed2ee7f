/** Lists of threads and owners in memory. */
import type { OwnerSummary, ThreadQuery } from '../../records/thread-list.ts';
import { checkCount } from '../rules/checks.ts';
import { foldedTitle, newestFirst, orderKey, readThreadQuery } from '../rules/thread-order.ts';
import type { MemoryThread } from './memory-thread.ts';

export function listedThreads(threads: readonly MemoryThread[], given: ThreadQuery): MemoryThread[] {
  const { order, after, limit, owner, label, titleContains } = readThreadQuery(given);
  const sign = newestFirst[order] ? -1 : 1;
  const start = after && placeOf(after.key, after.id);
  return threads
    .filter(
      ({ state }) =>
        (owner === undefined || state.owner === owner) &&
        (label === undefined || state.labels?.includes(label)) &&
        (titleContains === undefined ||
          (state.title !== undefined && foldedTitle(state.title).includes(titleContains))),
    )
    .map((thread) => ({ thread, place: placeOf(orderKey(order, thread.state), thread.state.id) }))
    .filter(({ place }) => !start || sign * compare(place, start) > 0)
    .sort((first, second) => sign * compare(first.place, second.place))
    .slice(0, limit)
    .map(({ thread }) => thread);
}

export function listedOwners(
  threads: readonly MemoryThread[],
  { after, limit }: { after: string | undefined; limit: number },
): OwnerSummary[] {
  checkCount('limit', limit);
  const counts = new Map<string, number>();
  for (const { state } of threads) {
    if (state.owner !== undefined) counts.set(state.owner, (counts.get(state.owner) ?? 0) + 1);
  }
  const start = Buffer.from(after ?? '');
  return [...counts]
    .map(([owner, count]) => ({ owner, threads: count, bytes: Buffer.from(owner) }))
    .filter(({ bytes }) => Buffer.compare(bytes, start) > 0)
    .sort((first, second) => Buffer.compare(first.bytes, second.bytes))
    .slice(0, limit)
    .map(({ owner, threads: owned }) => ({ owner, threads: owned }));
}

/** Byte order, as in databases; JavaScript's own order differs beyond the basic plane. */
type Place = [key: Buffer, id: Buffer];

function placeOf(key: string | undefined, id: string): Place {
  return [Buffer.from(key ?? ''), Buffer.from(id)];
}

function compare([key, id]: Place, [otherKey, otherId]: Place): number {
  return Buffer.compare(key, otherKey) || Buffer.compare(id, otherId);
}
