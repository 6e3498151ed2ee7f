/** Message parts as readable text, for transcripts, stand-ins and parts that cannot be sent in their own form. */
import type { Json, Part, ToolCallPart, ToolResultPart } from '../message/message.ts';
import { describePart, outputText } from '../message/tool-output.ts';
import { lazily } from '../text/lazily.ts';

/** The text of a message that has nothing a provider accepts. */
export const emptyMessageText = '(empty message)';
/** The first message for providers that require the user to speak first, if the conversation does not begin so. */
export const openingText = '(The conversation goes on.)';
/** Precedes the text of a later system message for providers that accept system text only at the beginning. */
export const systemNote = '[system note] ';

const counts = lazily(() => new Intl.NumberFormat('en-US'));

export function formatCount(count: number): string {
  // Intl is slow: formatting one number takes as long as laying out a message.
  return Number.isInteger(count) && count >= 0 && count < 1_000 ? String(count) : counts().format(count);
}

/** `#17` or `#17–42`, the form of every pointer to messages. */
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

function jsonText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The length of a part without building its text. Stops counting at `enough`. */
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
