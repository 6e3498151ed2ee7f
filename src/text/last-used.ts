/** Holds values by their keys, up to a number of them: the key that was set longest ago is forgotten first. */
export type LastUsed<Key, Value> = {
  get(key: Key): Value | undefined;
  /** Also moves a known key behind all others. */
  set(key: Key, value: Value): void;
  delete(key: Key): void;
};

export function createLastUsed<Key, Value>({ most }: { most: number }): LastUsed<Key, Value> {
  const held = new Map<Key, Value>();
  return {
    get: (key) => held.get(key),
    set(key, value) {
      held.delete(key);
      held.set(key, value);
      if (held.size > most) held.delete(held.keys().next().value!);
    },
    delete: (key) => {
      held.delete(key);
    },
  };
}
