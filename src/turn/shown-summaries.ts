/**
 * The live summaries of a thread with their ledger, remembered for as long as the thread's revision stands: between
 * compactions a turn then reads and parses none of them. Holds the threads used last and no more.
 */
import { type Engine, ledgerBudgetTokens } from '../compaction/engine.ts';
import type { Fact } from '../facts/fact.ts';
import { mergeLedger } from '../facts/ledger.ts';
import type { SummaryRecord } from '../summary.ts';
import type { ThreadState } from '../thread-state.ts';

export type ShownSummaries = { summaries: SummaryRecord[]; ledger: Fact[] };

const rememberedThreads = 128;

export type ShownCache = { read(engine: Engine, state: ThreadState): Promise<ShownSummaries> };

export function createShownCache(): ShownCache {
  const remembered = new Map<string, { key: string; shown: ShownSummaries }>();
  return {
    async read(engine, state) {
      const key = `${state.createdAt}:${state.revision}`;
      const known = remembered.get(state.id);
      remembered.delete(state.id);
      if (known?.key === key) {
        remembered.set(state.id, known);
        return known.shown;
      }
      const summaries = await engine.store.readSummaries({ threadId: state.id, statuses: ['live'] });
      const shown = { summaries, ledger: ledgerOf(engine, state, summaries) };
      remembered.set(state.id, { key, shown });
      if (remembered.size > rememberedThreads) remembered.delete(remembered.keys().next().value!);
      return shown;
    },
  };
}

/** The facts of all summaries as one ledger, within its share of the thread's budget. */
export function ledgerOf(engine: Engine, state: ThreadState, summaries: readonly SummaryRecord[]): Fact[] {
  return mergeLedger({
    previous: [],
    fresh: summaries.flatMap((summary) => summary.facts),
    budgetTokens: ledgerBudgetTokens(engine.budgetFor(state)),
    countTokens: (text) => engine.counter.count(text),
  });
}
