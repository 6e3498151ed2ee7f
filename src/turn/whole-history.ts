/** A client that sends its whole history itself: what that takes, and its record among the requests. */
import type { ModelRatios } from '../engine/model-ratios.ts';
import { invalidInput } from '../errors.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { SentContexts } from './sent-contexts.ts';

export type WholeHistoryOptions = {
  model?: string;
  /** Sent besides what the thread holds: messages that are not stored yet. */
  messages?: number;
  /** Reference tokens of those, and of system prompt, tools and schemas. */
  besides?: number;
  /** True: it was sent, and counts among the requests that `requests()` sums up. */
  sent?: boolean;
  /** The thread's row, where it was just read: it is not read again. */
  state?: MeasuredState;
};

/** What of a thread's row tells how much it holds. */
export type MeasuredState = Pick<ThreadState, 'id' | 'messages' | 'tokens' | 'sent'>;

export function measureWhole(options: {
  ports: { ratios: ModelRatios; sentWhole: SentContexts['noteWhole'] };
  state: MeasuredState;
  asked: WholeHistoryOptions;
}): { tokens: number } {
  const { ports, state, asked } = options;
  const { model, messages = 0, besides = 0, sent = false } = asked;
  for (const [field, value] of Object.entries({ messages, besides })) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw invalidInput(field, 'a whole number of at least 0', value);
  }
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
