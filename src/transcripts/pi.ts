/**
 * Pi session files: one JSON object a line. Newer files are trees: every entry names its parent, and the last one
 * ends the branch in use; the others are left out. So are changes of model and settings, and the client's own
 * summaries, whose sources are in the file.
 */
import { invalidInput } from '../errors.ts';
import type { Json, Part } from '../message/message.ts';
import {
  extraFor,
  readArray,
  readBlock,
  readObject,
  readString,
  type Source,
} from '../message/provider-fields.ts';
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

export function readPi(text: string, options: TranscriptOptions = {}): Transcript {
  const transcript = emptyTranscript('pi');
  const lines = readLines(text, transcript, options);
  const used = branchInUse(lines);
  let id: string | undefined;
  for (const line of lines) {
    const { number, value } = line;
    if (value.type === 'session') id ??= readText(value.id);
    if (value.type !== 'message' || !used.has(line)) {
      skip(transcript, used.has(line) ? kindOf(value) : 'other-branch');
      continue;
    }
    const field = `line ${number}`;
    const messages = convertEntry({
      entry: value,
      field,
      transcript,
      lenient: options.lenient,
      convert: (entry, place) => [toMessage(entry, place)],
    });
    transcript.messages.push(...messages);
  }
  return id === undefined ? transcript : { ...transcript, id };
}

function kindOf(line: Source): string {
  const kind = readText(line.type) ?? 'untyped';
  return kind === 'compaction' || kind === 'branch_summary' ? 'client-summary' : kind;
}

function branchInUse(lines: readonly Line[]): Set<Line> {
  const byId = new Map(
    lines.flatMap((line) => (typeof line.value.id === 'string' ? [[line.value.id, line]] : [])),
  );
  const last = lines.at(-1);
  if (last === undefined || !('parentId' in last.value)) return new Set(lines);
  const used = new Set<Line>(lines.filter((line) => line.value.type === 'session'));
  for (let line: Line | undefined = last; line !== undefined && !used.has(line); ) {
    used.add(line);
    const parent: unknown = line.value.parentId;
    line = typeof parent === 'string' ? byId.get(parent) : undefined;
  }
  return used;
}

function toMessage(line: Source, field: string): TranscriptMessage {
  const message = readObject(line.message, `${field}.message`);
  const id = readText(line.id);
  const own = { ...(id !== undefined && { id }), ...readTimestamp(line.timestamp ?? message.timestamp) };
  const place = `${field}.message`;
  switch (message.role) {
    case 'user':
    case 'assistant':
      return { role: message.role, parts: readContent(message, place), ...own };
    case 'toolResult': {
      const parts = readContent(message, place);
      const [only] = parts;
      const output = parts.length === 1 && only?.type === 'text' ? only.text : (parts as unknown as Json);
      const name = readText(message.toolName);
      return {
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            callId: readString(message.toolCallId, `${place}.toolCallId`),
            ...(name !== undefined && { name }),
            output,
            ...(typeof message.isError === 'boolean' && { isError: message.isError }),
          },
        ],
        ...own,
      };
    }
    default:
      throw invalidInput(`${place}.role`, "one of 'user', 'assistant', 'toolResult'", message.role);
  }
}

function readContent(message: Source, field: string): Part[] {
  const { content } = message;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return readArray(content, `${field}.content`, 'a string or an array of blocks').map((value, index) => {
    const place = `${field}.content[${index}]`;
    return readPiBlock(
      readBlock(value, place, ['text', 'thinking', 'toolCall', 'image']),
      message.api,
      place,
    );
  });
}

function readPiBlock(block: Source & { type: string }, api: unknown, field: string): Part {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: readString(block.text, `${field}.text`) };
    case 'thinking': {
      const signature = readText(block.thinkingSignature);
      // Only the provider that signed it can make use of it.
      const signed = api === 'anthropic-messages' && signature !== undefined ? { signature } : undefined;
      return {
        type: 'reasoning',
        text: readString(block.thinking, `${field}.thinking`),
        ...extraFor('anthropic', signed),
      };
    }
    case 'toolCall':
      return {
        type: 'tool-call',
        callId: readString(block.id, `${field}.id`),
        name: readString(block.name, `${field}.name`),
        input: (block.arguments ?? {}) as Json,
      };
    case 'image':
      return {
        type: 'file',
        mediaType: readString(block.mimeType, `${field}.mimeType`),
        data: readString(block.data, `${field}.data`),
      };
    default:
      throw invalidInput(`${field}.type`, "one of 'text', 'thinking', 'toolCall', 'image'", block.type);
  }
}
