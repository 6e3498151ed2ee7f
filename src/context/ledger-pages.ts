/**
 * The ledger in pages. The exact facts of a merged summary stand directly behind it until that summary is merged
 * again, so that a compaction rewrites less. The last part of the ledger follows the newest summary: the work record of
 * all summaries and, in the room that is left, the facts that no page shows.
 */
import type { Fact } from '../records/fact.ts';
import type { WorkRecord } from '../records/work-record.ts';
import { rememberWays } from '../text/remembered.ts';
import { factsNotIn, type LedgerInput, type ShownLedger, showFacts, showLedger } from './ledger.ts';

/** The exact facts of one merged summary. */
export type LedgerPage = {
  /** Number of the last message that the summary covers. */
  to: number;
  facts: readonly Fact[];
};

export type ShownPage = ShownLedger & { to: number };
export type PagedLedger = { pages: ShownPage[]; ledger: ShownLedger | undefined };

/** Share of the section's usual budget that all pages together may take. */
const pagesShare = 0.55;
/** Share of the room left by earlier pages that one page may take, so that later ones get some too. */
const pageShare = 0.6;
/** Tokens of the smallest page: in a smaller one the frame would take too much. */
const leastPage = 200;

type PageOptions = Pick<LedgerInput, 'renderLedger' | 'counter'> & {
  pages: readonly LedgerPage[];
  work: WorkRecord | null;
  /** The section's budget, whatever else the context shows. The size of pages depends on nothing else. */
  usual: number;
  limit: number;
};

const mostRemembered = 4;
const rememberedPages = rememberWays(
  (facts: readonly Fact[], options: PageOptions) => pagesWithin(facts, options),
  { most: mostRemembered },
);

/** Undefined if there is no page to show, or too little room for one. A page does not depend on anything behind it. */
export function showPages({
  facts,
  ...options
}: PageOptions & { facts: readonly Fact[] }): PagedLedger | undefined {
  return rememberedPages(facts, options);
}

function pagesWithin(
  facts: readonly Fact[],
  { pages, work, usual, limit, ...ledgerOptions }: PageOptions,
): PagedLedger | undefined {
  const shown: ShownPage[] = [];
  let left = Math.min(usual, limit) * pagesShare;
  let textBefore = '';
  for (const { to, facts: own } of pages) {
    const most = Math.floor(left * pageShare);
    if (most < leastPage) break;
    const page = showFacts({ ...ledgerOptions, facts: factsNotIn(own, textBefore), limit: most });
    if (page === undefined) continue;
    shown.push({ ...page, to });
    left -= page.tokens;
    textBefore += `${page.text}\n`;
  }
  if (shown.length === 0) return undefined;
  const rest = limit - shown.reduce((sum, { tokens }) => sum + tokens, 0);
  // A page keeps the values it was made with, so values that changed are shown again in the last part.
  const notShown = new Set(factsNotIn(facts, textBefore));
  const remaining = facts.filter((fact) => notShown.has(fact) || (fact.valueHistory ?? []).length > 0);
  const ledger = showLedger({ ...ledgerOptions, facts: remaining, work, textBefore, limit: rest });
  return { pages: shown, ledger };
}
