/** Seeded random numbers, so that every figure can be reproduced and a failing case found. */
export type Random = {
  integer(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
  text(alphabet: string, length: number): string;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    integer,
    pick: (items) => items[integer(0, items.length - 1)]!,
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet[integer(0, alphabet.length - 1)]).join(''),
  };
}
