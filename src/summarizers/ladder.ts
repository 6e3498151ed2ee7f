/**
 * The fallback ladder: summarizers in order of preference, combined into one. A rung is passed over if it fails,
 * answers with something that is not a summary, or has failed too often recently. The result names the rung that wrote
 * the summary, and contains every call that was made.
 */
import { invalidOption } from '../errors.ts';
import type { SummaryRung } from '../records/summary.ts';
import { type Runtime, systemRuntime } from '../runtime.ts';
import {
  descriptionOf,
  isSummarizerFailure,
  type Summarizer,
  type SummarizerCall,
  SummarizerFailure,
  type SummarizerFailureKind,
  type SummaryRequest,
  type SummaryResult,
} from '../summarizer.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { repairedEnd, tidy } from './answer-text.ts';
import { type CircuitBreaker, type CircuitBreakerOptions, circuitBreaker } from './circuit-breaker.ts';
import { checkCitations } from './citations.ts';
import { judgeSummary, type Rejection, rejected } from './quality.ts';
import { fitRecord, parseRecordText, renderRecord, toRecord } from './record-schema.ts';
import { sourceTokensOf } from './source-tokens.ts';

export type LadderFallback = { from: string; to: string; reason: string };

export type LadderOptions = {
  rungs: readonly Summarizer[];
  /** One breaker for each rung; false for none. */
  breaker?: CircuitBreakerOptions | false;
  /** Called for each step down. An error it throws is ignored, because it must not affect the summary. */
  onFallback?: (fallback: LadderFallback) => void;
  /** Judge all answers like those of models, whatever rung they claim: for summarizers from outside. */
  asModels?: boolean;
  counter?: TokenCounter;
  runtime?: Runtime;
};

type ReadAnswer = Pick<SummaryResult, 'text' | 'record'> & {
  cut: boolean;
  /** Why the answer cannot be used, independent of its content. */
  fault?: Rejection;
};

