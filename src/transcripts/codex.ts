/**
 * Codex rollout files: one JSON object a line, OpenAI responses items inside. Older files hold the items bare.
 * Events (which repeat the items for display), settings of each turn and the client's own compactions are left out.
 */
import { fromOpenAIResponsesItem } from '../message/openai-responses.ts';
import type { ResponsesItem } from '../message/openai-responses-shapes.ts';
import { isObject, readObject, type Source } from '../message/provider-fields.ts';
import {
  convertEntry,
  emptyTranscript,
  readLines,
  readText,
  readTimestamp,
  skip,
  type Transcript,
  type TranscriptOptions,
} from './transcript.ts';

const otherLines = ['session_meta', 'event_msg', 'turn_context', 'compacted', 'ghost_snapshot', 'state'];

export function readCodex(text: string, options: TranscriptOptions = {}): Transcript {
  const transcript = emptyTranscript('codex');
  let id: string | undefined;
  for (const { number, value } of readLines(text, transcript, options)) {
    id ??= sessionId(value);
    const item = itemOf(value);
    if (item === undefined) {
      skip(transcript, kindOf(value));
      continue;
    }
    const said = convertEntry({
      entry: item,
      field: `line ${number}`,
      transcript,
      lenient: options.lenient,
      convert: (entry, field) => [
        fromOpenAIResponsesItem(readObject(entry, field) as ResponsesItem, { field }),
      ],
    });
    for (const message of said) {
      const last = transcript.messages.at(-1);
      // What the model said in one go is one message (see openai-responses.ts).
      if (last?.role === 'assistant' && message.role === 'assistant') last.parts.push(...message.parts);
      else transcript.messages.push({ ...message, ...readTimestamp(value.timestamp) });
    }
  }
  return id === undefined ? transcript : { ...transcript, id };
}

function itemOf(line: Source): unknown {
  if (line.type === 'response_item') return line.payload;
  const isBare =
    typeof line.type === 'string' && line.payload === undefined && !otherLines.includes(line.type);
  return isBare ? line : undefined;
}

function kindOf(line: Source): string {
  const kind = readText(line.type) ?? 'settings';
  return kind === 'compacted' ? 'client-summary' : kind;
}

function sessionId(line: Source): string | undefined {
  const holder = line.type === 'session_meta' && isObject(line.payload) ? line.payload : line;
  return line.type === 'session_meta' || line.type === undefined ? readText(holder.id) : undefined;
}
