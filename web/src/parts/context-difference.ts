/** Compares two contexts. Pure. */
import type { Context, ContextItem } from '../api/types.ts';

export type Change = { item: ContextItem; change: 'kept' | 'added' | 'gone' | 'resized'; before?: number };

const identityOf = ({ section, kind, summaryId, from, to, messageIds }: ContextItem): string =>
  [section, kind, summaryId ?? '', from ?? '', to ?? '', messageIds.join(' ')].join('|');

/** The items of `after` in their order, each with its change, then the items that only `before` has. */
export function difference(before: Context, after: Context): Change[] {
  const itemsBefore = new Map(before.items.map((item) => [identityOf(item), item]));
  const newNames = new Set(after.items.map(identityOf));
  const changes: Change[] = after.items.map((item) => {
    const known = itemsBefore.get(identityOf(item));
    if (!known) return { item, change: 'added' };
    return known.tokens === item.tokens
      ? { item, change: 'kept' }
      : { item, change: 'resized', before: known.tokens };
  });
  const removed = before.items.filter((item) => !newNames.has(identityOf(item)));
  return [...changes, ...removed.map((item) => ({ item, change: 'gone' as const }))];
}

export type Billing = 'cached' | 'written' | 'new';

/**
 * How a provider's prompt cache bills each message of a request: the first tokens are read from the cache, the next are
 * written to it, the others are new. A message is billed as its middle token is.
 */
export function billing(
  content: readonly { tokens: number }[],
  cache: { readTokens: number; writtenTokens: number },
): Billing[] {
  let sum = 0;
  return content.map(({ tokens }) => {
    const middle = sum + tokens / 2;
    sum += tokens;
    if (middle <= cache.readTokens) return 'cached';
    return middle <= cache.readTokens + cache.writtenTokens ? 'written' : 'new';
  });
}
