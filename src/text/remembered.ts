/**
 * Caches results of pure functions, because successive turns mostly show the same texts and read the same messages.
 * Caches are bounded by the size of their entries. Results are the same without them.
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
  type Entry = { result: Result; size: number };
  let young = new Map<Key, Entry>();
  let old = new Map<Key, Entry>();
  let size = 0;
  const add = (key: Key, entry: Entry) => {
    // A larger entry would displace what all others share.
    if (entry.size > mostSize / 4) return;
    young.set(key, entry);
    size += entry.size;
    if (size <= mostSize / 2) return;
    old = young;
    young = new Map();
    size = 0;
  };
  return {
    get(key) {
      const entry = young.get(key);
      if (entry !== undefined) return entry.result;
      const earlier = old.get(key);
      if (earlier === undefined) return undefined;
      old.delete(key);
      add(key, earlier);
      return earlier.result;
    },
    set: (key, result, entrySize) => add(key, { result, size: entrySize }),
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

/** Caches the results for the last few options of each subject, as long as the subject object is in use. */
export function rememberWays<Subject extends object, Options extends object, Result>(
  make: (subject: Subject, options: Options) => Result,
  { most }: { most: number },
): (subject: Subject, options: Options) => Result {
  const known = new WeakMap<Subject, { options: Options; result: Result }[]>();
  return (subject, options) => {
    const cached = known.get(subject) ?? [];
    known.set(subject, cached);
    const place = cached.findIndex((one) => hasSameOptions(one.options, options));
    const [found] = place === -1 ? [] : cached.splice(place, 1);
    const newest = found ?? { options, result: make(subject, options) };
    cached.unshift(newest);
    if (cached.length > most) cached.pop();
    return newest.result;
  };
}

function hasSameOptions<Options extends object>(one: Options, other: Options): boolean {
  return (Object.keys(other) as (keyof Options)[]).every((name) => one[name] === other[name]);
}
