/** Matches as spans of a text: trimmed, merged, and extended to all other places of the same value. */

export type SecretSpan = { kind: string; start: number; end: number };
export type RankedSpan = SecretSpan & { family: string; rank: number };

export const placeholder = /\[(?:secret|personal):[a-z0-9-]{2,40}:[0-9a-f]{6}\]/g;

/** Replaces a placeholder's characters, so that its words say nothing about their neighbours. */
const coveredCharacter = '\ufffc';

export function withoutPlaceholders(text: string): string {
  if (!text.includes(':') || !/\[(?:secret|personal):/.test(text)) return text;
  return text.replace(placeholder, (found) => coveredCharacter.repeat(found.length));
}

/** Punctuation of the sentence around it does not belong to a secret, except inside quotes. */
export function trimEnd(text: string, start: number, end: number): number {
  if (/["'`”]/.test(text[end] ?? '')) return end;
  let last = end;
  while (last > start + 4 && /[.,;:?)\]}'"]/.test(text[last - 1]!)) last -= 1;
  return last;
}

/** Merges overlapping matches into one span of the most specific kind. Text that is already covered is left alone. */
export function mergeSpans(text: string, spans: RankedSpan[]): RankedSpan[] {
  spans.sort((a, b) => a.start - b.start || a.rank - b.rank);
  const merged: RankedSpan[] = [];
  for (const span of spans) {
    const coveredAt = text.slice(span.start, span.end).indexOf(coveredCharacter);
    if (coveredAt >= 0) {
      // A private key matches even around a placeholder; the part that is already covered is cut off.
      span.end = span.start + coveredAt;
      if (span.end - span.start < 4) continue;
    }
    const previous = merged.at(-1);
    if (previous === undefined || span.start >= previous.end) merged.push({ ...span });
    else {
      if (span.rank < previous.rank)
        Object.assign(previous, { kind: span.kind, rank: span.rank, family: span.family });
      previous.end = Math.max(previous.end, span.end);
    }
  }
  return merged;
}

/** Shorter values may be ordinary words elsewhere. */
const shortestRepeated = 8;
const keyLength = 6;

/**
 * A value that is a secret in one place is a secret of the same kind everywhere in the text, so it gets the same
 * placeholder everywhere. One pass over the text, however many values there are.
 */
export function extendToRepetitions(text: string, spans: RankedSpan[]): RankedSpan[] {
  const best = new Map<string, RankedSpan>();
  for (const span of spans) {
    const value = text.slice(span.start, span.end);
    const bestSoFar = best.get(value);
    if (bestSoFar === undefined || span.rank < bestSoFar.rank) best.set(value, span);
  }
  const unified = spans.map((span) => {
    const { kind, family, rank } = best.get(text.slice(span.start, span.end))!;
    return { ...span, kind, family, rank };
  });
  const byKey = new Map<string, [string, RankedSpan][]>();
  for (const entry of best) {
    const [value] = entry;
    if (value.length < shortestRepeated || /^[a-z]+$|^[A-Z]?[a-z]+$|\s/.test(value)) continue;
    const key = value.slice(0, keyLength);
    byKey.set(key, [...(byKey.get(key) ?? []), entry]);
  }
  if (byKey.size === 0) return unified;
  const result: RankedSpan[] = [];
  let next = 0;
  for (let index = 0; index + shortestRepeated <= text.length; index += 1) {
    const span = unified[next];
    if (span !== undefined && index >= span.start) {
      result.push(span);
      next += 1;
      index = span.end - 1;
      continue;
    }
    const entry = byKey
      .get(text.slice(index, index + keyLength))
      ?.find(([value]) => text.startsWith(value, index) && isWhole(text, index, index + value.length));
    if (entry === undefined || (span !== undefined && index + entry[0].length > span.start)) continue;
    const { kind, family, rank } = entry[1];
    result.push({ kind, family, rank, start: index, end: index + entry[0].length });
    index += entry[0].length - 1;
  }
  return [...result, ...unified.slice(next)];
}

function isWhole(text: string, start: number, end: number): boolean {
  const inside = /[A-Za-z0-9]/;
  return (
    !(inside.test(text[start - 1] ?? '') && inside.test(text[start]!)) &&
    !(inside.test(text[end] ?? '') && inside.test(text[end - 1]!))
  );
}
