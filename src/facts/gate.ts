/**
 * The fact-survival gate, which checks a summary before it is committed. Facts of the sources that the prose
 * lacks go into the ledger by importance. Facts in the prose that no source contains are inventions, and too many of
 * them reject the summary. Facts that fit neither are still reachable by the summary's pointer to its messages (I-9),
 * and are counted separately.
 */

import type { Fact, FactKind } from '../records/fact.ts';
import type { StructuredRecord } from '../records/summary.ts';
import { type Claim, readClaims } from './claims.ts';
import { binding } from './importance.ts';
import { isPartOfPath, mergeLedger } from './ledger.ts';
import { factKey, mergeFacts } from './merge.ts';
import { createPresence } from './presence.ts';
import { createSourceIndex, type SourceIndex } from './source-index.ts';

export type SummaryAudit = {
  /** Stored with the summary: facts to show beside it, and facts that its prose contains (`inProse`). */
  ledger: Fact[];
  /** Share of the sources' facts that prose or ledger contain. */
  survival: number;
  /** Share of the summary's own exact facts that have a source. */
  fidelity: number;
  /** Number of source facts in all; `kept`: in prose or ledger; `pointer`: reachable only by pointer. */
  total: number;
  kept: number;
  pointer: number;
  invented: Fact[];
  verdict: 'accept' | 'reject';
  reason?: string;
};

export type AuditOptions = {
  text: string;
  record: StructuredRecord | null;
  /** Facts of the messages read for it, most important first. */
  sourceFacts: readonly Fact[];
  /** Facts stored with the summaries it replaces. */
  previousFacts: readonly Fact[];
  /** Everything the summarizer read, if available as one text … */
  sourceText?: string;
  /** … or added page by page. Without either, only facts count as sources, and too much is flagged. */
  sourceIndex?: SourceIndex;
  /**
   * The earlier summaries it was made from, if the sources are the originals behind them. These summaries were checked
   * against the same sources. What is repeated from them lowers fidelity, but only what is new can reject the summary.
   */
  retold?: string;
  ledgerBudgetTokens: number;
  countTokens: (text: string) => number;
};

/** More inventions than this reject a summary. */
const mostInvented = 2;

/** Most facts remembered as `inProse`. A page of prose contains fewer. */
const mostInProse = 300;
const checked: ReadonlySet<FactKind> = new Set([
  'quantity',
  'money',
  'date',
  'version',
  'path',
  'url',
  'handle',
  'identifier',
  'name',
  'command',
  'quote',
]);

export function auditSummary(options: AuditOptions): SummaryAudit {
  const { sourceFacts, previousFacts, ledgerBudgetTokens, countTokens } = options;
  const text = [options.text, ...(options.record === null ? [] : textsOf(options.record))].join('\n');
  const facts = mergeFacts([...previousFacts, ...sourceFacts]);

  const presence = createPresence(text);
  // The end of a path is enough to identify a file. But for a changed file the ledger keeps the whole path.
  const isWhole = (fact: Fact) =>
    fact.kind !== 'path' || fact.importance < binding || text.includes(fact.value);
  const inProse = facts.filter((fact) => presence.has(fact) && isWhole(fact));
  const inProseKeys = new Set(inProse.map(factKey));
  const shown = mergeLedger({
    previous: [],
    fresh: facts.filter((fact) => !inProseKeys.has(factKey(fact))).map(({ inProse: _, ...fact }) => fact),
    budgetTokens: ledgerBudgetTokens,
    countTokens,
  });
  const isPartOfShown = isPartOfPath(shown);
  const kept = new Set([...inProseKeys, ...shown.map(factKey), ...facts.filter(isPartOfShown).map(factKey)]);
  const remembered = inProse
    .toSorted((a, b) => b.importance - a.importance || a.seq - b.seq)
    .slice(0, mostInProse);

  const { claims, invented, added } = findInventions(text, options, facts);
  const survival = facts.length === 0 ? 1 : kept.size / facts.length;
  const fidelity = claims === 0 ? 1 : 1 - invented.length / claims;
  const accepted = added.length <= mostInvented;
  return {
    ledger: [...shown, ...remembered.map((fact) => ({ ...fact, inProse: true }))],
    survival: Math.min(1, survival),
    fidelity,
    total: facts.length,
    kept: kept.size,
    pointer: facts.length - kept.size,
    invented,
    verdict: accepted ? 'accept' : 'reject',
    ...(accepted
      ? {}
      : {
          reason: `${added.length} exact facts of the summary are in none of its sources (${tally(added)}); at most ${mostInvented} are accepted.`,
        }),
  };
}

