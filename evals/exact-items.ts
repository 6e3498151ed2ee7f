/**
 * Finds exact items of a text (paths, code spans, file names, identifiers) and counts those that another text holds.
 */
import { basename } from 'node:path';

/** Paths, code spans, file names and identifiers of a text, in order. */
export function exactItems(text: string): string[] {
  const patterns = [
    /`([^`\n]{3,80})`/g,
    /((?:[\w.@~-]+\/)+[\w.@-]+)/g,
    /\b([\w-]+\.(?:ts|js|tsx|jsx|py|ex|exs|md|json|ya?ml|toml|rs|go|sql|sh|css|html|heex))\b/g,
    /\b([a-z]+[A-Z]\w{2,}|[A-Z][a-z0-9]+[A-Z]\w+|[a-z0-9]+_[a-z0-9_]{3,})\b/g,
  ];
  const found = patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 1: item, index }) => ({
      index,
      item: item!.trim().replace(/[.,:]+$/, ''),
    })),
  );
  return [...new Set(found.sort((a, b) => a.index - b.index).map(({ item }) => item))].filter(
    (item) => !/^\d+\/\d+$/.test(item),
  );
}

export function holds(text: string, item: string): boolean {
  const last = basename(item).toLowerCase();
  return text.includes(item.toLowerCase()) || (item.includes('/') && last.length > 4 && text.includes(last));
}

export function share(text: string, items: readonly string[]): number {
  const lower = text.toLowerCase();
  return items.filter((item) => holds(lower, item)).length / Math.max(1, items.length);
}

export function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
