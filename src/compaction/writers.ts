/**
 * Who writes the summaries of one run: the model, or code when the model fails. A failed call starts no
 * second round. If code had to write one part of a summary, it writes the summary's other parts too; if the model did
 * not answer at all, code writes the rest of the run.
 * Summaries of a run are written in parallel, but the first call of the run and the first call of each summary go
 * alone, to see whether the others are worth making. After a bad answer, calls go one after the other, so that an open
 * circuit breaker can prevent the later ones.
 */
import {
  isSummarizerFailure,
  type Summarizer,
  SummarizerFailure,
  type SummaryResult,
} from '../summarizer.ts';
import { bounded } from '../summarizers/bounded.ts';

/** The writer of one summary. */
export type Writer = Summarizer & {
  /** Why code had to write instead of the model, or would have to. */
  failure(): SummarizerFailure | undefined;
};

export type Writers = {
  /** Whether a model would be asked now. */
  readonly asksModel: boolean;
  /** A writer that lets code continue when the model fails. */
  withFallback(): Writer;
  /** A writer that fails when the model fails. */
  modelOnly(): Writer;
};

export function createWriters(options: {
  model: Summarizer | undefined;
  /** Writes when no model does. */
  faithful: Summarizer;
  /** Why no model may be asked in this run. */
  paused?: SummarizerFailure | undefined;
}): Writers {
  const { model, faithful } = options;
  let unavailable: SummarizerFailure | undefined = options.paused;
  let firstOfRun: Promise<unknown> | undefined;
  let oneAtATime = false;
  const oneAfterTheOther = bounded(1);

  function writer(fallBack: boolean): Writer {
    if (!model) return { ...faithful, failure: () => undefined };
    let failed: SummarizerFailure | undefined;
    let first: Promise<unknown> | undefined;

    const fallBackTo = async (
      failure: SummarizerFailure,
      request: Parameters<Summarizer['summarize']>[0],
    ) => {
      if (!fallBack) throw failure;
      const result = await faithful.summarize(request);
      return { ...result, calls: [...failure.calls, ...result.calls] };
    };
    return {
      name: model.name,
      maxInputTokens: Math.min(model.maxInputTokens, faithful.maxInputTokens),
      failure: () => failed,
      async summarize(request): Promise<SummaryResult> {
        const before = first ?? firstOfRun;
        if (before) await before;
        failed ??= unavailable;
        if (failed) return fallBackTo(withoutCalls(failed), request);
        const ask = async () => {
          if (unavailable) throw withoutCalls(unavailable);
          return model.summarize(request);
        };
        const answer = oneAtATime ? oneAfterTheOther(ask) : ask();
        first ??= answer.catch(() => undefined);
        firstOfRun ??= first;
        try {
          return await answer;
        } catch (error) {
          if (!isSummarizerFailure(error) || error.kind === 'aborted' || request.signal.aborted) throw error;
          failed ??= error;
          oneAtATime = true;
          if (error.kind !== 'malformed') unavailable ??= error;
          return fallBackTo(error, request);
        }
      },
    };
  }

  return {
    get asksModel() {
      return model !== undefined && unavailable === undefined;
    },
    withFallback: () => writer(true),
    modelOnly: () => writer(false),
  };
}

/** The same failure, for a call that was not made. */
function withoutCalls({ kind, message, retryAfterMs }: SummarizerFailure): SummarizerFailure {
  return new SummarizerFailure({ kind, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}
