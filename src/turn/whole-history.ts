/** Measures the request of a client that sends its whole history, and records it among the requests. */
import type { ModelRatios } from '../engine/model-ratios.ts';
import { invalidInput } from '../errors.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { SentContexts } from './sent-contexts.ts';

export type WholeHistoryOptions = {
  model?: string;
  /** How many messages are sent that the thread does not hold yet. */
  messages?: number;
  /** Reference tokens of those messages, and of system prompt, tools and schemas. */
  besides?: number;
  /** True if it was sent. It then counts among the requests that `requests()` sums up. */
  sent?: boolean;
  /** The thread's row, if it was just read. It is not read again then. */
  state?: MeasuredState;
};

/** The fields of a thread's row that say how much it holds. */
export type MeasuredState = Pick<ThreadState, 'id' | 'messages' | 'tokens' | 'sent'>;

export function measureWhole(options: {
  ports: { ratios: ModelRatios; sentWhole: SentContexts['noteWhole'] };
  state: MeasuredState;
  request: WholeHistoryOptions;
}): { tokens: number } {
  const { ports, state, request } = options;
  const { model, messages = 0, besides = 0, sent = false } = request;
  for (const [field, value] of Object.entries({ messages, besides })) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw invalidInput(field, 'a whole number of at least 0', value);
  }
  if (model !== undefined && typeof model !== 'string')
    throw invalidInput('model', 'the name of a model', model);
  const ratio = ports.ratios.ratioFor({ model, threadId: state.id });
  const tokens = Math.ceil((state.tokens + besides) * ratio);
  if (sent) {
    ports.ratios.sent({ model, threadId: state.id, ratio });
    ports.sentWhole({
      ...{ state, seq: state.messages + messages, model: ports.ratios.modelFor(model), ratio, tokens },
    });
  }
  return { tokens };
}
