/**
 * Codex rollout files: one JSON object per line, with OpenAI responses items inside. In older files, each line is such
 * an item itself. Events (which repeat the items for display), turn settings and the client's own compactions are left
 * out.
 */
import { fromOpenAIResponsesItem } from '../message/openai-responses.ts';
import type { ResponsesItem } from '../message/openai-responses-shapes.ts';
import { isObject, readObject, type Source } from '../message/provider-fields.ts';
import { createJoiner } from './joiner.ts';
import {
  type Collector,
  convertMessages,
  type LineReader,
  optional,
  readText,
  readTimeIn,
} from './transcript.ts';

const linesWithoutItems = [
  'session_meta',
  'event_msg',
  'turn_context',
  'compacted',
  'ghost_snapshot',
  'state',
];

export function createCodexReader(out: Collector, sample: readonly Source[]): LineReader {
  const id = sample.map(sessionId).find((session) => session !== undefined);
  const conversation = out.conversation({ format: 'codex', ...optional('id', id) });
  const project = sample.map(folderOf).find((folder) => folder !== undefined);
  const joiner = createJoiner(out, conversation);
  return {
    line({ number, value }) {
      const item = itemOf(value);
      if (item === undefined) {
        out.skip(kindOf(value));
        return;
      }
      const place = `line ${number}`;
      const messages = convertMessages({
        entry: item,
        field: place,
        out,
        convert: (entry, field) => [
          fromOpenAIResponsesItem(readObject(entry, field) as ResponsesItem, { field }),
        ],
      });
      for (const message of messages) joiner.add({ ...message, ...readTimeIn(value) }, place);
    },
    end() {
      joiner.end();
      out.details(conversation, optional('project', project));
    },
  };
}

function itemOf(line: Source): unknown {
  if (line.type === 'response_item') return line.payload;
  const isUnwrapped =
    typeof line.type === 'string' && line.payload === undefined && !linesWithoutItems.includes(line.type);
  return isUnwrapped ? line : undefined;
}

function kindOf(line: Source): string {
  const kind = readText(line.type) ?? 'settings';
  return kind === 'compacted' ? 'client-summary' : kind;
}

function folderOf({ type, payload }: Source): string | undefined {
  return type === 'session_meta' && isObject(payload) ? readText(payload.cwd) : undefined;
}

function sessionId(line: Source): string | undefined {
  const session = line.type === 'session_meta' && isObject(line.payload) ? line.payload : line;
  return line.type === 'session_meta' || line.type === undefined ? readText(session.id) : undefined;
}
