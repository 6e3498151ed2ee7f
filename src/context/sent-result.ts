/** A tool result as it is sent: under the id of its call, without blank texts. */
import type { Json, ToolResultPart } from '../message/message.ts';
import type { Result } from './call-pairs.ts';

export function sentResult({ part, call }: Result): ToolResultPart {
  const sent = call.callId === part.callId ? part : { ...part, callId: call.callId };
  if (!Array.isArray(sent.output) || !sent.output.some(isBlankText)) return sent;
  const output = sent.output.filter((item) => !isBlankText(item));
  return { ...sent, output: output.length > 0 ? output : '' };
}

function isBlankText(item: Json): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item) || item.type !== 'text') return false;
  return typeof item.text === 'string' && item.text.trim() === '';
}
