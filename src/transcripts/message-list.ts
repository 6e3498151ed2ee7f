/**
 * Lists of messages in one of the provider formats or in Everthread's own: a JSON array, a request body with
 * `messages` (and `system`), responses items, or one message a line.
 */
import { fromAnthropicSystem } from '../message/anthropic.ts';
import type { AnthropicSystem } from '../message/anthropic-shapes.ts';
import { type DetectedFormat, detectFormat } from '../message/detect-format.ts';
import { type MessageInput, normalizeMessage } from '../message/normalize.ts';
import { isObject, type Source } from '../message/provider-fields.ts';
import {
  convertEntry,
  emptyTranscript,
  type Line,
  readText,
  type Transcript,
  type TranscriptMessage,
  type TranscriptOptions,
} from './transcript.ts';

/** `field` says how the file names the list: `messages`, `[4].traj`. */
export function readMessageList(
  list: readonly unknown[],
  { field = 'messages', system, ...options }: TranscriptOptions & { field?: string; system?: unknown } = {},
): Transcript {
  const entries = list.map((value, index) => ({ value, field: `${field}[${index}]` }));
  const transcript = readEntries(entries, options);
  if (system === undefined || system === null) return transcript;
  const message = fromAnthropicSystem(system as AnthropicSystem);
  return { ...transcript, format: 'anthropic', messages: [message, ...transcript.messages] };
}

/** One message a line. */
export function readMessageLines(lines: readonly Line[], options: TranscriptOptions = {}): Transcript {
  return readEntries(
    lines.map(({ number, value }) => ({ value, field: `line ${number}` })),
    options,
  );
}

function readEntries(
  entries: readonly { value: unknown; field: string }[],
  { lenient }: TranscriptOptions,
): Transcript {
  const found = entries.map(({ value }) => (isObject(value) ? detectFormat(value) : undefined));
  const format =
    found.find((each) => each !== undefined && each !== 'everthread') ?? defaultFormat(entries[0]?.value);
  const transcript = emptyTranscript(format);
  entries.forEach(({ value, field }, index) => {
    const convert = (entry: Source) => [toMessage(entry, found[index], format, field)];
    for (const message of convertEntry({ entry: value, field, transcript, lenient, convert })) {
      const last = transcript.messages.at(-1);
      const goesOn =
        format === 'openai-responses' && last?.role === 'assistant' && message.role === 'assistant';
      if (goesOn) last.parts.push(...message.parts);
      else transcript.messages.push(message);
    }
  });
  return transcript;
}

/** Messages of plain text look the same in every format; the chat shape is what most files mean. */
function defaultFormat(first: unknown): DetectedFormat {
  return isObject(first) && Array.isArray(first.parts) ? 'everthread' : 'openai-chat';
}

/** A plain message among others of a format is one of them, unless that format has no such role. */
function toMessage(
  entry: Source,
  found: DetectedFormat | undefined,
  format: DetectedFormat,
  field: string,
): TranscriptMessage {
  const isPlain = (found === undefined || found === 'everthread') && !Array.isArray(entry.parts);
  const fits = !(format === 'anthropic' && entry.role === 'system');
  const chosen = isPlain && fits ? format : found;
  const known = chosen === undefined || chosen === 'everthread' ? {} : { format: chosen };
  return normalizeMessage(entry as MessageInput, { field, ...known });
}

export function titleOf(holder: Source): string | undefined {
  const id = holder.id ?? holder.task_id ?? holder.conversation_id;
  return typeof id === 'number' ? String(id) : readText(id);
}
