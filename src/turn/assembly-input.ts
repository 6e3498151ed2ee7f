/** Puts together what a context is assembled from: the caller's parts, the shown summaries, and the messages read. */
import type { AssembleInput } from '../context/assemble-input.ts';
import type { LedgerPage } from '../context/ledger-pages.ts';
import type { Redaction } from '../engine/redaction.ts';
import { renderLedger } from '../facts/ledger.ts';
import type { Fact } from '../records/fact.ts';
import type { Arrangement } from '../records/request.ts';
import type { Strategy } from '../strategy.ts';
import { rememberWays } from '../text/remembered.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { ContextParts } from './context-parts.ts';
import type { UncoveredMessages } from './read-tail.ts';
import type { RecallPlan } from './recall-plan.ts';
import type { ShownSummaries } from './shown-summaries.ts';

export function assemblyInput(options: {
  ports: { counter: TokenCounter; redaction: Pick<Redaction, 'excerpt'> };
  strategy: Strategy;
  shown: ShownSummaries;
  parts: ContextParts;
  messages: UncoveredMessages;
  recall: RecallPlan;
  arrangement: Arrangement | undefined;
}): AssembleInput {
  const { ports, strategy, shown, parts, messages, recall, arrangement } = options;
  const { wanted } = recall.kept;
  const pinnedTexts = JSON.stringify([...parts.pinned, ...parts.rules.map(({ text }) => text)]);
  const showsWork = strategy.showsWork === true;
  return {
    ...parts,
    strategy,
    counter: ports.counter,
    excerpt: ports.redaction.excerpt,
    summaries: shown.summaries,
    ledger: withoutPinnedRules(shown.ledger, { pinnedTexts }),
    work: showsWork ? shown.work : null,
    request: shown.request,
    ...(showsWork && !parts.narrow && { pages: pagesWithoutPinnedRules(shown.pages, { pinnedTexts }) }),
    renderLedger,
    // If nothing may be recalled, no room is kept for it.
    recallTokens: parts.recall ? recall.tokens : 0,
    ...(wanted !== undefined && { recallAfter: wanted.after }),
    tail: messages.tail,
    unread: messages.unread,
    ...(arrangement && { arrangement }),
  };
}

/**
 * Leaves out rules that are pinned, so that no rule is shown twice. Returns the same list for the same rules, because
 * what was laid out before is recognized by its list.
 */
const withoutPinnedRules = rememberWays(
  (ledger: readonly Fact[], { pinnedTexts }: { pinnedTexts: string }): readonly Fact[] => {
    const pinned = new Set(JSON.parse(pinnedTexts) as string[]);
    return ledger.filter((fact) => fact.kind !== 'rule' || !pinned.has(fact.value));
  },
  { most: 4 },
);

const pagesWithoutPinnedRules = rememberWays(
  (pages: readonly LedgerPage[], options: { pinnedTexts: string }): readonly LedgerPage[] =>
    pages.map((page) => ({ ...page, facts: withoutPinnedRules(page.facts, options) })),
  { most: 4 },
);
