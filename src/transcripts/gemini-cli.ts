/**
 * Gemini CLI chat files. Older ones are one JSON document with `messages`. Newer ones hold a record per line: a
 * message is written again whenever it changes, `$rewindTo` removes the messages from a certain one on, and `$set`
 * changes members of the session, including its messages. An answer holds its thoughts, text, tool calls and their
 * results; it becomes an assistant message and, if tools were called, a tool message after it. Notices of the client
 * and its own summaries are left out.
 */
import { invalidInput } from '../errors.ts';
import type { Json, Part, ToolResultPart } from '../message/message.ts';
import { isObject, readArray, readObject, readString, type Source } from '../message/provider-fields.ts';
import type { LeftOut, LineIndex } from './line-index.ts';
import {
  type Collector,
  convertMessages,
  type Line,
  type LineReader,
  optional,
  readText,
  readTimeIn,
  readTimestamp,
  type TranscriptMessage,
} from './transcript.ts';

const notices = ['info', 'error', 'warning'];
/** The beginning of the client's own summaries, which replace the messages that they compress. */
const clientSummary = /^\s*<state_snapshot>/u;

export type GeminiReader = { entry(entry: unknown, place: string): void };

export function createGeminiReader(out: Collector, session: Source): GeminiReader {
  const conversation = out.conversation({
    format: 'gemini-cli',
    ...optional('id', readText(session.sessionId)),
    ...optional('title', readText(session.summary)),
    ...readTimestamp(session.startTime),
  });
  return {
    entry(entry, place) {
      const kind = skippedKind(entry);
      if (kind !== undefined) {
        out.skip(kind);
        return;
      }
      const messages = convertMessages({ entry, field: place, out, convert: toMessages });
      for (const message of messages) out.message({ conversation, message, place });
    },
  };
}

function skippedKind(entry: unknown): string | undefined {
  if (!isObject(entry)) return undefined;
  if (notices.includes(entry.type as string)) return entry.type as string;
  const firstContent = Array.isArray(entry.content) ? entry.content[0] : entry.content;
  const text = isObject(firstContent) ? firstContent.text : firstContent;
  return entry.type === 'user' && typeof text === 'string' && clientSummary.test(text)
    ? 'client-summary'
    : undefined;
}

export function createGeminiLineReader(
  out: Collector,
  sample: readonly Source[],
  leftOut: LeftOut,
): LineReader {
  const session = sample.find((line) => typeof line.sessionId === 'string') ?? {};
  const reader = createGeminiReader(out, session);
  return {
    line(line) {
      const records = recordsOf(line);
      if (records.length === 0) out.skip(kindOf(line.value));
      for (const { key, value, place } of records) {
        const kind = leftOut.get(key);
        if (kind === undefined) reader.entry(value, place);
        else out.skip(kind);
      }
    },
    end() {},
  };
}

function kindOf(line: Source): string {
  if (line.$rewindTo !== undefined) return 'rewind';
  return line.$set === undefined ? 'session' : 'settings';
}

type GeminiRecord = { key: string; value: unknown; place: string };

/** The messages of a line: the line itself, or those that it sets. */
function recordsOf({ number, value }: Line): GeminiRecord[] {
  if (typeof value.id === 'string') return [{ key: String(number), value, place: `line ${number}` }];
  const holder = isObject(value.$set) ? value.$set : value;
  const list = Array.isArray(holder.messages) ? holder.messages : [];
  const path = holder === value ? 'messages' : '$set.messages';
  return list.map((message, index) => ({
    key: `${number}.${index}`,
    value: message,
    place: `line ${number}.${path}[${index}]`,
  }));
}

/**
 * Keeps the last version of each message, and leaves out those removed by `$rewindTo`. A client may set its messages
 * anew, for example after a compaction; messages missing from the new list were part of the conversation, and are kept.
 */
export function createGeminiIndex(): LineIndex {
  const leftOut = new Map<string, string>();
  /** By id, in the order of first appearance. */
  const current = new Map<string, string>();
  return {
    add(line) {
      const target = readText(line.value.$rewindTo);
      if (target !== undefined && current.has(target)) {
        const ids = [...current.keys()];
        for (const id of ids.slice(ids.indexOf(target))) {
          leftOut.set(current.get(id)!, 'other-branch');
          current.delete(id);
        }
      }
      for (const { key, value } of recordsOf(line)) {
        const id = isObject(value) ? readText(value.id) : undefined;
        if (id === undefined) continue;
        const earlier = current.get(id);
        if (earlier !== undefined) leftOut.set(earlier, 'repeated');
        current.set(id, key);
      }
    },
    leftOut: () => leftOut,
  };
}

