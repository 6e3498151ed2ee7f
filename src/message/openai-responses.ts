/**
 * Converts OpenAI responses items, both ways. A model's turn is a run of items (reasoning, calls, messages). Such a run
 * becomes one assistant message, because the API refuses a call without its reasoning; every other item becomes a
 * message of its own. All items come out again equal to the originals. Messages of other formats come out valid; their
 * system messages at the start go into `instructions`.
 */
import type { Json, JsonObject, MessageContent, Part } from './message.ts';
import { fromResponsesBlock, toResponsesBlock } from './openai-responses-blocks.ts';
import {
  fromCall,
  fromCallOutput,
  isCall,
  isCallOutput,
  toCall,
  toCallOutput,
} from './openai-responses-calls.ts';
import { addReasoning, fromReasoning, startReasoning } from './openai-responses-reasoning.ts';
import type { ResponsesItem, ResponsesPrompt } from './openai-responses-shapes.ts';
import {
  extraFor,
  isObject,
  type ReadOptions,
  readArray,
  readBlock,
  readChoice,
  readObject,
  remember,
  rememberedFields,
  restOf,
  type Source,
  withNotes,
  writesString,
} from './provider-fields.ts';
import { arrangeToolMessages } from './tool-messages.ts';

const format = 'openai-responses';
/** Types of items that are not messages. Calls and their outputs have many more types. */
export const itemTypes = [
  'reasoning',
  'item_reference',
  'compaction',
  'compaction_trigger',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'program',
  'additional_tools',
  'configuration_update',
];

/** Whether an object with this type and no role is an item of this API. */
export function isItemType(type: string): boolean {
  return type === 'message' || itemTypes.includes(type) || /_(?:call|output)$/u.test(type);
}

const responsesRoles = ['system', 'developer', 'user', 'assistant'] as const;

export function fromOpenAIResponses(
  items: string | readonly ResponsesItem[],
  { field = 'input' }: ReadOptions = {},
): MessageContent[] {
  if (typeof items === 'string') return [{ role: 'user', parts: [{ type: 'text', text: items }] }];
  const messages: MessageContent[] = [];
  readArray(items, field, 'a string or an array of items').forEach((value, index) => {
    const message = fromOpenAIResponsesItem(value as ResponsesItem, { field: `${field}[${index}]` });
    const last = messages.at(-1);
    if (last?.role === 'assistant' && message.role === 'assistant') last.parts.push(...message.parts);
    else messages.push(message);
  });
  return messages;
}

/** Converts a single item. */
export function fromOpenAIResponsesItem(
  item: ResponsesItem,
  { field = 'item' }: ReadOptions = {},
): MessageContent {
  const source = readObject(item, field);
  return fromOtherItem(source, field) ?? { role: 'assistant', parts: fromSpokenItem(source, field) };
}

export function toOpenAIResponses(content: readonly MessageContent[]): ResponsesPrompt {
  const isInstruction = (message: MessageContent) =>
    message.role === 'system' && rememberedFields(message, format).notes.place !== 'input';
  const first = content.findIndex((message) => !isInstruction(message));
  const start = first === -1 ? content.length : first;
  const instructions = content
    .slice(0, start)
    .map((message) => plainText(message.parts.flatMap((part) => toResponsesBlock(part, 'system'))))
    .join('\n\n');
  const input = arrangeToolMessages(content.slice(start)).flatMap(toItems);
  return { ...(start > 0 && { instructions }), input: input as ResponsesItem[] };
}

/** Items that the model did not write: inputs, and outputs of tools. */
function fromOtherItem(item: Source, field: string): MessageContent | undefined {
  if (isCallOutput(item)) return { role: 'tool', parts: [fromCallOutput(item, field)] };
  if (item.type === 'mcp_approval_response') {
    return { role: 'user', parts: [{ type: 'opaque', format, value: withNotes(item, {}) }] };
  }
  if (!isMessage(item)) return undefined;
  const given = readChoice(item.role, responsesRoles, `${field}.role`);
  if (given === 'assistant') return undefined;
  const role = given === 'developer' ? 'system' : given;
  const notes = {
    role: given === 'developer' ? given : undefined,
    place: role === 'system' ? 'input' : undefined,
  };
  const known = ['role', 'content'];
  if (typeof item.content === 'string') {
    const parts: Part[] = [{ type: 'text', text: item.content }];
    return { role, parts, ...extraFor(format, remember(item, known, notes)) };
  }
  const parts = readContent(item.content, `${field}.content`).map((block, index) =>
    fromResponsesBlock(block, role, `${field}.content[${index}]`),
  );
  const content = writesString(parts, format) ? 'parts' : undefined;
  return { role, parts, ...extraFor(format, remember(item, known, { ...notes, content })) };
}

