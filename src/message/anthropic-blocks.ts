/** Converts content blocks of Anthropic messages, both ways. Unknown blocks are kept whole. */

import { imageTypeOf, isImage } from './media.ts';
import type { FilePart, Json, Part, Role, TextPart, ToolResultPart } from './message.ts';
import {
  extraFor,
  isObject,
  readArray,
  readBlock,
  readObject,
  readString,
  remember,
  rememberedFields,
  restOf,
  type Source,
} from './provider-fields.ts';
import { argumentObject } from './tool-arguments.ts';
import { describePart, type OutputPart, outputContent, outputText } from './tool-output.ts';

const format = 'anthropic';
const anthropicBlockTypes = [
  'text',
  'image',
  'document',
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
];
const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export function fromAnthropicBlock(value: unknown, role: Role, field: string): Part {
  const block = readBlock(value, field, anthropicBlockTypes);
  switch (block.type) {
    case 'thinking':
      return {
        type: 'reasoning',
        text: readString(block.thinking, `${field}.thinking`),
        // Set even if empty, to mark thinking from this format: only that may be sent back.
        extra: { anthropic: remember(block, ['type', 'thinking']) ?? {} },
      };
    case 'tool_use': {
      const bare = isObject(block.input) ? undefined : 'bare';
      return {
        type: 'tool-call',
        callId: readString(block.id, `${field}.id`),
        name: readString(block.name, `${field}.name`),
        input: (block.input ?? null) as Json,
        ...extraFor(
          format,
          remember(block, ['type', 'id', 'name', 'input'], {
            input: block.input === undefined ? 'absent' : bare,
          }),
        ),
      };
    }
    case 'tool_result':
      return fromToolResult(block, field);
    default:
      return fromSpokenBlock(block, role, field);
  }
}

/** Blocks that may also occur inside a tool result. */
function fromSpokenBlock(block: Source & { type: string }, role: Role, field: string): OutputPart {
  switch (block.type) {
    case 'text':
      return {
        type: 'text',
        text: readString(block.text, `${field}.text`),
        ...extraFor(format, remember(block, ['type', 'text'])),
      };
    case 'image':
    case 'document':
      return fromSource(block, role, field);
    default:
      return { type: 'opaque', format, value: block as unknown as Json };
  }
}

function fromSource(block: Source & { type: string }, role: Role, field: string): OutputPart {
  const source = readObject(block.source, `${field}.source`);
  const own = (known: string[], notes: { [note: string]: Json | undefined } = {}) =>
    extraFor(
      format,
      remember(block, ['type', 'source'], { ...notes, source: restOf(source, ['type', ...known]) }),
    );
  const named = typeof block.title === 'string' ? { filename: block.title } : {};
  const isDocument = block.type === 'document';
  switch (source.type) {
    case 'base64': {
      const mediaType = readString(source.media_type, `${field}.source.media_type`);
      const usual = isDocument ? mediaType === 'application/pdf' : imageTypes.includes(mediaType);
      return {
        type: 'file',
        mediaType,
        data: readString(source.data, `${field}.source.data`),
        ...named,
        ...own(['media_type', 'data'], { block: usual && role === 'user' ? undefined : block.type }),
      };
    }
    case 'url':
      return {
        type: 'file',
        mediaType: isDocument ? 'application/pdf' : 'image/*',
        url: readString(source.url, `${field}.source.url`),
        ...named,
        ...own(['url'], { block: role === 'user' ? undefined : block.type }),
      };
    case 'text': {
      const mediaType = typeof source.media_type === 'string' ? source.media_type : null;
      return {
        type: 'text',
        text: readString(source.data, `${field}.source.data`),
        ...own(['media_type', 'data'], { block: block.type, mediaType }),
      };
    }
    case 'file': {
      const id = readString(source.file_id, `${field}.source.file_id`);
      const extra = extraFor(format, remember({}, [], { block: block as unknown as Json }));
      return { type: 'resource', id, name: named.filename ?? id, ...extra };
    }
    default:
      return { type: 'opaque', format, value: block as unknown as Json };
  }
}

