/**
 * Gemini CLI chat files: one JSON document with `messages`. An answer holds its thoughts, its text, its tool calls
 * and their results; it becomes an assistant message and, where tools were called, a tool message behind it. Notices
 * of the client are left out.
 */
import { invalidInput } from '../errors.ts';
import type { Json, Part, ToolResultPart } from '../message/message.ts';
import { isObject, readArray, readObject, readString, type Source } from '../message/provider-fields.ts';
import {
  convertEntry,
  emptyTranscript,
  readText,
  readTimestamp,
  skip,
  type Transcript,
  type TranscriptMessage,
  type TranscriptOptions,
} from './transcript.ts';

export function readGeminiCli(document: unknown, options: TranscriptOptions = {}): Transcript {
  const transcript = emptyTranscript('gemini-cli');
  const source = readObject(document, 'document');
  readArray(source.messages, 'messages').forEach((entry, index) => {
    const field = `messages[${index}]`;
    const kind = isObject(entry) ? entry.type : undefined;
    if (kind === 'info' || kind === 'error' || kind === 'warning') {
      skip(transcript, kind);
      return;
    }
    const messages = convertEntry({
      entry,
      field,
      transcript,
      lenient: options.lenient,
      convert: toMessages,
    });
    transcript.messages.push(...messages);
  });
  const id = readText(source.sessionId);
  return id === undefined ? transcript : { ...transcript, id };
}

function toMessages(entry: Source, field: string): TranscriptMessage[] {
  const id = readText(entry.id);
  const own = { ...(id !== undefined && { id }), ...readTimestamp(entry.timestamp) };
  const said = readContent(entry.content, `${field}.content`);
  if (entry.type === 'user') return [{ role: 'user', parts: said, ...own }];
  if (entry.type !== 'gemini')
    throw invalidInput(`${field}.type`, "one of 'user', 'gemini', 'info'", entry.type);
  const thoughts = Array.isArray(entry.thoughts) ? entry.thoughts : [];
  const calls = readArray(entry.toolCalls ?? [], `${field}.toolCalls`).map((call, index) =>
    readCall(readObject(call, `${field}.toolCalls[${index}]`), `${field}.toolCalls[${index}]`),
  );
  const spoken = calls.length > 0 ? said.filter((part) => part.type !== 'text' || part.text !== '') : said;
  const parts = [...thoughts.flatMap(readThought), ...spoken, ...calls.map(({ call }) => call)];
  const results = calls.flatMap(({ result }) => (result === undefined ? [] : [result]));
  const answer: TranscriptMessage = { role: 'assistant', parts, ...own };
  if (results.length === 0) return [answer];
  const answeredAt = calls.map(({ at }) => at).findLast((at) => at.createdAt !== undefined) ?? {};
  return [
    answer,
    { role: 'tool', parts: results, ...(id !== undefined && { id: `${id}:results` }), ...answeredAt },
  ];
}

/** A string, or parts as the Gemini API has them. */
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
  const linked = part.fileData;
  if (isObject(linked) && typeof linked.fileUri === 'string') {
    return [
      {
        type: 'file',
        mediaType: readText(linked.mimeType) ?? 'application/octet-stream',
        url: linked.fileUri,
      },
    ];
  }
  // A kind of part we don't know is kept as it reads, rather than lost.
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
    at: readTimestamp(call.timestamp),
  };
}

/** A list of function responses with one word for what came of it; anything else is kept as data. */
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
