/**
 * Converts OpenAI chat completion messages, both ways. A message converted in and out again equals the original.
 * Messages of other formats come out valid: each result becomes a tool message right behind its call; files returned by
 * a tool become a user message behind the results, because a tool message holds only text; reasoning is left out.
 */

import { invalidInput } from '../errors.ts';
import type { FilePart, Json, MessageContent, Part, Role, ToolResultPart } from './message.ts';
import { fromChatBlock, toChatBlock } from './openai-chat-blocks.ts';
import { fromCall, fromFunctionCall, isListed, toCall, toFunctionCall } from './openai-chat-calls.ts';
import type { OpenAIChatMessage } from './openai-chat-shapes.ts';
import {
  extraFor,
  isObject,
  type ReadOptions,
  readArray,
  readChoice,
  readObject,
  readString,
  remember,
  rememberedFields,
  type Source,
} from './provider-fields.ts';
import { arrangeToolMessages } from './tool-messages.ts';
import { flagError, outputContent, outputFiles, outputText } from './tool-output.ts';

const format = 'openai-chat';
export const chatRoles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const;

/** Names of the reasoning member in compatible servers. */
const reasoningFields = ['reasoning_content', 'reasoning'] as const;

export function fromOpenAIChat(
  message: OpenAIChatMessage,
  { field = 'message' }: ReadOptions = {},
): MessageContent {
  const source = readObject(message, field);
  const role = readChoice(source.role, chatRoles, `${field}.role`);
  switch (role) {
    case 'tool':
    case 'function':
      return fromResult(source, role, field);
    case 'assistant':
      return fromAssistant(source, field);
    default: {
      const { parts, note } = fromContent(
        source.content,
        role === 'developer' ? 'system' : role,
        `${field}.content`,
      );
      const named = typeof source.name === 'string' ? { name: source.name } : {};
      const notes = { content: note, role: role === 'developer' ? role : undefined };
      const extra = remember(source, ['role', 'content', ...Object.keys(named)], notes);
      return { role: role === 'developer' ? 'system' : role, parts, ...named, ...extraFor(format, extra) };
    }
  }
}

export function toOpenAIChat(content: readonly MessageContent[]): OpenAIChatMessage[] {
  const messages: OpenAIChatMessage[] = [];
  let returned: { callId: string; file: FilePart }[] = [];
  for (const message of arrangeToolMessages(content)) {
    if (message.role !== 'tool') messages.push(...returnedFiles(returned.splice(0)));
    messages.push(...(toMessages(message) as OpenAIChatMessage[]));
    if (message.role === 'tool') returned = [...returned, ...filesOf(message)];
  }
  return [...messages, ...returnedFiles(returned)];
}

/** Sets a note if the content's form differs from the default. */
function fromContent(content: unknown, role: Role, field: string): { parts: Part[]; note?: string } {
  if (typeof content === 'string') return { parts: [{ type: 'text', text: content }] };
  const blocks = readArray(content, field, 'a string or an array of content blocks');
  const parts = blocks.map((block, index) => fromChatBlock(block, role, `${field}[${index}]`));
  const plain = parts.every((part) => part.type === 'text' && part.extra === undefined);
  return plain ? { parts, note: 'parts' } : { parts };
}

function fromAssistant(source: Source, field: string): MessageContent {
  const parts: Part[] = [];
  const known = ['role', 'content'];
  const named = typeof source.name === 'string' ? { name: source.name } : {};
  known.push(...Object.keys(named));
  for (const key of reasoningFields) {
    const text = source[key];
    if (typeof text !== 'string') continue;
    known.push(key);
    parts.push({ type: 'reasoning', text, ...extraFor(format, remember({}, [], { field: key })) });
  }
  const silent = source.content === null || source.content === undefined;
  const { parts: contentParts, note } = silent
    ? { parts: [] }
    : fromContent(source.content, 'assistant', `${field}.content`);
  parts.push(...contentParts);
  if (typeof source.refusal === 'string') {
    known.push('refusal');
    const extra = remember({}, [], { block: 'refusal-field' });
    parts.push({ type: 'text', text: source.refusal, ...extraFor(format, extra) });
  }
  const calls = source.tool_calls ?? [];
  const listed = readArray(calls, `${field}.tool_calls`, 'an array of tool calls');
  if (listed.length > 0) known.push('tool_calls');
  parts.push(...listed.map((call, index) => fromCall(call, `${field}.tool_calls[${index}]`)));
  if (isObject(source.function_call)) {
    known.push('function_call');
    parts.push(fromFunctionCall(source.function_call, `${field}.function_call`));
  }
  if (source.content === undefined && parts.length === 0) {
    throw invalidInput(`${field}.content`, 'a string, null or an array of content blocks', undefined);
  }
  const otherParts = parts.length > contentParts.length && parts.some((part) => part.type !== 'reasoning');
  const notes = { content: source.content === undefined ? 'absent' : silent && !otherParts ? 'null' : note };
  return { role: 'assistant', parts, ...named, ...extraFor(format, remember(source, known, notes)) };
}

