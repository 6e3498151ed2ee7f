/**
 * The live summaries of a thread with their ledger. They are remembered until the thread's revision changes, so that a
 * turn between compactions reads and parses none of them. Only those of the threads used last are kept.
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
import type { WorkRecord, WorkTurn } from '../records/work-record.ts';
import { type ValueChange, valueChanges } from '../search/older-values.ts';
import { payableShare } from '../strategies/eternal-afforded.ts';
import type { StrategyBudget } from '../strategy.ts';
import { createLastUsed } from '../text/last-used.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { holdsWork } from '../work/current-state.ts';
import { mergeWork } from '../work/merge-work.ts';
import { stillAsked } from './still-asked.ts';

export type ShownSummaries = {
  summaries: SummaryRecord[];
  /** The exact facts of the summaries, with people's corrections applied. */
  ledger: Fact[];
  corrections: Correction[];
  /** Values that changed, according to the facts of these summaries. */
  changes: ValueChange[];
  /** The merged work record; null for a thread without work. */
  work: WorkRecord | null;
  /** The newest request in the summarized messages. */
  request: OpenRequest | null;
  /** The facts of each merged summary. */
  pages: LedgerPage[];
};

const rememberedThreads = 128;
/** Most tokens of the excerpts that replace a stale summary. */
const staleTokens = 300;

export type LedgerPorts = { counter: TokenCounter; budgetFor: BudgetFor };

export type ShownPorts = ReadablePorts & LedgerPorts & { redaction: Redaction };

export type ShownCache = {
  read(ports: ShownPorts, state: ThreadState, ratio: number): Promise<ShownSummaries>;
};

export function createShownCache(): ShownCache {
  const remembered = createLastUsed<string, { key: string; shown: ShownSummaries }>({
    most: rememberedThreads,
  });
  return {
    async read(ports, state, ratio) {
      // Corrections are in the key because they change no summary, and so no revision.
      const corrected = state.pins
        .filter(isCorrection)
        .map(({ id, revokedBy }) => `${id}-${revokedBy ?? ''}`);
      const key = `${state.createdAt}:${state.revision}:${ratio}:${corrected}`;
      const known = remembered.get(state.id);
      if (known?.key === key) {
        remembered.set(state.id, known);
        return known.shown;
      }
      const stored = await readableSummaries(ports, state.id);
      const summaries = await Promise.all(
        stored.map((summary) => (summary.stale ? excerptsInstead(ports, summary) : summary)),
      );
      const shown = await withWholeRequest(ports, state.id, shownOf({ ports, state, summaries, ratio }));
      remembered.set(state.id, { key, shown });
      return shown;
    },
  };
}

/** A stale summary is not shown. Until it is made anew, excerpts of its messages replace it. */
async function excerptsInstead(ports: ShownPorts, summary: SummaryRecord): Promise<SummaryRecord> {
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
  const work = await stillAsked(ports, summary);
  return {
    ...rest,
    ...(work && { work }),
    text: text ?? `[Messages ${from}–${to} are in the archive.]`,
    record: null,
    facts: [],
    segment: null,
  };
}

/** Adds the full text of a long request from the log, because its record has only a few words of it. */
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
    // A page depends on its own summary alone, so that it does not change when other summaries are added (I-7).
    pages: summaries
      .filter(({ tier }) => tier > 0)
      .map((summary) => ({ to: summary.to, facts: ledgerFor([summary]) })),
  };
}

/** The work records of all summaries as one; null for a thread without work. */
function workOf(summaries: readonly SummaryRecord[]): Pick<ShownSummaries, 'work' | 'request'> {
  const [first, ...rest] = summaries.flatMap(({ work }) => (work === undefined ? [] : [work]));
  if (first === undefined) return { work: null, request: null };
  const whole = rest.reduce(mergeWork, first);
  const turn = whole.turns.findLast(({ request }) => request !== null);
  return { work: holdsWork(whole) ? whole : null, request: turn ? openRequestOf(turn) : null };
}

function openRequestOf({ request, reply, interrupted }: WorkTurn): OpenRequest | null {
  return request && { ...request, ...(reply === null && interrupted !== true && { unanswered: true }) };
}

type LedgerInput = {
  ports: LedgerPorts;
  state: ThreadState;
  summaries: readonly SummaryRecord[];
  /** Model tokens per reference token. */
  ratio: number;
};

/** The facts of these summaries as one ledger, within its share of the thread's budget. */
function ledgerOf({ ports, state, summaries, ratio }: LedgerInput, fresh: readonly Fact[]): Fact[] {
  const budget = ports.budgetFor(state, ratio);
  const covered = summaries.reduce((sum, { sourceTokens }) => sum + sourceTokens, 0);
  const hasWork = workOf(summaries).work !== null;
  const messages = summaries.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const most = hasWork
    ? Number.POSITIVE_INFINITY
    : mostFactsWithoutWork(budget, { tokens: covered, messages });
  return mergeLedger({
    previous: [],
    // Decisions are kept even if the prose states them, because prose may be cut.
    fresh: fresh.map((fact) => (fact.kind === 'decision' ? { ...fact, inProse: false } : fact)),
    budgetTokens: Math.min(most, shownLedgerTokens(budget, fresh)),
    countTokens: (text) => ports.counter.count(text),
  });
}

/** Kinds of facts that work needs exactly at every step, even if nobody asks for them. */
const workKinds: ReadonlySet<FactKind> = new Set(['path', 'command', 'identifier', 'url', 'version']);
/** A thread with at least this share of such facts gets a full ledger. */
const workShare = 0.15;
/** Share of the budget for the ledger of other threads. */
const talkShare = 0.1;
/** Tokens that a ledger may always have. */
const leastTokens = 200;
/** Share of the ledger's budget that is used, so that passages of one turn do not have to displace the tail. */
const shownShare = 0.85;

/**
 * Facts of a conversation without work, as shares of the tokens they were read from: `small` or `large` of all of them
 * and `further` of those beyond `from`, but at most `most`. A window of `from` tokens and more waits until its first
 * compaction is paid. In a smaller one, the facts have `part` of what that compaction can pay for, which is less the
 * fewer and longer the messages are. A longer conversation has saved enough for more.
 */
const factShares = { small: 0.07, large: 0.03, part: 0.2, further: 0.16, from: 24_000, most: 0.1 };

function mostFactsWithoutWork(
  budget: StrategyBudget,
  { tokens, messages }: { tokens: number; messages: number },
): number {
  const { small, large, part, further, from, most } = factShares;
  const share =
    budget.available < from ? Math.min(small, part * payableShare(budget.prices, messages)) : large;
  const facts = tokens * share + Math.max(0, tokens - from) * further;
  return Math.floor(Math.max(leastTokens, Math.min(facts, tokens * most)));
}

/**
 * A thread with little work gets a smaller ledger. Recall finds what its newest message is about, and another passage
 * is worth more than a page of all other facts.
 */
function shownLedgerTokens(budget: StrategyBudget, facts: readonly Fact[]): number {
  const full = Math.round(ledgerBudgetTokens(budget) * shownShare);
  const work = facts.filter(({ kind }) => workKinds.has(kind)).length;
  if (budget.recall === 0 || work >= facts.length * workShare) return full;
  return Math.min(full, Math.max(leastTokens, Math.round(budget.total * talkShare)));
}