export function ladder({
  rungs,
  breaker = {},
  onFallback,
  asModels = false,
  counter = createTokenCounter(),
  runtime = systemRuntime,
}: LadderOptions): Summarizer {
  if (rungs.length === 0) throw invalidOption('rungs', 'a list of at least one summarizer', rungs);
  const guarded = rungs.map((summarizer) => ({
    summarizer,
    lastReason: 'it failed',
    breaker: breaker === false ? alwaysClosed : circuitBreaker({ ...breaker, now: () => runtime.now() }),
  }));

  async function summarize(request: SummaryRequest): Promise<SummaryResult> {
    const calls: SummarizerCall[] = [];
    const failures: { name: string; kind: SummarizerFailureKind; reason: string; retryAfterMs?: number }[] =
      [];
    const sourceTokens = sourceTokensOf(request, counter);

    for (const [index, rung] of guarded.entries()) {
      const { name } = rung.summarizer;
      const previous = failures.at(-1);
      if (index > 0 && previous !== undefined)
        notify({ from: previous.name, to: name, reason: previous.reason });
      if (request.signal.aborted) throw abortedFailure(calls);
      if (!rung.breaker.enter()) {
        const reason = `not asked again yet, after failing several times: ${rung.lastReason}`;
        failures.push({ name, kind: 'unavailable', reason });
        continue;
      }
      let result: SummaryResult;
      try {
        result = await rung.summarizer.summarize(request);
      } catch (error) {
        const failure = isSummarizerFailure(error) ? error : undefined;
        calls.push(...(failure?.calls ?? []));
        if (request.signal.aborted || failure?.kind === 'aborted') {
          rung.breaker.cancelled();
          throw abortedFailure(calls);
        }
        const kind = failure?.kind ?? 'terminal';
        if (kind === 'unavailable') rung.breaker.cancelled();
        else rung.breaker.failed({ retryAfterMs: failure?.retryAfterMs });
        // Only the message of a SummarizerFailure is guaranteed to contain no conversation text.
        const reason = failure?.message ?? (error instanceof Error ? error.name : 'unknown error');
        if (kind !== 'unavailable') rung.lastReason = reason;
        failures.push({ name, kind, reason, retryAfterMs: failure?.retryAfterMs });
        continue;
      }
      const judgedAs = asModels ? 'model' : result.rung;
      const { text, record, ...answer } = answerOf({ ...result, rung: judgedAs }, request, sourceTokens);
      const tokens = counter.count(text);
      const judgement = answer.fault
        ? rejected(answer.fault)
        : judgeSummary({
            ...result,
            rung: judgedAs,
            text,
            record,
            cut: answer.cut,
            request,
            sourceTokens,
            tokens,
          });
      if (judgement.ok) {
        rung.breaker.succeeded();
        return { ...result, text, record, calls: [...calls, ...result.calls] };
      }
      rung.breaker.failed();
      rung.lastReason = judgement.reason;
      calls.push(...rejectedCalls(result, judgement.reason));
      failures.push({ name, kind: 'malformed', reason: judgement.reason });
    }
    const waits = failures.map(({ retryAfterMs }) => retryAfterMs).filter((wait) => wait !== undefined);
    throw new SummarizerFailure({
      kind: failures.findLast(({ kind }) => kind !== 'unavailable')?.kind ?? 'unavailable',
      message:
        failures.length === 1
          ? failures[0]!.reason
          : `Every summarizer failed: ${failures.map(({ name, reason }) => `${name}: ${reason}`).join('; ')}`,
      retryAfterMs: waits.length === 0 ? undefined : Math.min(...waits),
      calls,
    });
  }

  /**
   * A custom summarizer passes on its model's output as it is. So here the text around the answer is removed, and a
   * record is parsed, limited and rendered like those of the built-in model summarizer.
   */
  function answerOf(
    { text, record, rung }: SummaryResult,
    request: SummaryRequest,
    sourceTokens: number,
  ): ReadAnswer {
    if (rung !== 'model') return { text, record, cut: false };
    if (request.shape === 'record' && request.part === undefined) {
      const read = record === null ? parseRecordText(text) : toRecord(record);
      if (read === undefined) return { text, record: null, cut: false, fault: 'missing_sections' };
      // Cutting a text longer than its source would not make it a summary, so it is judged unchanged.
      if (counter.count(text) >= sourceTokens) return { text, record: read, cut: false };
      const fitting = fitRecord(read, request.limits.maxOutputTokens, counter);
      return { text: renderRecord(fitting), record: fitting, cut: false };
    }
    const answer = tidy(text);
    const nearCap = counter.count(answer) >= request.limits.maxOutputTokens * 0.9;
    const ended = repairedEnd(answer, { cut: false, nearCap });
    const { madeUp, ...cited } = checkCitations(ended.text, request);
    return { ...ended, ...cited, record: null, ...(madeUp && { fault: 'wrong_citations' }) };
  }

  function notify(fallback: LadderFallback): void {
    try {
      onFallback?.(fallback);
    } catch {
      return;
    }
  }

  return {
    ...(rungs.length === 1 && descriptionOf(rungs[0]!)),
    name: `ladder(${rungs.map(({ name }) => name).join(' > ')})`,
    maxInputTokens: Math.min(...rungs.map(({ maxInputTokens }) => maxInputTokens)),
    summarize,
  };
}

/** From best to worst. A result made from several parts counts as the worst of them. */
const rungOrder: readonly SummaryRung[] = ['person', 'model', 'extractive', 'truncation'];

export function lowestRung(rungs: Iterable<SummaryRung>): SummaryRung {
  let lowest = 0;
  for (const rung of rungs) lowest = Math.max(lowest, rungOrder.indexOf(rung));
  return rungOrder[lowest]!;
}

const alwaysClosed: CircuitBreaker = {
  state: () => 'closed',
  enter: () => true,
  succeeded: () => {},
  failed: () => {},
  cancelled: () => {},
};

/** The call whose text was rejected no longer counts as `ok`. */
function rejectedCalls(result: SummaryResult, reason: string): SummarizerCall[] {
  const accepted = result.calls.findLastIndex(({ outcome }) => outcome === 'ok');
  return result.calls.map((call, index) =>
    index === accepted
      ? { ...call, outcome: 'rejected' as const, detail: reason, reason, failure: { name: reason } }
      : call,
  );
}

function abortedFailure(calls: SummarizerCall[]): SummarizerFailure {
  return new SummarizerFailure({ kind: 'aborted', message: 'The summary was aborted.', calls });
}