function fromToolResult(block: Source, field: string): Part {
  const { content } = block;
  const blocks =
    typeof content === 'string' || content === undefined
      ? undefined
      : readArray(content, `${field}.content`, 'a string or an array of content blocks');
  const output =
    blocks === undefined
      ? ((content as string | undefined) ?? '')
      : blocks.map((item, index) => {
          const place = `${field}.content[${index}]`;
          return fromSpokenBlock(readBlock(item, place, anthropicBlockTypes), 'user', place);
        });
  const flagged = typeof block.is_error === 'boolean' ? { isError: block.is_error } : {};
  const known = [
    'type',
    'tool_use_id',
    'content',
    ...(typeof block.is_error === 'boolean' ? ['is_error'] : []),
  ];
  const notes = { content: content === undefined ? 'absent' : blocks?.length === 0 ? 'parts' : undefined };
  return {
    type: 'tool-result',
    callId: readString(block.tool_use_id, `${field}.tool_use_id`),
    output: output as Json,
    ...flagged,
    ...extraFor(format, remember(block, known, notes)),
  };
}

/** Empty if this format has no place for the part. */
export function toAnthropicBlock(part: Part, role: Role): Source[] {
  if (part.type === 'opaque') return part.format === format ? [part.value as Source] : [];
  const { fields, notes, known } = rememberedFields(part, format);
  switch (part.type) {
    case 'text':
    case 'file':
    case 'resource':
      return [toSpokenBlock(part, role)];
    case 'reasoning':
      return known ? [{ ...fields, type: 'thinking', thinking: part.text }] : [];
    case 'tool-call': {
      if (role !== 'assistant')
        return [{ type: 'text', text: `→ ${part.name}(${JSON.stringify(part.input)})` }];
      const input = notes.input === undefined ? argumentObject(part.input) : part.input;
      const absent = notes.input === 'absent' && part.input === null;
      return [{ ...fields, type: 'tool_use', id: part.callId, name: part.name, ...(!absent && { input }) }];
    }
    case 'tool-result':
      return [toToolResult(part)];
  }
}

function toToolResult(part: ToolResultPart): Source {
  const { fields, notes } = rememberedFields(part, format);
  const content = outputContent(part.output)?.flatMap((item) =>
    item.type === 'opaque' ? toAnthropicBlock(item, 'user') : [toSpokenBlock(item, 'user')],
  );
  const empty = Array.isArray(part.output) && part.output.length === 0 && notes.content === 'parts';
  const absent = notes.content === 'absent' && part.output === '';
  return {
    ...fields,
    type: 'tool_result',
    tool_use_id: part.callId,
    ...(!absent && { content: empty ? [] : content?.length ? content : outputText(part.output) }),
    ...(part.isError !== undefined && { is_error: part.isError }),
  };
}

function toSpokenBlock(part: Exclude<OutputPart, { type: 'opaque' }>, role: Role): Source {
  const { fields, notes } = rememberedFields(part, format);
  const described = { type: 'text', text: describePart(part) };
  if (part.type === 'resource') return isObject(notes.block) ? notes.block : described;
  if (part.type === 'text') {
    return notes.block === undefined ? { ...fields, type: 'text', text: part.text } : toTextDocument(part);
  }
  const foreign = part.extra?.anthropic === undefined;
  // Only user messages may hold files; a file in a message of another role is described instead.
  if (foreign && role !== 'user') return described;
  return toSource(part) ?? described;
}

function toTextDocument(part: TextPart): Source {
  const { fields, notes } = rememberedFields(part, format);
  const mediaType = notes.mediaType === null ? {} : { media_type: notes.mediaType };
  const source = { ...(notes.source as object), type: 'text', ...mediaType, data: part.text };
  return { ...fields, type: notes.block, source };
}

function toSource(part: FilePart): Source | undefined {
  const { fields, notes, known } = rememberedFields(part, format);
  const rest = (notes.source ?? {}) as object;
  const image = isImage(part.mediaType);
  const title = known || part.filename === undefined ? {} : { title: part.filename };
  if (part.url !== undefined) {
    const source = { ...rest, type: 'url', url: part.url };
    if (image) return { ...fields, type: 'image', source };
    return part.mediaType === 'application/pdf'
      ? { ...fields, ...title, type: 'document', source }
      : undefined;
  }
  const data = part.data ?? '';
  const base64 = (mediaType: string) => ({ ...rest, type: 'base64', media_type: mediaType, data });
  if (typeof notes.block === 'string')
    return { ...fields, type: notes.block, source: base64(part.mediaType) };
  if (image) {
    const mediaType = imageTypes.includes(part.mediaType) ? part.mediaType : imageTypeOf(data);
    return mediaType === undefined ? undefined : { ...fields, type: 'image', source: base64(mediaType) };
  }
  if (part.mediaType === 'application/pdf') {
    return { ...fields, ...title, type: 'document', source: base64(part.mediaType) };
  }
  if (!part.mediaType.startsWith('text/')) return undefined;
  const text = Buffer.from(data, 'base64').toString();
  return { ...title, type: 'document', source: { type: 'text', media_type: 'text/plain', data: text } };
}
