/** A set of recent strings: holds at least the last `most` and at most twice as many. */
export type Recent = { has(text: string): boolean; add(text: string): void };

export function createRecent(most: number): Recent {
  let newer = new Set<string>();
  let older = new Set<string>();
  return {
    has: (text) => newer.has(text) || older.has(text),
    add(text) {
      newer.add(text);
      if (newer.size < most) return;
      older = newer;
      newer = new Set();
    },
  };
}
