/**
 * Arranges tool results for formats that have separate messages for them (AI SDK, OpenAI chat): each result must be in
 * such a message, right behind the one assistant message with its call, and so must each answer to a request for
 * approval. The order of the conversation does not change.
 * Results without a call stay: the context leaves them out, because it knows what else is shown.
 */

import { answeredApproval } from './approvals.ts';
import type { MessageContent, Part, ToolResultPart } from './message.ts';
import { openedCalls } from './units.ts';

export function arrangeToolMessages(
  content: readonly MessageContent[],
  { keepsInline = () => false }: { keepsInline?: (part: ToolResultPart) => boolean } = {},
): MessageContent[] {
  const arranged: MessageContent[] = [];
  for (const message of content) {
    for (const piece of splitResults(message, keepsInline)) {
      const last = arranged.at(-1);
      if (
        last !== undefined &&
        last.role === 'assistant' &&
        piece.role === 'assistant' &&
        hasOpenCall(last)
      ) {
        // Parallel calls that arrived one by one are joined into one message, so that their results can follow it.
        arranged[arranged.length - 1] = { ...last, parts: [...last.parts, ...piece.parts] };
      } else arranged.push(piece);
    }
  }
  return arranged;
}

/** Names of called tools by call id, for formats whose results must name their tool. */
export function calledTools(content: readonly MessageContent[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { parts } of content) {
    for (const part of parts) if (part.type === 'tool-call') names.set(part.callId, part.name);
  }
  return names;
}

function hasOpenCall(message: MessageContent): boolean {
  const answered = new Set(
    message.parts.map((part) => (part.type === 'tool-result' ? part.callId : undefined)),
  );
  return openedCalls(message).some((callId) => !answered.has(callId));
}

function splitResults(
  message: MessageContent,
  keepsInline: (part: ToolResultPart) => boolean,
): MessageContent[] {
  const moves = (part: Part) =>
    part.type === 'tool-result' ? !keepsInline(part) : answeredApproval(part) !== undefined;
  if (message.role === 'tool') {
    const strange: Part[] = message.parts.filter(
      (part) => part.type !== 'tool-result' && part.type !== 'opaque',
    );
    if (strange.length === 0) return [message];
    const rest = message.parts.filter((part) => !strange.includes(part));
    return [...(rest.length > 0 ? [{ ...message, parts: rest }] : []), { role: 'user', parts: strange }];
  }
  if (!message.parts.some(moves)) return [message];
  if (message.role !== 'assistant') {
    const rest = message.parts.filter((part) => !moves(part));
    const results: MessageContent = { role: 'tool', parts: message.parts.filter(moves) };
    return rest.length > 0 ? [results, { ...message, parts: rest }] : [results];
  }
  return splitAssistant(message, moves);
}

/** Splits an assistant message at its results: text before, results, text after. */
function splitAssistant(message: MessageContent, moves: (part: Part) => boolean): MessageContent[] {
  const pieces: MessageContent[] = [];
  for (const part of message.parts) {
    const role = moves(part) ? 'tool' : 'assistant';
    const last = pieces.at(-1);
    if (last?.role === role) last.parts.push(part);
    else pieces.push(role === 'tool' ? { role, parts: [part] } : { ...message, parts: [part] });
  }
  return pieces;
}
