/**
 * The user's summarizer with its guards: it is not called once a spending limit is reached, and a call that
 * ignores its signal is abandoned when its time is over (I-4).
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
import { bounded } from '../summarizers/bounded.ts';
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
  const running = new Set<Promise<unknown>>();
  const oneAtATime = bounded(1);

  const verdictWith = async (expected: UsageTotals) => {
    const totals = await Promise.all(
      spend.map(async (limit) => {
        const at = spendPeriodStart({ limit, now: runtime.now() });
        return sumOf(largerOf(await store.usageSince({ at }), tally.since(Date.parse(at))), expected);
      }),
    );
    return checkSpend({ limits: spend, totals });
  };

  /**
   * Near a limit, a call waits for the running ones, so that parallel calls spend no more than sequential ones would.
   */
  const checkSpending = async (): Promise<void> => {
    while (running.size > 0) {
      if ((await verdictWith(tally.expected(running.size))).allowed) return;
      await Promise.race(running);
    }
    const verdict = await verdictWith(nothing);
    if (!verdict.allowed) throw new SummarizerFailure({ kind: 'unavailable', message: verdict.reason });
  };

  const ask = async (request: SummaryRequest): Promise<SummaryResult> => {
    try {
      const { timeoutMs } = limits;
      const result = await answerInTime({ summarizer, request, timeoutMs, runtime });
      tally.add(result.calls);
      return result;
    } catch (error) {
      if (isSummarizerFailure(error)) tally.add(error.calls);
      throw error;
    }
  };

  return {
    ...descriptionOf(summarizer),
    async summarize(request) {
      const { answer } = await oneAtATime(async () => {
        await checkSpending();
        const answer = ask(request);
        const ended: Promise<unknown> = answer.catch(() => undefined).finally(() => running.delete(ended));
        running.add(ended);
        return { answer };
      });
      return answer;
    },
  };
}

/**
 * Usage of this process by minute. Needed because the store learns of calls only when a pass ends, and one pass over a
 * long text may make thousands.
 */
function createTally(runtime: Runtime) {
  const minutes = new Map<number, UsageTotals>();
  let largest: UsageTotals = { ...nothing, calls: 1 };
  return {
    /** Upper estimate for this many running calls: each may use as much as the largest so far. */
    expected(answers: number): UsageTotals {
      return Array.from({ length: answers }, () => largest).reduce(sumOf, nothing);
    },
    add(calls: readonly SummarizerCall[]): void {
      const minute = Math.floor(runtime.now() / 60_000);
      const used = calls
        .map((call) => ({ ...call, calls: 1, unpricedTokens: unpricedTokensOf(call) }))
        .reduce(sumOf, nothing);
      largest = largerOf(largest, used);
      minutes.set(minute, sumOf(minutes.get(minute) ?? nothing, used));
      const oldest = minute - 60 * 24 * 31;
      for (const known of minutes.keys()) if (known < oldest) minutes.delete(known);
    },
    since(time: number): UsageTotals {
      return [...minutes]
        .filter(([minute]) => minute * 60_000 >= time)
        .reduce((sum, [, part]) => sumOf(sum, part), nothing);
    },
  };
}

const nothing: UsageTotals = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedTokens: 0 };

function sumOf(a: UsageTotals, b: UsageTotals): UsageTotals {
  return combined(a, b, (one, other) => one + other);
}

function largerOf(a: UsageTotals, b: UsageTotals): UsageTotals {
  return combined(a, b, Math.max);
}

function combined(
  a: UsageTotals,
  b: UsageTotals,
  figure: (one: number, other: number) => number,
): UsageTotals {
  return {
    calls: figure(a.calls, b.calls),
    inputTokens: figure(a.inputTokens, b.inputTokens),
    outputTokens: figure(a.outputTokens, b.outputTokens),
    costUsd: figure(a.costUsd, b.costUsd),
    unpricedTokens: figure(a.unpricedTokens, b.unpricedTokens),
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
    // The async function turns an error that the summarizer throws at once into a rejection.
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
