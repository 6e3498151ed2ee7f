/** Names of attributes: OpenTelemetry's own where it has one, ours below `everthread.` where it has none. */
import type { Attributes } from '@opentelemetry/api';
import type { EverthreadEvents } from '../../events.ts';

export function conversation(threadId: string | null): Attributes {
  return threadId === null ? {} : { 'gen_ai.conversation.id': threadId };
}

/** Of a call that went to a model, for spans and metrics alike. */
export function modelCall({ model, outcome }: EverthreadEvents['summarizer-call']): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': model,
    ...(outcome !== 'ok' && { 'error.type': outcome }),
  };
}

/** Summaries that are written by code are no calls to a model. */
export function wentToModel({ rung }: EverthreadEvents['summarizer-call']): boolean {
  return rung === 'model';
}
