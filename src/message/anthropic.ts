/**
 * Converts Anthropic messages, both ways. A message converted in and out again equals the original. In a list,
 * neighbours of the same role are joined, because the API wants alternating roles; the members of such messages
 * themselves (not of their blocks) are then left out. System messages at the start go into `system`. A later one stays
 * in its place as marked text of the user, so that nothing before it changes (I-7).
 */
import { fromAnthropicBlock, toAnthropicBlock } from './anthropic-blocks.ts';
import type {
  AnthropicBlock,
  AnthropicMessage,
  AnthropicPrompt,
  AnthropicSystem,
  AnthropicTextBlock,
} from './anthropic-shapes.ts';
import type { MessageContent, Part, Role } from './message.ts';
import {
  extraFor,
  type ReadOptions,
  readArray,
  readChoice,
  readObject,
  remember,
  rememberedFields,
  type Source,
  writesString,
} from './provider-fields.ts';
import { arrangeToolMessages } from './tool-messages.ts';

const format = 'anthropic';
const anthropicRoles = ['user', 'assistant'] as const;
const contentForms = 'a string or an array of content blocks';

/** Members that the API answers but does not accept. */
const responseFields = [
  'id',
  'type',
  'model',
  'stop_reason',
  'stop_sequence',
  'stop_details',
  'usage',
  'container',
  'context_management',
];

/** A user message that holds only results gets the role `tool`, because it does not open an exchange. */
export function fromAnthropic(
  message: AnthropicMessage,
  { field = 'message' }: ReadOptions = {},
): MessageContent {
  const source = readObject(message, field);
  const role = readChoice(source.role, anthropicRoles, `${field}.role`);
  const { parts, note } = fromContent(source.content, role, `${field}.content`);
  const results = parts.filter((part) => part.type === 'tool-result').length;
  const notes = { content: note, order: resultsFirst(parts) ? undefined : 'given' };
  return {
    role: role === 'user' && results > 0 && results === parts.length ? 'tool' : role,
    parts,
    ...extraFor(format, remember(source, ['role', 'content'], notes)),
  };
}

/** Converts the `system` parameter of a request. */
export function fromAnthropicSystem(
  system: AnthropicSystem,
  { field = 'system' }: ReadOptions = {},
): MessageContent {
  const { parts, note } = fromContent(system, 'system', field);
  return { role: 'system', parts, ...extraFor(format, remember({}, [], { content: note })) };
}

/**
 * With `forRequest` the API accepts the result even where the messages alone are not valid: members of answers, empty
 * texts and empty messages are left out, results come first in their message, and a conversation that starts with the
 * assistant gets an opening message of the user.
 */
export function toAnthropic(
  content: readonly MessageContent[],
  { forRequest = false }: { forRequest?: boolean } = {},
): AnthropicPrompt {
  const first = content.findIndex((message) => message.role !== 'system');
  const start = first === -1 ? content.length : first;
  const system = toSystem(content.slice(0, start), forRequest);
  const spoken = arrangeResults(content.slice(start)).flatMap((message) => write(message, forRequest));
  const messages = groupByRole(spoken).map((group) => toMessage(group, forRequest));
  if (forRequest && messages[0]?.role === 'assistant') {
    messages.unshift({ role: 'user', content: '(The conversation goes on.)' });
  }
  return { ...(system !== undefined && { system }), messages };
}

function fromContent(content: unknown, role: Role, field: string): { parts: Part[]; note?: string } {
  if (typeof content === 'string') return { parts: [{ type: 'text', text: content }] };
  const blocks = readArray(content, field, contentForms);
  const parts = blocks.map((block, index) => fromAnthropicBlock(block, role, `${field}[${index}]`));
  return writesString(parts, format) ? { parts, note: 'parts' } : { parts };
}

function resultsFirst(parts: readonly Part[]): boolean {
  const lastResult = parts.findLastIndex((part) => part.type === 'tool-result');
  return parts.slice(0, lastResult + 1).every((part) => part.type === 'tool-result');
}

function toSystem(messages: readonly MessageContent[], forRequest: boolean): AnthropicSystem | undefined {
  const written = messages.flatMap((message) => {
    const blocks = message.parts
      .flatMap((part) => toAnthropicBlock(part, 'system'))
      .filter(keeps(forRequest));
    return blocks.length === 0 && (forRequest || message.parts.length > 0) ? [] : [{ message, blocks }];
  });
  const [only] = written;
  if (only === undefined) return undefined;
  if (written.length > 1) return written.flatMap(({ blocks }) => blocks) as unknown as AnthropicTextBlock[];
  return asContent(only.message, only.blocks) as AnthropicSystem;
}

/** Moves results inside an assistant message behind it, and turns late system messages into user messages. */
function arrangeResults(content: readonly MessageContent[]): MessageContent[] {
  return content.flatMap((message): MessageContent[] => {
    if (message.role === 'assistant') return arrangeToolMessages([message]);
    if (message.role !== 'system') return [message];
    const parts = message.parts.map((part) =>
      part.type === 'text' ? { ...part, text: `<system>\n${part.text}\n</system>` } : part,
    );
    return [{ role: 'user', parts }];
  });
}

type Written = { message: MessageContent; role: 'user' | 'assistant'; blocks: Source[] };

/** Empty for a message that this format cannot show: it must not separate two messages of one role. */
function write(message: MessageContent, forRequest: boolean): Written[] {
  const role = message.role === 'assistant' ? 'assistant' : 'user';
  const blocks = message.parts.flatMap((part) => toAnthropicBlock(part, role)).filter(keeps(forRequest));
  return blocks.length === 0 && (forRequest || message.parts.length > 0) ? [] : [{ message, role, blocks }];
}

function groupByRole(messages: readonly Written[]): Written[][] {
  const groups: Written[][] = [];
  for (const written of messages) {
    const last = groups.at(-1);
    if (last?.[0]?.role === written.role) last.push(written);
    else groups.push([written]);
  }
  return groups;
}

function toMessage(group: readonly Written[], forRequest: boolean): AnthropicMessage {
  const { message, role } = group[0]!;
  const blocks = group.flatMap((written) => written.blocks);
  const alone = group.length === 1;
  const { fields, notes } = rememberedFields(alone ? message : {}, format);
  const kept = Object.entries(fields).filter(([field]) => !(forRequest && responseFields.includes(field)));
  const asGiven = notes.order === 'given' && !forRequest;
  const ordered = role === 'user' && !asGiven ? withResultsFirst(blocks) : blocks;
  const content = alone ? asContent(message, ordered) : ordered;
  return { ...Object.fromEntries(kept), role, content } as AnthropicMessage;
}

function withResultsFirst(blocks: readonly Source[]): Source[] {
  const isResult = (block: Source) => block.type === 'tool_result';
  return [...blocks.filter(isResult), ...blocks.filter((block) => !isResult(block))];
}

function asContent(message: MessageContent, blocks: readonly Source[]): string | AnthropicBlock[] {
  const asString =
    writesString(message.parts, format) && rememberedFields(message, format).notes.content !== 'parts';
  return asString ? ((blocks[0]?.text as string | undefined) ?? '') : (blocks as unknown as AnthropicBlock[]);
}

/** The API refuses empty texts, and thinking that it did not sign. */
function keeps(forRequest: boolean): (block: Source) => boolean {
  if (!forRequest) return () => true;
  return (block) => {
    if (block.type === 'text') return typeof block.text === 'string' && block.text.trim() !== '';
    return block.type !== 'thinking' || typeof block.signature === 'string';
  };
}