function toMessages(entry: Source, field: string): TranscriptMessage[] {
  const id = readText(entry.id);
  const common = { ...optional('id', id), ...readTimeIn(entry) };
  const content = readContent(entry.content, `${field}.content`);
  if (entry.type === 'user') return [{ role: 'user', parts: content, ...common }];
  if (entry.type !== 'gemini')
    throw invalidInput(`${field}.type`, "one of 'user', 'gemini', 'info'", entry.type);
  const thoughts = Array.isArray(entry.thoughts) ? entry.thoughts : [];
  const calls = readArray(entry.toolCalls ?? [], `${field}.toolCalls`).map((call, index) =>
    readCall(readObject(call, `${field}.toolCalls[${index}]`), `${field}.toolCalls[${index}]`),
  );
  const shownContent =
    calls.length > 0 ? content.filter((part) => part.type !== 'text' || part.text !== '') : content;
  const parts = [...thoughts.flatMap(readThought), ...shownContent, ...calls.map(({ call }) => call)];
  const results = calls.flatMap(({ result }) => (result === undefined ? [] : [result]));
  const answer: TranscriptMessage = { role: 'assistant', parts, ...common };
  if (results.length === 0) return [answer];
  const resultsTime =
    calls.map(({ at: time }) => time).findLast((time) => time.createdAt !== undefined) ?? {};
  return [
    answer,
    { role: 'tool', parts: results, ...(id !== undefined && { id: `${id}:results` }), ...resultsTime },
  ];
}

/** A string, or parts in the format of the Gemini API. */
function readContent(content: unknown, field: string): Part[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  const parts = isObject(content) ? [content] : readArray(content, field, 'a string or an array of parts');
  return parts.flatMap((value, index): Part[] => {
    if (typeof value === 'string') return [{ type: 'text', text: value }];
    const part = readObject(value, `${field}[${index}]`);
    if (typeof part.text === 'string') return [{ type: 'text', text: part.text }];
    return readFile(part);
  });
}

function readFile(part: Source): Part[] {
  const inline = part.inlineData;
  if (isObject(inline) && typeof inline.data === 'string') {
    return [
      { type: 'file', mediaType: readText(inline.mimeType) ?? 'application/octet-stream', data: inline.data },
    ];
  }
  const file = part.fileData;
  if (isObject(file) && typeof file.fileUri === 'string') {
    return [
      {
        type: 'file',
        mediaType: readText(file.mimeType) ?? 'application/octet-stream',
        url: file.fileUri,
      },
    ];
  }
  // An unknown kind of part is kept as text rather than lost.
  return [{ type: 'text', text: JSON.stringify(part) }];
}

function readThought(thought: unknown): Part[] {
  if (!isObject(thought)) return [];
  const lines = [thought.subject, thought.description].flatMap((line) =>
    typeof line === 'string' ? [line.trim()] : [],
  );
  return [{ type: 'reasoning', text: lines.join('\n') }];
}

function readCall(
  call: Source,
  field: string,
): { call: Part; result: ToolResultPart | undefined; at: { createdAt?: string } } {
  const callId = readString(call.id, `${field}.id`);
  const name = readString(call.name, `${field}.name`);
  const failed = call.status === 'error' || call.status === 'cancelled';
  const output = readOutput(call.result);
  return {
    call: { type: 'tool-call', callId, name, input: (call.args ?? {}) as Json },
    result:
      output === undefined
        ? undefined
        : { type: 'tool-result', callId, name, output, ...(failed && { isError: true }) },
    at: readTimeIn(call),
  };
}

/** A single response with only a text `output` or `error` becomes that text; anything else is kept as data. */
function readOutput(result: unknown): Json | undefined {
  if (result === undefined || result === null) return undefined;
  const responses = Array.isArray(result)
    ? result.flatMap((part) =>
        isObject(part) && isObject(part.functionResponse) ? [part.functionResponse.response] : [],
      )
    : [];
  const [response] = responses;
  if (responses.length !== 1 || !isObject(response)) return result as Json;
  const words = Object.values(response);
  const known = ['output', 'error'].some((key) => Object.hasOwn(response, key));
  return words.length === 1 && known && typeof words[0] === 'string' ? words[0] : (response as Json);
}
