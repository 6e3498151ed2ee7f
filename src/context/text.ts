/** Message parts as text a person can read: for transcripts, stand-ins and whatever cannot be sent in its own form. */
import type { Json, Part, ToolCallPart, ToolResultPart } from '../message/message.ts';
import { describePart, outputText } from '../message/tool-output.ts';
import { lazily } from '../text/lazily.ts';

/** Stands in a message that has nothing a provider would take. */
export const emptyMessageText = '(empty message)';
/** Stands before a conversation that does not begin with the user, where the provider wants it to. */
export const openingText = '(The conversation goes on.)';
/** Opens what a system message said in the middle, where the provider has system text only at the top. */
export const systemNote = '[system note] ';

const counts = lazily(() => new Intl.NumberFormat('en-US'));

export function formatCount(count: number): string {
  // Writing a number the long way takes as long as laying out a message.
  return Number.isInteger(count) && count >= 0 && count < 1_000 ? String(count) : counts().format(count);
}

/** `#17`, or `#17–42`: how messages are named wherever they are pointed to. */
export function rangeText(from: number, to: number): string {
  return from === to ? `#${from}` : `#${from}–${to}`;
}

export function partText(part: Part): string {
  switch (part.type) {
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return `[called ${part.name || 'a tool'}(${jsonText(part.input)})]`;
    case 'tool-result':
      return strayResultText(part);
    default:
      return describePart(part);
  }
}

export function unansweredCallText(part: ToolCallPart): string {
  return `[called ${part.name || 'a tool'}(${jsonText(part.input)}): no result was recorded]`;
}

export function strayResultText(part: ToolResultPart): string {
  const state = part.isError === true ? 'error' : 'result';
  return `[${state} of ${part.name || 'a tool'} (call ${part.callId}): ${outputText(part.output)}]`;
}

export function jsonText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** How long a part is, without building its text: stops at `enough`. */
export function roughLength(part: Part, enough: number): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text.length;
    case 'tool-call':
      return jsonLength(part.input, enough);
    case 'tool-result':
      return jsonLength(part.output, enough);
    case 'opaque':
      return jsonLength(part.value, enough);
    default:
      return 0;
  }
}

function jsonLength(value: Json, enough: number): number {
  const waiting: Json[] = [value];
  let length = 0;
  while (waiting.length > 0 && length < enough) {
    const next = waiting.pop()!;
    if (typeof next === 'string') length += next.length + 2;
    else if (next === null || typeof next !== 'object') length += 4;
    else if (Array.isArray(next)) for (const member of next) waiting.push(member);
    else {
      for (const key of Object.keys(next)) {
        length += key.length + 3;
        waiting.push(next[key]!);
      }
    }
  }
  return length;
}
