/** Functions by which the demo's conversation is written. */
import type { Json, MessageContent } from '../../message/message.ts';

/** Lines of one sitting. The first is said at `start`, each of the others shortly after the one before. */
export type Scene = { start: string; lines: readonly MessageContent[] };

export function user(text: string): MessageContent {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

export function assistant(text: string): MessageContent {
  return { role: 'assistant', parts: [{ type: 'text', text }] };
}

export function call(callId: string, name: string, input: { [key: string]: Json }): MessageContent {
  return { role: 'assistant', parts: [{ type: 'tool-call', callId, name, input }] };
}

export function result(callId: string, ...outputLines: string[]): MessageContent {
  return { role: 'tool', parts: [{ type: 'tool-result', callId, output: outputLines.join('\n') }] };
}

export function failure(callId: string, ...outputLines: string[]): MessageContent {
  return {
    role: 'tool',
    parts: [{ type: 'tool-result', callId, output: outputLines.join('\n'), isError: true }],
  };
}
