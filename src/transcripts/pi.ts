/**
 * Pi session files: one JSON object per line. Newer files are trees: every entry names its parent, and the last entry
 * ends the current branch. Other branches are left out, and so are changes of model and settings, and the client's own
 * summaries, because the file contains the messages that they summarize.
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
import type { LeftOut, LineIndex } from './line-index.ts';
import {
  type Collector,
  convertMessages,
  type Line,
  type LineReader,
  optional,
  readText,
  readTimeIn,
  type TranscriptMessage,
} from './transcript.ts';

export function createPiReader(out: Collector, sample: readonly Source[], leftOut: LeftOut): LineReader {
  const session = sample.find((line) => line.type === 'session');
  const id = session === undefined ? undefined : readText(session.id);
  const conversation = out.conversation({ format: 'pi', ...optional('id', id) });
  return {
    line({ number, value }) {
      const kind = leftOut.get(String(number)) ?? (value.type === 'message' ? undefined : kindOf(value));
      if (kind !== undefined) {
        out.skip(kind);
        return;
      }
      const place = `line ${number}`;
      const convert = (entry: Source, field: string) => [toMessage(entry, field)];
      for (const message of convertMessages({ entry: value, field: place, out, convert })) {
        out.message({ conversation, message, place });
      }
    },
    end() {
      out.details(conversation, optional('project', readText(session?.cwd)));
    },
  };
}

function kindOf(line: Source): string {
  const kind = readText(line.type) ?? 'untyped';
  return kind === 'compaction' || kind === 'branch_summary' ? 'client-summary' : kind;
}

/** Finds the lines that are not on the branch of the last line. */
export function createPiIndex(): LineIndex {
  type Entry = { number: number; id: string | undefined; parent: string | undefined };
  const entries: Entry[] = [];
  let isTree = false;
  return {
    add({ number, value }: Line) {
      isTree = 'parentId' in value;
      if (value.type === 'session') return;
      entries.push({ number, id: readText(value.id), parent: readText(value.parentId) });
    },
    leftOut() {
      if (!isTree) return new Map();
      const byId = new Map(entries.flatMap((entry) => (entry.id === undefined ? [] : [[entry.id, entry]])));
      const used = new Set<Entry>();
      for (let entry = entries.at(-1); entry !== undefined && !used.has(entry); ) {
        used.add(entry);
        entry = entry.parent === undefined ? undefined : byId.get(entry.parent);
      }
      const otherEntries = entries.filter((entry) => !used.has(entry));
      return new Map(otherEntries.map(({ number }) => [String(number), 'other-branch']));
    },
  };
}

function toMessage(line: Source, field: string): TranscriptMessage {
  const message = readObject(line.message, `${field}.message`);
  const id = readText(line.id);
  const common = { ...(id !== undefined && { id }), ...readTimeIn(message), ...readTimeIn(line) };
  const place = `${field}.message`;
  switch (message.role) {
    case 'user':
    case 'assistant':
      return { role: message.role, parts: readContent(message, place), ...common };
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
        ...common,
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
      // Only the provider that signed the reasoning can use the signature.
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