function findInventions(
  text: string,
  options: AuditOptions,
  facts: readonly Fact[],
): { claims: number; invented: Fact[]; added: Fact[] } {
  const index = options.sourceIndex ?? createSourceIndex();
  if (options.sourceText !== undefined) index.add(options.sourceText);
  for (const fact of facts) index.add(wordsOf(fact), fact.at);
  const claims = new Map<string, Claim>();
  for (const claim of readClaims(text))
    if (checked.has(claim.kind)) claims.set(`${claim.kind}:${claim.value.toLowerCase()}`, claim);
  const invented = index.unsupported([...claims.values()]).filter((claim) => !isCountOf(claim, facts));
  const retold = createSourceIndex();
  retold.add(options.retold ?? '');
  return {
    claims: claims.size,
    invented: invented.map(asFact),
    added: retold.unsupported(invented).map(asFact),
  };
}

function asFact({ kind, value }: Claim): Fact {
  return { kind, value, seq: 0, role: 'summary', at: '', importance: 0 };
}

function wordsOf({ value, subject, context, valueHistory }: Fact): string {
  return [value, subject ?? '', context ?? '', ...(valueHistory ?? []).map((entry) => entry.value)].join(
    ' \n ',
  );
}

const countedKinds: readonly [RegExp, FactKind][] = [
  [/^(?:files?|modules?|documents?|paths?)$/, 'path'],
  [/^(?:commands?)$/, 'command'],
  [/^(?:people|persons?|participants?|speakers?|names?)$/, 'name'],
  [/^(?:decisions?)$/, 'decision'],
  [/^(?:questions?)$/, 'question'],
  [/^(?:rules?|instructions?)$/, 'rule'],
  [/^(?:links?|urls?)$/, 'url'],
];

/** "Five files were changed" counts things that the sources name individually. */
function isCountOf(claim: Claim, facts: readonly Fact[]): boolean {
  const wanted = claim.numbers?.[0];
  if (
    claim.kind !== 'quantity' ||
    wanted === undefined ||
    claim.unit === undefined ||
    !Number.isInteger(wanted)
  )
    return false;
  if (/^(?:messages?|turns?|exchanges?)$/.test(claim.unit))
    return wanted <= facts.reduce((most, fact) => Math.max(most, fact.seq), 0);
  const kind = countedKinds.find(([noun]) => noun.test(claim.unit!))?.[1];
  return kind !== undefined && wanted <= 30 && facts.filter((fact) => fact.kind === kind).length >= wanted;
}

function textsOf({ summary, keyPoints, context }: StructuredRecord): string[] {
  const { participants, decisions, actionItems, unresolved, domainEntities } = context;
  return [
    summary,
    ...keyPoints,
    ...participants,
    ...decisions,
    ...actionItems.map(({ owner, task, due }) => `${owner}: ${task} ${due}`),
    ...unresolved,
    ...domainEntities,
  ];
}

/** "2 quantity, 1 path": only kinds, because a reason is logged and the values are conversation text. */
function tally(facts: readonly Fact[]): string {
  const counts = new Map<FactKind, number>();
  for (const { kind } of facts) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Array.from(counts, ([kind, count]) => `${count} ${kind}`).join(', ');
}
