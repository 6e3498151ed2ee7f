/** What is told of models that were passed over, and what of a failure may be told at all. */
import type { Engine } from '../engine/engine.ts';
import type { SummarizerCall, SummarizerFailure, SummaryResult } from '../summarizer.ts';

/** Of what a provider said: enough to know what is wrong, too little to carry a conversation. */
const mostCharacters = 300;

/** Redacted and short: what goes into events and diagnostics. */
export function tellable(error: unknown, redact: (text: string) => string): string {
  const message = error instanceof Error ? error.message : String(error);
  return redact(message.slice(0, mostCharacters * 4).toWellFormed())
    .slice(0, mostCharacters)
    .toWellFormed();
}

/** Each model that was asked in vain, and a summarizer that was not even asked. */
export function tellStepsDown(options: {
  engine: Engine;
  threadId: string;
  result: SummaryResult;
  failure: SummarizerFailure | undefined;
}): void {
  const { engine, threadId, result, failure } = options;
  const tell = (from: string, reason: string) =>
    engine.emitter.emit('summarizer-fallback', {
      threadId,
      from,
      to: result.model,
      reason: tellable(reason, engine.redaction.redact),
    });
  const passedOver = failedModels(result.calls).filter(
    ({ model }) => model !== result.model || result.rung !== 'model',
  );
  for (const { model, reason, outcome } of passedOver) tell(model, reason ?? outcome);
  if (passedOver.length > 0 || result.rung === 'model' || !engine.expectsModel) return;
  tell('the configured summarizer', failure?.message ?? 'It was not available.');
}

/** The last failed call of each model. */
function failedModels(calls: readonly SummarizerCall[]): SummarizerCall[] {
  const failed = calls.filter(({ rung, outcome }) => rung === 'model' && outcome !== 'ok');
  return [...new Map(failed.map((call) => [call.model, call])).values()];
}
