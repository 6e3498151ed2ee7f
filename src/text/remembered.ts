/**
 * Results of pure functions, remembered: turn after turn shows most of the same texts and looks at most of the same
 * messages. Bounded by the size of what is held, and the same answer with it as without.
 */
export type Memory<Key, Result> = {
  get(key: Key): Result | undefined;
  set(key: Key, result: Result, size: number): void;
};

/**
 * Two generations: what is asked for again moves into the young one, and when that is full, the old one goes. Unlike a
 * list by last use, it costs one look where something is found.
 */
export function createMemory<Key, Result>({ mostSize }: { mostSize: number }): Memory<Key, Result> {
  type Held = { result: Result; size: number };
  let young = new Map<Key, Held>();
  let old = new Map<Key, Held>();
  let size = 0;
  const add = (key: Key, held: Held) => {
    // One that is larger would push out what all others share.
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
    known.set(text, made, text.length);
    return made;
  };
}
