/** Attribute names: OpenTelemetry's own where they exist, else ours below `everthread.`. */
import type { Attributes } from '@opentelemetry/api';
import type { EverthreadEvents } from '../../events.ts';

export function conversation(threadId: string | null): Attributes {
  return threadId === null ? {} : { 'gen_ai.conversation.id': threadId };
}

/** Attributes of a model call, for spans and metrics. */
export function modelCall({ model, outcome }: EverthreadEvents['summarizer-call']): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': model,
    ...(outcome !== 'ok' && { 'error.type': outcome }),
  };
}

/** Whether a summarizer call used a model. Summaries written by code are not model calls. */
export function wentToModel({ rung }: EverthreadEvents['summarizer-call']): boolean {
  return rung === 'model';
}
