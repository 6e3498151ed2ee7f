/** Reports models that failed and were passed over. */
import type { Emitter } from '../engine/emitter.ts';
import type { Redaction } from '../engine/redaction.ts';
import type { CallFailure, SummarizerCall, SummarizerFailure, SummaryResult } from '../summarizer.ts';
import { errorText } from './failures.ts';

export type FallbackPorts = { emitter: Emitter; redaction: Redaction; expectsModel: boolean };

/** Reports each model that was asked without success, or a summarizer that was not even asked. */
export function reportStepsDown(options: {
  ports: FallbackPorts;
  threadId: string;
  result: SummaryResult;
  failure: SummarizerFailure | undefined;
}): void {
  const { ports, threadId, result, failure } = options;
  const { emitter, redaction, expectsModel } = ports;
  const report = (from: string, reason: string, given: { asked: boolean; failure?: CallFailure }) =>
    emitter.emit('summarizer-fallback', {
      threadId,
      from,
      to: result.model,
      reason: errorText(reason, redaction.redact),
      rung: result.rung,
      ...given,
    });
  const passedOver = failedModels(result.calls).filter(
    ({ model }) => model !== result.model || result.rung !== 'model',
  );
  for (const { model, reason, outcome, failure: callFailure } of passedOver)
    report(model, reason ?? outcome, { asked: true, ...(callFailure && { failure: callFailure }) });
  if (passedOver.length > 0 || result.rung === 'model' || !expectsModel) return;
  report('the configured summarizer', failure?.message ?? 'It was not available.', { asked: false });
}

/** The last failed call of each model. */
function failedModels(calls: readonly SummarizerCall[]): SummarizerCall[] {
  const failed = calls.filter(({ rung, outcome }) => rung === 'model' && outcome !== 'ok');
  return [...new Map(failed.map((call) => [call.model, call])).values()];
}
