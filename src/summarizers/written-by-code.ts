/** A summarizer that is code: it asks nobody, costs nothing, and reads input of any size. */
import type { SummaryRung } from '../records/summary.ts';
import type { Runtime } from '../runtime.ts';
import {
  type Summarizer,
  type SummarizerCall,
  SummarizerFailure,
  type SummaryRequest,
  type SummaryResult,
} from '../summarizer.ts';

export type Composed = Pick<SummaryResult, 'text' | 'record'>;

export function writtenByCode(options: {
  name: string;
  rung: SummaryRung;
  promptVersion: string;
  runtime: Pick<Runtime, 'now'>;
  compose: (request: SummaryRequest) => Composed | Promise<Composed>;
}): Summarizer {
  const { name, rung, promptVersion, runtime, compose } = options;
  return {
    name,
    maxInputTokens: Number.MAX_SAFE_INTEGER,
    models: [],
    async summarize(request) {
      try {
        request.signal.throwIfAborted();
        const start = runtime.now();
        const { text, record } = await compose(request);
        const call: SummarizerCall = {
          ...{ model: name, rung, outcome: 'ok' },
          ...{ inputTokens: 0, outputTokens: 0, costUsd: 0 },
          milliseconds: Math.max(0, runtime.now() - start),
        };
        return { text, record, model: name, rung, promptVersion, calls: [call] };
      } catch (error) {
        if (!request.signal.aborted) throw error;
        throw new SummarizerFailure({ kind: 'aborted', message: 'The summary was aborted.', cause: error });
      }
    },
  };
}
