/** Combines the members that have the same key, in the order given. */
export function foldBy<One>(
  all: readonly One[],
  keyOf: (one: One) => string,
  fold: (a: One, b: One) => One,
): One[] {
  const known = new Map<string, One>();
  for (const one of all) {
    const key = keyOf(one);
    const before = known.get(key);
    known.set(key, before === undefined ? one : fold(before, one));
  }
  return [...known.values()];
}

/** The `count` best members, in the order given. */
export function first<One>(all: readonly One[], count: number, compare: (a: One, b: One) => number): One[] {
  if (all.length <= count) return [...all];
  const kept = new Set([...all].sort(compare).slice(0, count));
  return all.filter((one) => kept.has(one));
}

/** Keeps some of the first members, which set the course, and the last ones, which hold now. */
export function fromBothEnds<One>(all: readonly One[], count: number): One[] {
  if (all.length <= count) return [...all];
  const opening = Math.floor(count / 4);
  return [...all.slice(0, opening), ...all.slice(opening - count)];
}
