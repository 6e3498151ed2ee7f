/** Holds values by their keys, up to a number of them: the key that was set longest ago is forgotten first. */
export type LastUsed<Key, Value> = {
  get(key: Key): Value | undefined;
  /** Also moves a known key behind all others. */
  set(key: Key, value: Value): void;
  delete(key: Key): void;
};

export function createLastUsed<Key, Value>({ most }: { most: number }): LastUsed<Key, Value> {
  const entries = new Map<Key, Value>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > most) entries.delete(entries.keys().next().value!);
    },
    delete: (key) => {
      entries.delete(key);
    },
  };
}
