/**
 * The ledger in pages: exact facts of a merged summary stand directly behind it and stay there until that summary
 * is merged again, so that a compaction rewrites less. The last part of the ledger follows the newest summary: the work
 * record of all of them, which is one and current, and with the room that is left the facts that no page tells.
 */
import type { Fact } from '../records/fact.ts';
import type { WorkRecord } from '../records/work-record.ts';
import { rememberWays } from '../text/remembered.ts';
import { type LedgerInput, type ShownLedger, showFacts, showLedger, untold } from './ledger.ts';

/** Exact facts of one summary that was merged. */
export type LedgerPage = {
  /** The last message of its summary. */
  to: number;
  facts: readonly Fact[];
};

export type ShownPage = ShownLedger & { to: number };
export type PagedLedger = { pages: ShownPage[]; ledger: ShownLedger | undefined };

/** Of the section's usual budget: what all pages may take. */
const pagesShare = 0.55;
/** Of what the pages before it leave: what a page may take, so that later ones have theirs. */
const pageShare = 0.6;
/** A smaller page is more frame than content. */
const leastPage = 200;

type Way = Pick<LedgerInput, 'renderLedger' | 'counter'> & {
  pages: readonly LedgerPage[];
  work: WorkRecord | null;
  /** The section's budget whatever stands in it and is looked up: how large pages are depends on nothing else. */
  usual: number;
  limit: number;
};

const mostRemembered = 4;
const remembered = rememberWays((facts: readonly Fact[], way: Way) => pagesWithin(facts, way), {
  most: mostRemembered,
});

/** Undefined where there is nothing, or too little room, to part. How a page looks depends on nothing behind it. */
export function showPages({ facts, ...way }: Way & { facts: readonly Fact[] }): PagedLedger | undefined {
  return remembered(facts, way);
}

function pagesWithin(
  facts: readonly Fact[],
  { pages, work, usual, limit, ...way }: Way,
): PagedLedger | undefined {
  const shown: ShownPage[] = [];
  let left = Math.min(usual, limit) * pagesShare;
  let told = '';
  for (const { to, facts: own } of pages) {
    const most = Math.floor(left * pageShare);
    if (most < leastPage) break;
    const page = showFacts({ ...way, facts: untold(own, told), limit: most });
    if (page === undefined) continue;
    shown.push({ ...page, to });
    left -= page.tokens;
    told += `${page.text}\n`;
  }
  if (shown.length === 0) return undefined;
  const rest = limit - shown.reduce((sum, { tokens }) => sum + tokens, 0);
  // A page keeps the value it was made with: what has changed since, or changed back, is told behind it.
  const fresh = new Set(untold(facts, told));
  const behind = facts.filter((fact) => fresh.has(fact) || (fact.valueHistory ?? []).length > 0);
  const ledger = showLedger({ ...way, facts: behind, work, told, limit: rest });
  return { pages: shown, ledger };
}
