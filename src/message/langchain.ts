/**
 * Reads messages of LangChain: instances, their serialized form, and their stored form. Data of its own runs beside the
 * conversation (`additional_kwargs`, response metadata) is dropped, because nothing is written in this shape.
 */
import { invalidInput } from '../errors.ts';
import { parseDataUrl } from './media.ts';
import type { FilePart, Json, MessageContent, Part, Role } from './message.ts';
import {
  isObject,
  listChoices,
  type ReadOptions,
  readArray,
  readBlock,
  readObject,
  readString,
  type Source,
} from './provider-fields.ts';

const rolesByKind: { [kind: string]: Role } = {
  human: 'user',
  ai: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool',
};
const blockTypes = ['text', 'reasoning', 'thinking', 'image_url', 'image', 'file', 'tool_call', 'tool_use'];

export function isLangChain(message: Source): boolean {
  if (message.lc !== undefined && isObject(message.kwargs)) return true;
  if (message.role === 'human' || message.role === 'ai') return true;
  if (message.role !== undefined || typeof message.type !== 'string') return false;
  return (
    Object.hasOwn(rolesByKind, message.type) && (message.content !== undefined || isObject(message.data))
  );
}

/** Brings the different forms of a message to `{ type, content, … }`. */
export function plainLangChain(message: Source): Source {
  if (isObject(message.kwargs)) {
    const name = Array.isArray(message.id) ? String(message.id.at(-1)) : '';
    const kind = /^(Human|AI|System|Developer|Tool)Message(?:Chunk)?$/u.exec(name)?.[1] ?? name;
    return { ...message.kwargs, type: kind.toLowerCase() };
  }
  if (isObject(message.data)) return { ...message.data, type: message.type };
  return { ...message, type: message.type ?? message.role };
}

export function fromLangChain(message: Source, { field = 'message' }: ReadOptions = {}): MessageContent {
  const kind = String(message.type);
  const role = Object.hasOwn(rolesByKind, kind) ? rolesByKind[kind]! : undefined;
  if (role === undefined)
    throw invalidInput(`${field}.type`, listChoices(Object.keys(rolesByKind)), message.type);
  if (role === 'tool') return { role, parts: [fromResult(message, field)] };
  const calls = message.tool_calls === undefined ? [] : readArray(message.tool_calls, `${field}.tool_calls`);
  const toolCalls = calls.map((call, index) =>
    fromCall(readObject(call, `${field}.tool_calls[${index}]`), `${field}.tool_calls[${index}]`),
  );
  const parts = fromContent(message.content, `${field}.content`);
  const isListed = (part: Part) =>
    part.type === 'tool-call' && toolCalls.some(({ callId }) => callId === part.callId);
  const named = typeof message.name === 'string' && role === 'user' ? { name: message.name } : {};
  return { role, parts: [...parts.filter((part) => !isListed(part)), ...toolCalls], ...named };
}

function fromContent(content: unknown, field: string): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return readArray(content, field, 'a string or an array of content blocks').map((block, index) =>
    fromBlock(block, `${field}[${index}]`),
  );
}

function fromBlock(value: unknown, field: string): Part {
  if (typeof value === 'string') return { type: 'text', text: value };
  const block = readBlock(value, field, blockTypes);
  switch (block.type) {
    case 'text':
      return { type: 'text', text: readString(block.text, `${field}.text`) };
    case 'reasoning':
    case 'thinking':
      return { type: 'reasoning', text: readString(block[block.type], `${field}.${block.type}`) };
    case 'image_url': {
      const url = isObject(block.image_url) ? block.image_url.url : block.image_url;
      return fromUrl(readString(url, `${field}.image_url`), 'image/*');
    }
    case 'image':
    case 'file': {
      const mediaType = String(
        block.mimeType ??
          block.mime_type ??
          `${block.type === 'image' ? 'image/*' : 'application/octet-stream'}`,
      );
      if (typeof block.url === 'string') return fromUrl(block.url, mediaType);
      return { type: 'file', mediaType, data: readString(block.data, `${field}.data`) };
    }
    case 'tool_call':
    case 'tool_use':
      return fromCall(block, field);
    default:
      throw invalidInput(`${field}.type`, listChoices(blockTypes), block.type);
  }
}

function fromUrl(url: string, mediaType: string): FilePart {
  const inline = parseDataUrl(url);
  return inline ? { type: 'file', ...inline } : { type: 'file', mediaType, url };
}

function fromCall(call: Source, field: string) {
  return {
    type: 'tool-call' as const,
    callId: readString(call.id, `${field}.id`),
    name: readString(call.name, `${field}.name`),
    input: (call.args ?? call.input ?? {}) as Json,
  };
}

function fromResult(message: Source, field: string): Part {
  const { content } = message;
  return {
    type: 'tool-result',
    callId: readString(message.tool_call_id, `${field}.tool_call_id`),
    ...(typeof message.name === 'string' && { name: message.name }),
    output: (content ?? '') as Json,
    ...(message.status === 'error' && { isError: true }),
  };
}
