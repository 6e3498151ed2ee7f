/** Joins consecutive items of the model in the responses format into one message (see openai-responses.ts). */
import { messageLimits } from '../message/limits.ts';
import type { Collector, TranscriptMessage } from './transcript.ts';

export type Joiner = { add(message: TranscriptMessage, place: string): void; end(): void };

export function createJoiner(out: Collector, conversation: number): Joiner {
  let last: { message: TranscriptMessage; place: string; firstParts: number } | undefined;
  const emitLast = (): void => {
    if (last !== undefined) out.message({ conversation, ...last });
    last = undefined;
  };
  return {
    add(message, place) {
      const fits = (last?.message.parts.length ?? 0) + message.parts.length <= messageLimits.parts;
      if (last?.message.role === 'assistant' && message.role === 'assistant' && fits) {
        last.message.parts.push(...message.parts);
        return;
      }
      emitLast();
      last = { message, place, firstParts: message.parts.length };
    },
    end: emitLast,
  };
}
