/** Converts content blocks of OpenAI responses items, both ways. */

import { dataUrl, isImage, parseDataUrl } from './media.ts';
import type { FilePart, Json, Part, Role } from './message.ts';
import {
  extraFor,
  isObject,
  readBlock,
  readString,
  remember,
  rememberedFields,
  type Source,
  withNotes,
} from './provider-fields.ts';
import { describePart, type OutputPart } from './tool-output.ts';

const format = 'openai-responses';
const responsesBlockTypes = ['input_text', 'input_image', 'input_file', 'output_text', 'refusal'];

type Notes = { [note: string]: Json | undefined };

/** `more` are notes about the block's item. */
export function fromResponsesBlock(value: unknown, role: Role, field: string, more: Notes = {}): OutputPart {
  const block = readBlock(value, field, responsesBlockTypes);
  switch (block.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return {
        type: 'text',
        text: readString(block.text, `${field}.text`),
        ...extraFor(
          format,
          remember(block, ['type', 'text'], {
            ...more,
            block: block.type === textType(role) ? undefined : block.type,
          }),
        ),
      };
    case 'refusal':
      return {
        type: 'text',
        text: readString(block.refusal, `${field}.refusal`),
        ...extraFor(format, remember(block, ['type', 'refusal'], { ...more, block: 'refusal' })),
      };
    case 'input_image':
    case 'input_file':
      return fromFile(block, role, more);
    default:
      return opaque(block, more);
  }
}

function fromFile(block: Source, role: Role, more: Notes): OutputPart {
  const named = typeof block.filename === 'string' ? { filename: block.filename } : {};
  const image = block.type === 'input_image';
  const key = image ? 'image_url' : typeof block.file_data === 'string' ? 'file_data' : 'file_url';
  const value = block[key];
  const known = ['type', key, ...Object.keys(named)];
  const notes = (mediaType: string) => ({
    ...more,
    block: role === 'user' && isImage(mediaType) === image ? undefined : (block.type as string),
  });
  const extra = (mediaType: string) => extraFor(format, remember(block, known, notes(mediaType)));
  if (typeof value === 'string') {
    const inline = key === 'file_url' ? undefined : parseDataUrl(value);
    if (inline !== undefined) return { type: 'file', ...inline, ...named, ...extra(inline.mediaType) };
    if (key === 'file_data') return opaque(block, more);
    const mediaType = image ? 'image/*' : 'application/pdf';
    return { type: 'file', mediaType, url: value, ...named, ...extra(mediaType) };
  }
  if (typeof block.file_id !== 'string') return opaque(block, more);
  return {
    type: 'resource',
    id: block.file_id,
    name: named.filename ?? block.file_id,
    ...extraFor(format, remember({}, [], { ...more, block: block as unknown as Json })),
  };
}

function opaque(block: Source, more: Notes): OutputPart {
  return { type: 'opaque', format, value: withNotes(block, more) };
}

/** Empty if this format has no place for the part. */
export function toResponsesBlock(part: Part, role: Role): Source[] {
  if (part.type === 'opaque') {
    if (part.format !== format) return [];
    return [
      isObject(part.value)
        ? rememberedFields({ extra: { [format]: part.value as never } }, format).fields
        : {},
    ];
  }
  const { fields, notes } = rememberedFields(part, format);
  switch (part.type) {
    case 'text':
      if (notes.block === 'refusal') return [{ ...fields, type: 'refusal', refusal: part.text }];
      return [
        { ...fields, type: typeof notes.block === 'string' ? notes.block : textType(role), text: part.text },
      ];
    case 'resource':
      return [isObject(notes.block) ? notes.block : { type: textType(role), text: describePart(part) }];
    case 'file':
      // Only user messages may hold files; a file in a message of another role is described instead.
      return [
        role === 'user' || notes.block !== undefined
          ? toFile(part)
          : { type: textType(role), text: describePart(part) },
      ];
    default:
      return [];
  }
}

function toFile(part: FilePart): Source {
  const { fields, notes } = rememberedFields(part, format);
  const named = part.filename === undefined ? {} : { filename: part.filename };
  const value = part.data === undefined ? part.url : dataUrl(part.mediaType, part.data);
  const type = notes.block ?? (isImage(part.mediaType) ? 'input_image' : 'input_file');
  if (type === 'input_image')
    return { ...fields, ...(fields.filename === undefined ? {} : named), type, image_url: value };
  return { ...fields, ...named, type, [part.data === undefined ? 'file_url' : 'file_data']: value };
}

function textType(role: Role): string {
  return role === 'assistant' ? 'output_text' : 'input_text';
}
