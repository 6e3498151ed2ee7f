/**
 * Caches results of pure functions, because successive turns show mostly the same texts and look at mostly the same
 * messages. Bounded by the size of what is held. Results are the same without it.
 */
export type Memory<Key, Result> = {
  get(key: Key): Result | undefined;
  set(key: Key, result: Result, size: number): void;
};

/**
 * Keeps two generations. An entry that is used again moves to the young one; when that is full, the old one is dropped.
 * Unlike a list in order of use, a hit in the young one costs a single look-up.
 */
export function createMemory<Key, Result>({ mostSize }: { mostSize: number }): Memory<Key, Result> {
  type Held = { result: Result; size: number };
  let young = new Map<Key, Held>();
  let old = new Map<Key, Held>();
  let size = 0;
  const add = (key: Key, held: Held) => {
    // A larger entry would displace what all others share.
    if (held.size > mostSize / 4) return;
    young.set(key, held);
    size += held.size;
    if (size <= mostSize / 2) return;
    old = young;
    young = new Map();
    size = 0;
  };
  return {
    get(key) {
      const held = young.get(key);
      if (held !== undefined) return held.result;
      const earlier = old.get(key);
      if (earlier === undefined) return undefined;
      old.delete(key);
      add(key, earlier);
      return earlier.result;
    },
    set: (key, result, heldSize) => add(key, { result, size: heldSize }),
  };
}

export function rememberTexts<Result>(
  make: (text: string) => Result,
  { mostCharacters }: { mostCharacters: number },
): (text: string) => Result {
  const known = createMemory<string, Result>({ mostSize: mostCharacters });
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    known.set(ownText(text), made, text.length);
    return made;
  };
}

/** Copies a text. A slice of a longer text keeps the whole text in memory, and joining two halves makes a new text. */
export function ownText(text: string): string {
  const middle = text.length >> 1;
  return middle === 0 ? text : [text.slice(0, middle), text.slice(middle)].join('');
}

/** Remembers, for each thing, the results for the last few ways. */
export function rememberWays<Thing extends object, Way extends object, Result>(
  make: (thing: Thing, way: Way) => Result,
  { most }: { most: number },
): (thing: Thing, way: Way) => Result {
  const known = new WeakMap<Thing, { way: Way; result: Result }[]>();
  return (thing, way) => {
    const ways = known.get(thing) ?? [];
    known.set(thing, ways);
    const place = ways.findIndex((one) => isSameWay(one.way, way));
    const [found] = place === -1 ? [] : ways.splice(place, 1);
    const newest = found ?? { way, result: make(thing, way) };
    ways.unshift(newest);
    if (ways.length > most) ways.pop();
    return newest.result;
  };
}

function isSameWay<Way extends object>(one: Way, other: Way): boolean {
  return (Object.keys(other) as (keyof Way)[]).every((name) => one[name] === other[name]);
}
