/**
 * The live summaries of a thread with their ledger, remembered for as long as the thread's revision stands: between
 * compactions a turn then reads and parses none of them. Holds the threads used last and no more.
 */

import type { LedgerPage } from '../context/ledger-pages.ts';
import { type OpenRequest, withWhole } from '../context/request.ts';
import { messagesStandIn, standInSample } from '../context/stand-in.ts';
import { type BudgetFor, ledgerBudgetTokens } from '../engine/budgets.ts';
import {
  type ReadablePorts,
  readableMessages,
  readableSample,
  readableSummaries,
} from '../engine/readable.ts';
import type { Redaction } from '../engine/redaction.ts';
import { type Correction, correctFacts, holdingCorrections, isCorrection } from '../facts/corrections.ts';
import { mergeLedger } from '../facts/ledger.ts';
import { mergeFacts } from '../facts/merge.ts';
import { textOf } from '../message/message.ts';
import { isAside } from '../message/origin.ts';
import type { Fact, FactKind } from '../records/fact.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { WorkRecord } from '../records/work-record.ts';
import { type ValueChange, valueChanges } from '../search/older-values.ts';
import type { StrategyBudget } from '../strategy.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { holdsWork } from '../work/current-state.ts';
import { mergeWork } from '../work/merge-work.ts';

export type ShownSummaries = {
  summaries: SummaryRecord[];
  /** With what people put right in the place of what was wrong. */
  ledger: Fact[];
  corrections: Correction[];
  /** Values that changed, as the facts of these summaries tell it. */
  changes: ValueChange[];
  work: WorkRecord | null;
  /** The newest in the summarized messages. */
  request: OpenRequest | null;
  /** Of those that were merged. */
  pages: LedgerPage[];
};

const rememberedThreads = 128;
/** Size of the excerpts that stand in for a stale summary. */
const staleTokens = 300;

export type LedgerPorts = { counter: TokenCounter; budgetFor: BudgetFor };

export type ShownPorts = ReadablePorts & LedgerPorts & { redaction: Redaction };

export type ShownCache = {
  read(ports: ShownPorts, state: ThreadState, ratio: number): Promise<ShownSummaries>;
};

export function createShownCache(): ShownCache {
  const remembered = new Map<string, { key: string; shown: ShownSummaries }>();
  return {
    async read(ports, state, ratio) {
      // A correction changes no summary, and so no revision.
      const corrected = state.pins
        .filter(isCorrection)
        .map(({ id, revokedBy }) => `${id}-${revokedBy ?? ''}`);
      const key = `${state.createdAt}:${state.revision}:${ratio}:${corrected}`;
      const known = remembered.get(state.id);
      remembered.delete(state.id);
      if (known?.key === key) {
        remembered.set(state.id, known);
        return known.shown;
      }
      const stored = await readableSummaries(ports, state.id);
      const summaries = await Promise.all(
        stored.map((summary) => (summary.stale ? standIn(ports, summary) : summary)),
      );
      const shown = await withWholeRequest(ports, state.id, shownOf({ ports, state, summaries, ratio }));
      remembered.set(state.id, { key, shown });
      if (remembered.size > rememberedThreads) remembered.delete(remembered.keys().next().value!);
      return shown;
    },
  };
}

/** A summary that no longer holds is not shown: until it is made anew, excerpts of its messages stand in for it. */
async function standIn(ports: ShownPorts, summary: SummaryRecord): Promise<SummaryRecord> {
  const { threadId, from, to } = summary;
  const sample = await readableSample(ports, { threadId, from, to }, standInSample);
  const messages = sample.filter((message) => !isAside(message));
  const text = messagesStandIn({
    from,
    to,
    tokens: summary.sourceTokens,
    messages,
    complete: sample.length === to - from + 1,
    limit: staleTokens,
    counter: ports.counter,
    excerpt: ports.redaction.excerpt,
  });
  const { work: _outdated, ...rest } = summary;
  return {
    ...rest,
    text: text ?? `[Messages ${from}–${to} are in the archive.]`,
    record: null,
    facts: [],
    segment: null,
  };
}

/** A long request is told in few words by its record; here in all of them, which are in the log. */
export async function withWholeRequest(
  ports: ReadablePorts & { redaction: Redaction },
  threadId: string,
  shown: ShownSummaries,
): Promise<ShownSummaries> {
  const { request } = shown;
  if (request === null || request.shortened !== true) return shown;
  const { seq } = request;
  const [message] = await readableMessages(ports, { threadId, from: seq, to: seq });
  if (message === undefined) return shown;
  const view = await ports.redaction.view(message);
  return { ...shown, request: withWhole(request, textOf(view.parts)) };
}

