/**
 * Conversations exported from ChatGPT: a tree of messages in `mapping`, in which `current_node` ends the current
 * branch. Other branches are left out, and so is everything the user never saw: hidden messages, custom instructions,
 * memories.
 *
 * A message of the model to a tool and the tool's message back become a call and its result. Images and files are not
 * in the export; their ids and names are kept as references.
 */
import { invalidInput } from '../errors.ts';
import type { Json, Part } from '../message/message.ts';
import { isObject, readArray, readObject, type Source } from '../message/provider-fields.ts';
import {
  type Collector,
  convertMessages,
  optional,
  readText,
  readTimestamp,
  type TranscriptMessage,
} from './transcript.ts';

export function isChatGpt(value: unknown): value is Source {
  return isObject(value) && isObject(value.mapping) && value.role === undefined;
}

/** `prefix` is the conversation's place in the file: `[4].`, `line 7.`. */
export function readChatGpt(out: Collector, value: Source, prefix: string): void {
  const id = readText(value.conversation_id) ?? readText(value.id);
  const createdAt = readTimestamp(value.create_time);
  const conversation = out.conversation({
    format: 'chatgpt',
    ...optional('id', id),
    ...optional('title', readText(value.title)),
    ...createdAt,
  });
  const nodes = new Map(Object.entries(value.mapping as Source));
  const path = currentPath(nodes, readText(value.current_node));
  const used = new Set(path);
  for (const [name, node] of nodes) {
    if (!used.has(name) && isObject(node) && isObject(node.message)) out.skip('other-branch');
  }
  const calls: OpenCall = { id: undefined };
  for (const name of path) {
    const node = nodes.get(name);
    const rawMessage = isObject(node) ? node.message : undefined;
    if (!isObject(rawMessage)) continue;
    const kind = skippedKind(rawMessage);
    if (kind !== undefined) {
      out.skip(kind);
      continue;
    }
    const place = `${prefix}mapping[${JSON.stringify(name.slice(0, 80))}].message`;
    const convert = (entry: Source, field: string) => toMessages(entry, { field, name, calls });
    for (const message of convertMessages({ entry: rawMessage, field: place, out, convert })) {
      out.message({ conversation, message, place });
    }
  }
}

/**
 * The path from the first message to the current one, or to the leaf that was added last if no current one is named.
 */
function currentPath(nodes: ReadonlyMap<string, unknown>, current: string | undefined): string[] {
  const path: string[] = [];
  const seen = new Set<string>();
  const end = current !== undefined && nodes.has(current) ? current : newestLeaf(nodes);
  for (let name = end; name !== undefined && !seen.has(name); ) {
    seen.add(name);
    path.push(name);
    const node = nodes.get(name);
    const parent = isObject(node) ? readText(node.parent) : undefined;
    name = parent !== undefined && nodes.has(parent) ? parent : undefined;
  }
  return path.reverse();
}

function newestLeaf(nodes: ReadonlyMap<string, unknown>): string | undefined {
  const leaves = [...nodes].filter(
    ([, node]) => isObject(node) && !(Array.isArray(node.children) && node.children.length > 0),
  );
  return leaves.at(-1)?.[0];
}

function skippedKind(message: Source): string | undefined {
  const metadata = isObject(message.metadata) ? message.metadata : {};
  if (metadata.is_visually_hidden_from_conversation === true) return 'hidden';
  const content = isObject(message.content) ? message.content : {};
  if (content.content_type === 'user_editable_context' || content.content_type === 'model_editable_context') {
    return 'hidden';
  }
  const author = isObject(message.author) ? message.author.role : undefined;
  return author === 'system' && textOf(content).trim() === '' ? 'empty' : undefined;
}

/** The last call that has no result yet. */
type OpenCall = { id: string | undefined };

