/**
 * Writes a message as plain text for people: for transcripts, summaries and search. Tool output can be trimmed to its
 * beginning and end, with a count of what was left out. The text cannot be converted back.
 */
import type { MessageContent, Part } from './message.ts';
import { describePart, opaqueKind, outputText } from './tool-output.ts';

export type TextOptions = {
  /** Include reasoning. Default: false. */
  reasoning?: boolean;
  /** Tool names by call id, for results that do not name their tool. */
  toolNames?: ReadonlyMap<string, string>;
  toolOutputLines?: number;
  toolOutputCharacters?: number;
  toolInputCharacters?: number;
};

export function renderMessageText(
  content: Pick<MessageContent, 'parts'>,
  {
    reasoning = false,
    toolNames = new Map(),
    toolOutputLines = Number.POSITIVE_INFINITY,
    toolOutputCharacters = Number.POSITIVE_INFINITY,
    toolInputCharacters = Number.POSITIVE_INFINITY,
  }: TextOptions = {},
): string {
  return content.parts.flatMap(renderPart).join('\n');

  function renderPart(part: Part): string[] {
    switch (part.type) {
      case 'text':
        return [part.text];
      case 'reasoning':
        return reasoning ? [`[reasoning] ${part.text}`] : [];
      case 'tool-call': {
        const input = typeof part.input === 'string' ? part.input : JSON.stringify(part.input);
        return [`→ ${part.name}(${trimText(input, { characters: toolInputCharacters })})`];
      }
      case 'tool-result': {
        const name = part.name ?? toolNames.get(part.callId) ?? 'result';
        const output = trimText(outputText(part.output), {
          lines: toolOutputLines,
          characters: toolOutputCharacters,
        });
        return [`← ${name}${part.isError === true ? ' failed' : ''}: ${output}`];
      }
      case 'opaque':
        return [`[${part.format}: ${opaqueKind(part)}]`];
      default:
        return [describePart(part)];
    }
  }
}

/**
 * The beginning and the end of a text, with a mark in between that says how much is missing. Lines are cut first, then
 * characters; the mark is not counted towards the limits.
 */
export function trimText(
  text: string,
  {
    lines = Number.POSITIVE_INFINITY,
    characters = Number.POSITIVE_INFINITY,
  }: { lines?: number; characters?: number } = {},
): string {
  return trimCharacters(trimLines(text, lines), characters);
}

function trimLines(text: string, limit: number): string {
  if (limit === Number.POSITIVE_INFINITY) return text;
  const lines = text.split('\n');
  if (lines.length <= limit) return text;
  const head = Math.ceil((limit * 2) / 3);
  const tail = limit - head;
  const mark = `[… ${count(lines.length - limit, 'line')} left out …]`;
  return [...lines.slice(0, head), mark, ...(tail > 0 ? lines.slice(-tail) : [])].join('\n');
}

function trimCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = wholeBefore(text, Math.ceil((limit * 2) / 3));
  const tail = wholeAfter(text, text.length - (limit - Math.ceil((limit * 2) / 3)));
  return `${text.slice(0, head)}[… ${count(tail - head, 'character')} left out …]${text.slice(tail)}`;
}

function count(number: number, unit: string): string {
  return `${number.toLocaleString('en-US')} ${unit}${number === 1 ? '' : 's'}`;
}

/** The nearest position at or before `index` that splits no surrogate pair. */
function wholeBefore(text: string, index: number): number {
  return splitsPair(text, index) ? index - 1 : index;
}

function wholeAfter(text: string, index: number): number {
  return splitsPair(text, index) ? index + 1 : index;
}

function splitsPair(text: string, index: number): boolean {
  return (
    isBetween(text.charCodeAt(index - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(index), 0xdc00, 0xdfff)
  );
}

function isBetween(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}
