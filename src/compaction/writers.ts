/**
 * Who writes the summaries of one run: the model, and where it fails, code. A failed call starts no second
 * round: the rest of a summary that code had to write a part of is written by code too, and once a model did not answer
 * at all, so is the rest of the run. The first call of a summary goes alone, and so does that of a run, whose summaries
 * are written side by side: it tells whether the others are worth making. After a bad answer all go one after the other,
 * so that a circuit breaker that opens keeps those from being made that come after it.
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
  /** Why code had to write in the model's place, or would have to. */
  failure(): SummarizerFailure | undefined;
};

export type Writers = {
  /** Whether a model would be asked now. */
  readonly asksModel: boolean;
  /** Once the model fails, code goes on. */
  withFallback(): Writer;
  /** Fails as the model does. */
  modelOnly(): Writer;
};

export function createWriters(options: {
  model: Summarizer | undefined;
  /** Writes where no model does. */
  faithful: Summarizer;
  /** Why no model is to be asked in this run. */
  paused?: SummarizerFailure | undefined;
}): Writers {
  const { model, faithful } = options;
  let away: SummarizerFailure | undefined = options.paused;
  let firstOfRun: Promise<unknown> | undefined;
  let doubtful = false;
  const oneAfterTheOther = bounded(1);

  function writer(fallBack: boolean): Writer {
    if (!model) return { ...faithful, failure: () => undefined };
    let failed: SummarizerFailure | undefined;
    let first: Promise<unknown> | undefined;

    const instead = async (failure: SummarizerFailure, request: Parameters<Summarizer['summarize']>[0]) => {
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
        failed ??= away;
        if (failed) return instead(withoutCalls(failed), request);
        const ask = async () => {
          if (away) throw withoutCalls(away);
          return model.summarize(request);
        };
        const asked = doubtful ? oneAfterTheOther(ask) : ask();
        first ??= asked.catch(() => undefined);
        firstOfRun ??= first;
        try {
          return await asked;
        } catch (error) {
          if (!isSummarizerFailure(error) || error.kind === 'aborted' || request.signal.aborted) throw error;
          failed ??= error;
          doubtful = true;
          if (error.kind !== 'malformed') away ??= error;
          return instead(error, request);
        }
      },
    };
  }

  return {
    get asksModel() {
      return model !== undefined && away === undefined;
    },
    withFallback: () => writer(true),
    modelOnly: () => writer(false),
  };
}

/** The same failure for a call that was not made. */
function withoutCalls({ kind, message, retryAfterMs }: SummarizerFailure): SummarizerFailure {
  return new SummarizerFailure({ kind, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}