function fromSpokenItem(item: Source, field: string): Part[] {
  if (isMessage(item)) return fromAssistantMessage(item, field);
  if (isCall(item) || item.type === 'function_call') return [fromCall(item, field)];
  if (item.type === 'reasoning') return fromReasoning(item, field);
  readBlock(item, field, ['message', 'function_call', 'function_call_output', 'reasoning']);
  return [{ type: 'opaque', format, value: withNotes(item, {}) }];
}

function isMessage(item: Source): boolean {
  return item.type === 'message' || (item.type === undefined && item.role !== undefined);
}

/**
 * Notes on each part mark where an item starts (`item`, with its own members) and which parts belong to it (`same`).
 */
function fromAssistantMessage(item: Source, field: string): Part[] {
  const own = restOf(item, ['role', 'content']) ?? {};
  if (typeof item.content === 'string') {
    const extra = remember({}, [], { item: own, content: 'string' });
    return [{ type: 'text', text: item.content, ...extraFor(format, extra) }];
  }
  const blocks = readContent(item.content, `${field}.content`);
  if (blocks.length === 0) {
    return [
      { type: 'text', text: '', ...extraFor(format, remember({}, [], { item: own, content: 'empty' })) },
    ];
  }
  return blocks.map((block, index) =>
    fromResponsesBlock(
      block,
      'assistant',
      `${field}.content[${index}]`,
      index === 0 ? { item: own } : { same: true },
    ),
  );
}

function readContent(content: unknown, field: string): readonly unknown[] {
  return readArray(content, field, 'a string or an array of content blocks');
}

function toItems(message: MessageContent): Source[] {
  if (message.role === 'assistant') return toSpokenItems(message.parts);
  if (message.role === 'tool') {
    return message.parts.flatMap((part) => (part.type === 'tool-result' ? [toCallOutput(part)] : []));
  }
  const [only] = message.parts;
  if (
    only?.type === 'opaque' &&
    only.format === format &&
    isObject(only.value) &&
    /_response$/.test(String(only.value.type))
  ) {
    return toResponsesBlock(only, 'user');
  }
  const { fields, notes } = rememberedFields(message, format);
  const role = notes.role === 'developer' ? 'developer' : message.role;
  const blocks = message.parts.flatMap((part) => toResponsesBlock(part, message.role));
  if (blocks.length === 0 && message.parts.length > 0) return [];
  const asString = writesString(message.parts, format) && notes.content !== 'parts';
  return [{ ...fields, role, content: asString ? plainText(blocks) : blocks }];
}

/** `plain` text has no notes of this format: it came from another format, and neighbouring texts become one message. */
type Open = { item: Record<string, unknown>; plain: boolean };

function toSpokenItems(parts: readonly Part[]): Source[] {
  const items: Source[] = [];
  let open: Open | undefined;
  for (const part of parts) {
    if (part.type === 'tool-call') {
      items.push(toCall(part));
      open = undefined;
      continue;
    }
    const { notes, known } = rememberedFields(
      part.type === 'opaque' ? opaqueExtra(part.value) : part,
      format,
    );
    if (part.type === 'opaque' && (part.format !== format || (!notes.item && !notes.same))) {
      if (part.format !== format) continue;
      items.push(...toResponsesBlock(part, 'assistant'));
      open = undefined;
      continue;
    }
    if (part.type === 'reasoning') {
      if (!known) continue;
      if (open === undefined || !notes.same || open.item.type !== 'reasoning') {
        open = { item: startReasoning(notes), plain: false };
        items.push(open.item);
      }
      if (notes.empty !== true || part.text !== '') addReasoning(open.item, part);
      continue;
    }
    const blocks = toResponsesBlock(part, 'assistant');
    if (blocks.length === 0) continue;
    const isItem = isObject(notes.item) || notes.same === true;
    const joins =
      open !== undefined && open.item.type !== 'reasoning' && (isItem ? notes.same === true : open.plain);
    if (!joins || open === undefined) {
      open = {
        item: { ...(notes.item as object | undefined), role: 'assistant', content: [] },
        plain: !isItem,
      };
      items.push(open.item);
    }
    addSpoken(open, blocks, notes);
  }
  return items;
}

function addSpoken({ item, plain }: Open, blocks: readonly Source[], notes: JsonObject): void {
  const text = plainText(blocks);
  if (plain) item.content = typeof item.content === 'string' ? `${item.content}\n${text}` : text;
  else if (notes.content === 'string') item.content = text;
  else if (notes.content !== 'empty' || text !== '') (item.content as Source[]).push(...blocks);
}

function opaqueExtra(value: Json): { extra?: { [format]: JsonObject } } {
  return isObject(value) ? { extra: { [format]: value as JsonObject } } : {};
}

function plainText(blocks: readonly Source[]): string {
  return blocks.map((block) => (typeof block.text === 'string' ? block.text : '')).join('\n');
}
