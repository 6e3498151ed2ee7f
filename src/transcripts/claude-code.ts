/**
 * Claude Code session files: one JSON object a line, Anthropic messages inside. One answer of the API may be spread
 * over several lines with the same `message.id`, with results of its first calls in between; it becomes one message
 * again. Left out unless asked for: side chains (sub-agents), meta lines, and the client's own summaries where what
 * they summarize is in the file. Always left out: notices, titles, file snapshots, failed calls.
 */
import { fromAnthropic } from '../message/anthropic.ts';
import type { AnthropicMessage } from '../message/anthropic-shapes.ts';
import { isObject, readObject, type Source } from '../message/provider-fields.ts';
import {
  convertEntry,
  emptyTranscript,
  type Line,
  readLines,
  readText,
  readTimestamp,
  skip,
  type Transcript,
  type TranscriptMessage,
  type TranscriptOptions,
} from './transcript.ts';

/** Lines that say one message. */
type Spoken = { lines: Line[] };

export function readClaudeCode(text: string, options: TranscriptOptions = {}): Transcript {
  const transcript = emptyTranscript('claude-code');
  const lines = readLines(text, transcript, options);
  const session = lines.map(({ value }) => readText(value.sessionId)).find((id) => id !== undefined);
  const main: Line[] = [];
  const side: Line[] = [];
  const seen = new Set<string>();
  for (const line of lines) {
    const { value } = line;
    const isSide = value.isSidechain === true;
    const kind = skippedKind(value, options, main.length > 0) ?? repeated(value, seen);
    if (kind !== undefined) skip(transcript, kind);
    else if (isSide && options.sidechains !== true) skip(transcript, 'sidechain');
    else (isSide ? side : main).push(line);
  }
  const convert = (list: readonly Line[]) => toMessages(list, transcript, options);
  transcript.messages = convert(main);
  transcript.sidechains = chains(side).map(convert);
  return session === undefined ? transcript : { ...transcript, id: session };
}

function skippedKind(
  line: Source,
  { meta, clientSummaries }: TranscriptOptions,
  started: boolean,
): string | undefined {
  if (line.type === 'system') return readText(line.subtype) ?? 'system';
  if (line.type !== 'user' && line.type !== 'assistant') return readText(line.type) ?? 'untyped';
  if (line.isMeta === true && meta !== true) return 'meta';
  // At the start of a file it stands for messages that are nowhere else.
  if (line.isCompactSummary === true && started && clientSummaries !== true) return 'client-summary';
  return line.isApiErrorMessage === true ? 'api-error' : undefined;
}

/** A resumed session may hold the same line twice. */
function repeated(line: Source, seen: Set<string>): string | undefined {
  const uuid = readText(line.uuid);
  if (uuid === undefined) return undefined;
  if (seen.has(uuid)) return 'repeated';
  seen.add(uuid);
  return undefined;
}

function toMessages(
  lines: readonly Line[],
  transcript: Transcript,
  { lenient }: TranscriptOptions,
): TranscriptMessage[] {
  return group(lines).flatMap(({ lines: own }) => {
    const said = own.map(({ value }) => ({
      message: value.message,
      uuid: value.uuid,
      timestamp: value.timestamp,
    }));
    return convertEntry({
      entry: { said },
      field: `line ${own[0]!.number}`,
      transcript,
      lenient,
      convert: (entry, field) => [toMessage(entry.said as Source[], field)],
    });
  });
}

function group(lines: readonly Line[]): Spoken[] {
  const spoken: Spoken[] = [];
  const answers = new Map<string, Spoken>();
  for (const line of lines) {
    const { message } = line.value;
    const id = isObject(message) && message.role === 'assistant' ? readText(message.id) : undefined;
    const known = id === undefined ? undefined : answers.get(id);
    if (known !== undefined) known.lines.push(line);
    else {
      const first = { lines: [line] };
      spoken.push(first);
      if (id !== undefined) answers.set(id, first);
    }
  }
  return spoken;
}

/** The last line knows best how the answer ended and what it cost. */
function toMessage(lines: readonly Source[], field: string): TranscriptMessage {
  const messages = lines.map((line) => readObject(line.message, `${field}.message`));
  const joined =
    messages.length === 1
      ? messages[0]!
      : { ...messages.at(-1)!, content: messages.flatMap(({ content }) => asBlocks(content)) };
  const content = fromAnthropic(joined as unknown as AnthropicMessage, { field: `${field}.message` });
  const id = readText(lines[0]!.uuid);
  return { ...content, ...(id !== undefined && { id }), ...readTimestamp(lines[0]!.timestamp) };
}

function asBlocks(content: unknown): unknown[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : [];
}

/** Side chains by their first line: every line names the one before it. */
function chains(lines: readonly Line[]): Line[][] {
  const lists: Line[][] = [];
  const chainOf = new Map<string, Line[]>();
  for (const line of lines) {
    const parent = readText(line.value.parentUuid);
    let list = parent === undefined ? undefined : chainOf.get(parent);
    if (list === undefined) {
      list = [];
      lists.push(list);
    }
    list.push(line);
    const uuid = readText(line.value.uuid);
    if (uuid !== undefined) chainOf.set(uuid, list);
  }
  return lists;
}
