/** Joins items of the responses format: consecutive items of the model become one message (see openai-responses.ts). */
import { messageLimits } from '../message/limits.ts';
import type { Collector, TranscriptMessage } from './transcript.ts';

export type Joiner = { add(message: TranscriptMessage, place: string): void; end(): void };

export function createJoiner(out: Collector, conversation: number): Joiner {
  let last: { message: TranscriptMessage; place: string; firstParts: number } | undefined;
  const tell = (): void => {
    if (last !== undefined) out.message({ conversation, ...last });
    last = undefined;
  };
  return {
    add(message, place) {
      const room = (last?.message.parts.length ?? 0) + message.parts.length <= messageLimits.parts;
      if (last?.message.role === 'assistant' && message.role === 'assistant' && room) {
        last.message.parts.push(...message.parts);
        return;
      }
      tell();
      last = { message, place, firstParts: message.parts.length };
    },
    end: tell,
  };
}
