/** The metrics: OpenTelemetry's conventions for model calls, and ours for contexts and compactions. */
import type { Attributes, Meter } from '@opentelemetry/api';
import type { Watched } from '../telemetry.ts';
import { modelCall, wentToModel } from './attributes.ts';

export type Instruments = {
  watch(everthread: Watched): (() => void)[];
  /** Records the seconds until the body of an answer ended. */
  requestEnded(seconds: number, attributes: Attributes): void;
};

export function createInstruments(meter: Meter): Instruments {
  const tokens = (name: string, description: string) =>
    meter.createHistogram(name, { description, unit: '{token}' });
  const seconds = (name: string, description: string) =>
    meter.createHistogram(name, { description, unit: 's' });
  const counter = (name: string, description: string, unit: string) =>
    meter.createCounter(name, { description, unit });
  const callTokens = tokens('gen_ai.client.token.usage', 'Tokens of calls to models of summarizers.');
  const callTime = seconds('gen_ai.client.operation.duration', 'Time of calls to models of summarizers.');
  const requestTime = seconds('http.server.request.duration', 'Time of requests to the server.');
  const contextTokens = tokens('everthread.context.tokens', 'Tokens of contexts handed out.');
  const historyTokens = tokens('everthread.context.history_tokens', 'What whole histories would have taken.');
  const contextTime = seconds('everthread.context.duration', 'Time a context took to make.');
  const compactions = counter('everthread.compactions', 'Compactions by outcome.', '{compaction}');
  const cost = counter('everthread.summarizer.cost', 'Cost of summarizing whose price is known.', 'USD');
  const diagnostics = counter(
    'everthread.diagnostics',
    'What went wrong and did not reach the chat.',
    '{diagnostic}',
  );
  return {
    watch: (everthread) => [
      everthread.on('context', (made) => {
        contextTokens.record(made.tokens);
        historyTokens.record(made.historyTokens);
        contextTime.record(made.milliseconds / 1_000);
      }),
      everthread.on('compaction-ended', ({ outcome }) => compactions.add(1, { outcome })),
      everthread.on('diagnostic', ({ code }) => diagnostics.add(1, { code })),
      everthread.on('summarizer-call', (call) => {
        cost.add(call.costUsd);
        if (!wentToModel(call)) return;
        const attributes = modelCall(call);
        callTokens.record(call.inputTokens, { ...attributes, 'gen_ai.token.type': 'input' });
        callTokens.record(call.outputTokens, { ...attributes, 'gen_ai.token.type': 'output' });
        callTime.record(call.milliseconds / 1_000, attributes);
      }),
    ],
    requestEnded: (time, attributes) => requestTime.record(time, attributes),
  };
}