function toMessages(
  message: Source,
  { field, name, calls }: { field: string; name: string; calls: OpenCall },
): TranscriptMessage[] {
  const author = readObject(message.author, `${field}.author`);
  const content = readObject(message.content, `${field}.content`);
  const id = readText(message.id) ?? name;
  const common = { id, ...readTimestamp(message.create_time) };
  switch (author.role) {
    case 'system':
    case 'user':
      return [
        { role: author.role, parts: [...readParts(content, field), ...attachments(message)], ...common },
      ];
    case 'assistant': {
      const recipient = readText(message.recipient) ?? 'all';
      if (recipient === 'all') return [{ role: 'assistant', parts: readParts(content, field), ...common }];
      calls.id = id;
      const call: Part = { type: 'tool-call', callId: id, name: recipient, input: readInput(content) };
      return [{ role: 'assistant', parts: [call], ...common }];
    }
    case 'tool': {
      // A tool may send several messages for one call; only the first can be its result.
      const callId = calls.id ?? id;
      calls.id = undefined;
      const output = readOutput(readParts(content, field));
      const tool = readText(author.name);
      const failed = content.content_type === 'system_error';
      return [
        {
          role: 'tool',
          parts: [
            {
              type: 'tool-result',
              callId,
              ...optional('name', tool),
              output,
              ...(failed && { isError: true }),
            },
          ],
          ...common,
        },
      ];
    }
    default:
      throw invalidInput(`${field}.author.role`, "one of 'system', 'user', 'assistant', 'tool'", author.role);
  }
}

function readParts(content: Source, field: string): Part[] {
  switch (content.content_type) {
    case 'text':
    case 'multimodal_text': {
      const parts = readArray(content.parts, `${field}.content.parts`).flatMap(readPart);
      // Empty parts are dropped, but a message that has nothing else keeps one.
      const nonEmpty = parts.filter((part) => part.type !== 'text' || part.text !== '');
      return nonEmpty.length > 0 ? nonEmpty : parts.slice(0, 1);
    }
    case 'thoughts': {
      const thoughts = readArray(content.thoughts, `${field}.content.thoughts`);
      return thoughts.map(
        (thought): Part => ({ type: 'reasoning', text: joinTexts(thought, ['summary', 'content']) }),
      );
    }
    case 'reasoning_recap':
      return [{ type: 'reasoning', text: readText(content.content) ?? '' }];
    case 'tether_quote':
      return [{ type: 'text', text: joinTexts(content, ['title', 'url', 'text']) }];
    case 'tether_browsing_display':
      return [{ type: 'text', text: joinTexts(content, ['summary', 'result']) }];
    default: {
      const text = textOf(content);
      // An unknown kind of content is kept as text rather than lost.
      return [{ type: 'text', text: text === '' ? JSON.stringify(content) : text }];
    }
  }
}

function readPart(value: unknown): Part[] {
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  if (!isObject(value)) return [];
  const pointer = pointerOf(value);
  if (pointer !== undefined) {
    const kind = (readText(value.content_type) ?? 'file').split('_')[0]!;
    return [{ type: 'resource', id: pointer, name: kind }];
  }
  const text = readText(value.text);
  return [{ type: 'text', text: text ?? JSON.stringify(value) }];
}

function pointerOf(value: Source): string | undefined {
  if (typeof value.asset_pointer === 'string') return value.asset_pointer;
  const inner = Object.values(value).find(
    (member) => isObject(member) && typeof member.asset_pointer === 'string',
  );
  return isObject(inner) ? (inner.asset_pointer as string) : undefined;
}

function attachments(message: Source): Part[] {
  const list = isObject(message.metadata) ? message.metadata.attachments : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((attachment): Part[] => {
    if (!isObject(attachment)) return [];
    const id = readText(attachment.id);
    return id === undefined ? [] : [{ type: 'resource', id, name: readText(attachment.name) ?? 'file' }];
  });
}

/** The input of a tool is JSON for some tools, and code or text for others. */
function readInput(content: Source): Json {
  const text = textOf(content);
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function readOutput(parts: readonly Part[]): Json {
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' ? only.text : (parts as unknown as Json);
}

function textOf(content: Source): string {
  if (typeof content.text === 'string') return content.text;
  const parts = Array.isArray(content.parts) ? content.parts : [];
  return parts.filter((part) => typeof part === 'string').join('\n');
}

function joinTexts(holder: unknown, keys: readonly string[]): string {
  if (!isObject(holder)) return '';
  const texts = keys.map((key) => holder[key]).filter((text) => typeof text === 'string' && text !== '');
  return texts.join('\n');
}