function fromResult(source: Source, role: 'tool' | 'function', field: string): MessageContent {
  const named = typeof source.name === 'string' ? { name: source.name } : {};
  const callId =
    role === 'tool'
      ? readString(source.tool_call_id, `${field}.tool_call_id`)
      : `function:${readString(source.name, `${field}.name`)}`;
  const { content } = source;
  const plain =
    typeof content === 'string' ? content : content === null && role === 'function' ? '' : undefined;
  const output =
    plain ??
    (readArray(content, `${field}.content`, 'a string or an array of text blocks').map((block, index) =>
      fromChatBlock(block, 'user', `${field}.content[${index}]`),
    ) as unknown as Json);
  const notes = {
    content: content === null ? 'null' : plain === undefined ? 'parts' : undefined,
    role: role === 'function' ? role : undefined,
  };
  // Not every server accepts a name here, so it stays among the fields and only returns to its own format.
  const known = ['role', 'content', ...(role === 'tool' ? ['tool_call_id'] : [])];
  const part: ToolResultPart = { type: 'tool-result', callId, ...named, output };
  return { role: 'tool', parts: [part], ...extraFor(format, remember(source, known, notes)) };
}

function toMessages(message: MessageContent): Source[] {
  if (message.role === 'tool') return toResults(message);
  const { fields, notes } = rememberedFields(message, format);
  const named = message.name === undefined ? {} : { name: message.name };
  const role = notes.role === 'developer' ? 'developer' : message.role;
  const spoken = message.parts.filter((part) => !isMemberOfMessage(part));
  const blocks = spoken.flatMap((part) => toChatBlock(part, message.role));
  const calls = message.role === 'assistant' ? message.parts.filter((part) => part.type === 'tool-call') : [];
  const members = message.role === 'assistant' ? memberFields(message.parts) : {};
  const nothing = blocks.length === 0 && calls.length === 0 && Object.keys(members).length === 0;
  if (nothing && message.parts.length > 0) return [];
  return [
    {
      ...fields,
      ...members,
      role,
      ...named,
      ...writeContent(
        blocks,
        notes.content,
        calls.length > 0 || 'function_call' in members || 'refusal' in members,
      ),
      ...(calls.some(isListed) && { tool_calls: calls.filter(isListed).map(toCall) }),
    },
  ];
}

function writeContent(blocks: readonly Source[], note: Json | undefined, mayBeNull: boolean): Source {
  if (blocks.length === 0) {
    if (note === 'absent') return {};
    if (note === 'parts') return { content: [] };
    return { content: note === 'null' || mayBeNull ? null : '' };
  }
  const onlyText = blocks.every((block) => block.type === 'text' && Object.keys(block).length === 2);
  // Many compatible servers accept only strings outside of user messages, so a list is written only if necessary.
  if (note === 'parts' || !onlyText) return { content: blocks };
  return { content: blocks.map((block) => block.text).join('\n') };
}

/** Parts that are members of the message and not of its content: old function calls, refusals, reasoning. */
function isMemberOfMessage(part: Part): boolean {
  if (part.type === 'tool-call') return true;
  const { notes } = rememberedFields(part.type === 'opaque' ? {} : part, format);
  return part.type === 'reasoning' || notes.block === 'refusal-field';
}

function memberFields(parts: readonly Part[]): Source {
  const fields: Record<string, unknown> = {};
  for (const part of parts) {
    if (part.type === 'opaque') continue;
    const { notes } = rememberedFields(part, format);
    if (part.type === 'reasoning' && typeof notes.field === 'string') fields[notes.field] = part.text;
    if (part.type === 'text' && notes.block === 'refusal-field') fields.refusal = part.text;
    if (part.type === 'tool-call' && !isListed(part)) fields.function_call = toFunctionCall(part);
  }
  return fields;
}

function toResults(message: MessageContent): Source[] {
  const { fields, notes } = rememberedFields(message, format);
  const results = message.parts.filter((part) => part.type === 'tool-result');
  return results.map((part, index) => {
    const own = index === 0 ? fields : {};
    const isFunction = notes.role === 'function' && results.length === 1;
    return {
      ...own,
      ...(isFunction ? { role: 'function' } : { role: 'tool', tool_call_id: part.callId }),
      content: resultContent(part, notes.content),
    };
  });
}

function resultContent(part: ToolResultPart, note: Json | undefined): Json {
  if (note === 'null' && part.output === '') return null;
  if (note === 'parts') {
    if (Array.isArray(part.output) && part.output.length === 0) return [];
    const content = outputContent(part.output);
    if (content !== undefined)
      return content.flatMap((block) => toChatBlock(block, 'user')) as unknown as Json;
  }
  return flagError(outputText(part.output), part.isError);
}

/** Files inside results of other formats, which are shown behind all results. */
function filesOf(message: MessageContent): { callId: string; file: FilePart }[] {
  if (rememberedFields(message, format).notes.content === 'parts') return [];
  return message.parts.flatMap((part) => {
    if (part.type !== 'tool-result') return [];
    return outputFiles(part.output).map((file) => ({ callId: part.callId, file }));
  });
}

function returnedFiles(files: readonly { callId: string; file: FilePart }[]): OpenAIChatMessage[] {
  if (files.length === 0) return [];
  const blocks = files.flatMap(({ callId, file }) => [
    { type: 'text', text: `Returned by tool call ${callId}:` },
    ...toChatBlock(file, 'user'),
  ]);
  return [{ role: 'user', content: blocks } as OpenAIChatMessage];
}
