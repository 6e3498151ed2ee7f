/**
 * The user's summarizer behind its guards: nothing is asked of it once the spending limits are reached, and
 * one that hangs without heeding its signal is given up after its time (I-4).
 */
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import {
  descriptionOf,
  isSummarizerFailure,
  type Summarizer,
  type SummarizerCall,
  SummarizerFailure,
  type SummaryRequest,
  type SummaryResult,
  type UsageTotals,
  unpricedTokensOf,
} from '../summarizer.ts';
import { withTimeLimit } from '../summarizers/language-model/time-limit.ts';
import { readSummaryResult } from '../summarizers/read-result.ts';
import { checkSpend, type SpendLimit, spendPeriodStart } from '../summarizers/spend-guard.ts';

export function guarded(options: {
  summarizer: Summarizer;
  store: Store;
  runtime: Runtime;
  limits: { timeoutMs: number };
  spend: readonly SpendLimit[];
}): Summarizer {
  const { summarizer, store, runtime, limits, spend } = options;
  const tally = createTally(runtime);

  const checkSpending = async (): Promise<void> => {
    const totals = await Promise.all(
      spend.map(async (limit) => {
        const at = spendPeriodStart({ limit, now: runtime.now() });
        return largerOf(await store.usageSince({ at }), tally.since(Date.parse(at)));
      }),
    );
    const verdict = checkSpend({ limits: spend, totals });
    if (!verdict.allowed) throw new SummarizerFailure({ kind: 'unavailable', message: verdict.reason });
  };

  return {
    ...descriptionOf(summarizer),
    async summarize(request) {
      await checkSpending();
      try {
        const { timeoutMs } = limits;
        const result = await answerInTime({ summarizer, request, timeoutMs, runtime });
        tally.add(result.calls);
        return result;
      } catch (error) {
        if (isSummarizerFailure(error)) tally.add(error.calls);
        throw error;
      }
    },
  };
}

/**
 * Calls of this process by the minute. The store learns of calls only when a pass ends, and one pass over a long
 * text may make thousands.
 */
function createTally(runtime: Runtime) {
  const minutes = new Map<number, UsageTotals>();
  return {
    add(calls: readonly SummarizerCall[]): void {
      const minute = Math.floor(runtime.now() / 60_000);
      const totals = minutes.get(minute) ?? { ...nothing };
      for (const call of calls) addTo(totals, { ...call, calls: 1, unpricedTokens: unpricedTokensOf(call) });
      minutes.set(minute, totals);
      const oldest = minute - 60 * 24 * 31;
      for (const known of minutes.keys()) if (known < oldest) minutes.delete(known);
    },
    since(time: number): UsageTotals {
      const totals: UsageTotals = { ...nothing };
      for (const [minute, part] of minutes) if (minute * 60_000 >= time) addTo(totals, part);
      return totals;
    },
  };
}

const nothing: UsageTotals = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedTokens: 0 };

function addTo(totals: UsageTotals, part: UsageTotals): void {
  totals.calls += part.calls;
  totals.inputTokens += part.inputTokens;
  totals.outputTokens += part.outputTokens;
  totals.costUsd += part.costUsd;
  totals.unpricedTokens += part.unpricedTokens;
}

function largerOf(a: UsageTotals, b: UsageTotals): UsageTotals {
  return {
    calls: Math.max(a.calls, b.calls),
    inputTokens: Math.max(a.inputTokens, b.inputTokens),
    outputTokens: Math.max(a.outputTokens, b.outputTokens),
    costUsd: Math.max(a.costUsd, b.costUsd),
    unpricedTokens: Math.max(a.unpricedTokens, b.unpricedTokens),
  };
}

export async function answerInTime(options: {
  summarizer: Summarizer;
  request: SummaryRequest;
  timeoutMs: number;
  runtime: Runtime;
}): Promise<SummaryResult> {
  const { summarizer, request, timeoutMs, runtime } = options;
  const outcome = await withTimeLimit({
    timeoutMs,
    signal: request.signal,
    runtime,
    // Inside of an async function, or a summarizer that throws at once would not be caught.
    work: async (signal) => summarizer.summarize({ ...request, signal }),
  });
  switch (outcome.ended) {
    case 'threw':
      throw outcome.error;
    case 'timeout':
      throw new SummarizerFailure({
        kind: 'transport',
        message: `${summarizer.name} gave no answer within ${timeoutMs} ms.`,
      });
    case 'aborted':
      throw new SummarizerFailure({ kind: 'aborted', message: 'The compaction was stopped.' });
    case 'returned':
      return readSummaryResult(summarizer.name, outcome.value);
  }
}
