/** Renders one message: its number, speaker and time, its text cut to size, and one line for each tool part. */
import { readToolCall } from '../../facts/tool-call.ts';
import type { Message, Part } from '../../message/message.ts';
import { describePart, opaqueKind, outputText } from '../../message/tool-output.ts';
import { counted, dayAndTime, figure } from '../terminal/figures.ts';
import { sanitize, sanitizeLine } from '../terminal/sanitize.ts';
import { padStart, truncate, wrap } from '../terminal/width.ts';
import type { Page } from './view.ts';

export type MessageLinesOptions = {
  /** Lines of text before it is cut. */
  lines: number;
  /** Width of the number column, so that messages below each other line up. */
  numberColumns: number;
  toolNames: ReadonlyMap<string, string>;
  /** Shows the date beside the time. */
  withDay?: boolean;
  /** Changes the text before it is wrapped, for example to choose an excerpt or to mark words. */
  prepare?: (text: string) => string;
  /** Paints every line; by default tool parts are dimmed. */
  paint?: (line: string) => string;
  /** Dims the head line too, for messages around a search hit. */
  quiet?: boolean;
  /** Wraps tool calls and results over several lines. Default: one line each. */
  wholeTools?: boolean;
  /** Cuts nothing: `text` shows all text but cuts tool parts as usual, `all` shows those whole as well. */
  whole?: 'text' | 'all';
};

/** Characters that are read: enough for any excerpt, few enough that a message of megabytes costs little. */
const readCharacters = 20_000;
const mostParts = 200;

export function messageLines(message: Message, options: MessageLinesOptions, page: Page): string[] {
  const { numberColumns } = options;
  const indent = ' '.repeat(Math.min(numberColumns + 2, Math.floor(page.columns / 3)));
  const body = bodyLines(message, options, page, page.columns - indent.length);
  return [headLine(message, options, page), ...body.map((line) => indent + line)];
}

export function numberColumnsFor(newest: number): number {
  return figure(newest).length + 1;
}

/** Names of tools by call id, because not every tool result names its tool. */
export function toolNamesOf(messages: readonly Message[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { parts } of messages) {
    for (const part of parts) if (part.type === 'tool-call') names.set(part.callId, part.name);
  }
  return names;
}

export function speakerOf({ role, name }: Pick<Message, 'role' | 'name'>): string {
  const speakerName = name === undefined ? '' : truncate(sanitizeLine(name), 24);
  return speakerName === '' ? role : `${speakerName} (${role})`;
}

/** A mark for asides, which are shown but are no part of the conversation. */
export function asideMark({ origin }: Pick<Message, 'origin'>): [mark: string] | undefined {
  if (origin?.kind === 'lookup') return ['asked of the archive'];
  return origin?.kind === 'embedded-reply' ? ['quoted without a model'] : undefined;
}

function headLine(message: Message, options: MessageLinesOptions, { style, utc }: Page): string {
  const { day, time } = dayAndTime(message.createdAt, { utc });
  const number = padStart(`#${figure(message.seq)}`, options.numberColumns);
  const speaker = speakerOf(message);
  const paint = message.role === 'user' ? style.cyan : style.bold;
  const marks = [
    ...(options.withDay === true ? [`${day} ${time}`.trim()] : [time]),
    ...(message.editedAt === undefined ? [] : ['edited']),
    ...(asideMark(message) ?? []),
  ].filter((mark) => mark !== '');
  const quiet = options.quiet === true || message.role === 'tool' || message.role === 'system';
  return `${style.dim(number)}  ${quiet ? style.dim(speaker) : paint(speaker)}  ${style.dim(marks.join(', '))}`;
}

function bodyLines(
  message: Message,
  options: MessageLinesOptions,
  { style }: Page,
  columns: number,
): string[] {
  const { lines: most, toolNames, prepare = (text) => text, paint, wholeTools = false } = options;
  if (message.removed !== undefined) return [style.dim(`(${message.removed})`)];
  const { whole } = options;
  const parts = whole === undefined ? message.parts.slice(0, mostParts) : message.parts;
  const lines = parts.flatMap((part): string[] => {
    if (part.type === 'text') return textLines(part.text);
    if (whole === 'all') return wrap(sanitize(wholePart(part, toolNames)).trim(), columns).map(style.dim);
    const line = prepare(sanitizeLine(partLine(part, toolNames, wholeTools ? readCharacters : firstOutput)));
    if (line === '') return [];
    const failed = part.type === 'tool-result' && part.isError === true;
    const quiet = paint ?? (failed ? style.red : style.dim);
    return (wholeTools ? wrap(line, columns) : [truncate(line, columns)]).map(quiet);
  });
  if (lines.length === 0) return [style.dim('(empty)')];
  const partsLeft = message.parts.length - parts.length;
  const rest = partsLeft > 0 ? [style.dim(`… ${counted(partsLeft, 'more part')}`)] : [];
  // A note that one line is hidden would take as much room as that line.
  if (whole !== undefined || lines.length <= most + 1) return [...lines, ...rest];
  return [...lines.slice(0, most), style.dim(`… ${counted(lines.length - most, 'more line')}`), ...rest];

  function textLines(text: string): string[] {
    const read = whole === undefined ? readCharacters : text.length;
    const shown = wrap(prepare(sanitize(text.slice(0, read)).trim()), columns);
    const left = text.length - read;
    const rest = left > 0 ? [style.dim(`… ${counted(left, 'more character')}`)] : [];
    if (shown.length === 1 && shown[0] === '') return rest;
    return [...(paint === undefined ? shown : shown.map(paint)), ...rest];
  }
}

const firstOutput = 400;

function wholePart(part: Exclude<Part, { type: 'text' }>, toolNames: ReadonlyMap<string, string>): string {
  if (part.type === 'reasoning') return `(thought) ${part.text}`;
  if (part.type === 'tool-call') return `→ ${part.name}\n${outputText(part.input)}`;
  if (part.type !== 'tool-result') return partLine(part, toolNames, Number.POSITIVE_INFINITY);
  const name = part.name ?? toolNames.get(part.callId) ?? 'result';
  return `← ${name}${part.isError === true ? ' failed' : ''}\n${outputText(part.output)}`;
}

function partLine(
  part: Exclude<Part, { type: 'text' }>,
  toolNames: ReadonlyMap<string, string>,
  characters: number,
): string {
  switch (part.type) {
    case 'reasoning':
      return `(thought) ${part.text.slice(0, characters)}`;
    case 'tool-call':
      return `→ ${part.name.slice(0, 80)} ${readToolCall(part).note ?? ''}`;
    case 'tool-result': {
      const name = part.name ?? toolNames.get(part.callId) ?? 'result';
      const output = outputText(part.output);
      const lineCount = output.trimEnd().split('\n').length;
      const size = lineCount > 1 ? ` [${figure(lineCount)} lines]` : '';
      const failed = part.isError === true ? ' failed' : '';
      return `← ${name.slice(0, 80)}${failed}${size} ${output.slice(0, characters)}`;
    }
    case 'opaque':
      return `[${part.format}: ${opaqueKind(part)}]`;
    default:
      return describePart(part).slice(0, characters);
  }
}