export function shownOf(options: LedgerInput): ShownSummaries {
  const { state, summaries } = options;
  const facts = summaries.flatMap((summary) => summary.facts);
  const corrections = holdingCorrections(state.pins, facts);
  const ledgerFor = (some: readonly SummaryRecord[]): Fact[] => {
    const own = correctFacts(
      some.flatMap((summary) => summary.facts),
      corrections,
    );
    return ledgerOf({ ...options, summaries: some }, own);
  };
  return {
    summaries: [...summaries],
    ledger: ledgerFor(summaries),
    corrections,
    changes: valueChanges(mergeFacts(facts)),
    ...workOf(summaries),
    // A page depends on its own summary alone, so that it stays byte for byte the same when others are added (I-7).
    pages: summaries
      .filter(({ tier }) => tier > 0)
      .map((summary) => ({ to: summary.to, facts: ledgerFor([summary]) })),
  };
}

/** The records of all summaries as one; null for a thread in which nothing was worked on. */
function workOf(summaries: readonly SummaryRecord[]): Pick<ShownSummaries, 'work' | 'request'> {
  const [first, ...rest] = summaries.flatMap(({ work }) => (work === undefined ? [] : [work]));
  if (first === undefined) return { work: null, request: null };
  const whole = rest.reduce(mergeWork, first);
  const request = whole.turns.findLast((turn) => turn.request !== null)?.request ?? null;
  return { work: holdsWork(whole) ? whole : null, request };
}

type LedgerInput = {
  ports: LedgerPorts;
  state: ThreadState;
  summaries: readonly SummaryRecord[];
  /** Of the model it is sent to. */
  ratio: number;
};

/** The facts of these summaries as one ledger, within its share of the thread's budget. */
function ledgerOf({ ports, state, summaries, ratio }: LedgerInput, fresh: readonly Fact[]): Fact[] {
  const budget = ports.budgetFor(state, ratio);
  const covered = summaries.reduce((sum, { sourceTokens }) => sum + sourceTokens, 0);
  const isTalk = workOf(summaries).work === null;
  const most = isTalk ? mostFactsOfTalk(budget, covered) : Number.POSITIVE_INFINITY;
  return mergeLedger({
    previous: [],
    // Prose may be cut where room is short, and what was decided must not go with it.
    fresh: fresh.map((fact) => (fact.kind === 'decision' ? { ...fact, inProse: false } : fact)),
    budgetTokens: Math.min(most, shownLedgerTokens(budget, fresh)),
    countTokens: (text) => ports.counter.count(text),
  });
}

/** What is needed letter for letter at every step of the work, asked for or not. */
const workKinds: ReadonlySet<FactKind> = new Set(['path', 'command', 'identifier', 'url', 'version']);
const workShare = 0.15;
const talkShare = 0.1;
const leastTokens = 200;
/** A full ledger leaves the tail some room, or what is recalled for one turn has to displace it. */
const shownPart = 0.85;

/**
 * Facts of a talk, as shares of the tokens they were read from. The first compaction must be paid with what it saves at
 * once (strategies/eternal-afforded.ts), so its facts are few, in a large window, which waits until all of it is paid,
 * still fewer. A longer talk has saved enough for more of them.
 */
const factShares = { share: { small: 0.07, large: 0.03 }, further: 0.16, from: 24_000, most: 0.1 };

function mostFactsOfTalk({ available }: StrategyBudget, covered: number): number {
  const { share, further, from, most } = factShares;
  const worth =
    covered * (available < from ? share.small : share.large) + Math.max(0, covered - from) * further;
  return Math.floor(Math.max(leastTokens, Math.min(worth, covered * most)));
}

/**
 * Where things are talked over rather than worked on, recall finds again what the newest message is about, and a page
 * of all other facts is worth less than another passage.
 */
function shownLedgerTokens(budget: StrategyBudget, facts: readonly Fact[]): number {
  const kept = Math.round(ledgerBudgetTokens(budget) * shownPart);
  const work = facts.filter(({ kind }) => workKinds.has(kind)).length;
  if (budget.recall === 0 || work >= facts.length * workShare) return kept;
  return Math.min(kept, Math.max(leastTokens, Math.round(budget.total * talkShare)));
}
