/** Finds the known name that is nearest to a misspelt one, to suggest it. */

/** Undefined if no name is near enough. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase().slice(0, 60);
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(plain(wanted), plain(candidate));
    if (best === undefined || distance < best.distance) best = { name: candidate, distance };
  }
  if (best === undefined) return undefined;
  const allowed = Math.max(1, Math.floor(Math.min(wanted.length, best.name.length) / 3));
  if (best.distance <= allowed) return best.name;
  return wanted.length >= 3
    ? known.find((candidate) => plain(candidate).startsWith(plain(wanted)))
    : undefined;
}

export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** Ignores how words are joined, so that base_url, base-url and baseUrl count as equal. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/gu, '');
}

/** Counts insertions, deletions, substitutions and swaps of neighbouring characters. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
