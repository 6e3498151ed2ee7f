/** Converts content blocks of OpenAI chat messages, both ways. */

import { dataUrl, isImage, parseDataUrl } from './media.ts';
import type { FilePart, Json, Part, Role } from './message.ts';
import {
  extraFor,
  isObject,
  readBlock,
  readObject,
  readString,
  remember,
  rememberedFields,
  restOf,
  type Source,
} from './provider-fields.ts';
import { describePart, type OutputPart } from './tool-output.ts';

const format = 'openai-chat';
const chatBlockTypes = ['text', 'refusal', 'image_url', 'input_audio', 'file'];
const audioTypes: Record<string, string> = { wav: 'audio/wav', mp3: 'audio/mpeg' };

export function fromChatBlock(value: unknown, role: Role, field: string): OutputPart {
  const block = readBlock(value, field, chatBlockTypes);
  switch (block.type) {
    case 'text':
    case 'refusal': {
      const key = block.type;
      const notes = { block: key === 'refusal' ? key : undefined };
      const text = readString(block[key], `${field}.${key}`);
      return { type: 'text', text, ...extraFor(format, remember(block, ['type', key], notes)) };
    }
    case 'image_url':
      return fromImage(block, role, field);
    case 'input_audio': {
      const audio = readObject(block.input_audio, `${field}.input_audio`);
      const kind = readString(audio.format, `${field}.input_audio.format`);
      const notes = { kind, inner: restOf(audio, ['data', 'format']) };
      return {
        type: 'file',
        mediaType: audioTypes[kind] ?? `audio/${kind}`,
        data: readString(audio.data, `${field}.input_audio.data`),
        ...extraFor(format, remember(block, ['type', 'input_audio'], notes)),
      };
    }
    case 'file':
      return fromFile(block, field);
    default:
      return { type: 'opaque', format, value: block as unknown as Json };
  }
}

function fromImage(block: Source, role: Role, field: string): OutputPart {
  // Some clients send a bare URL; the API wants an object.
  const bare = typeof block.image_url === 'string';
  const image = bare ? { url: block.image_url } : readObject(block.image_url, `${field}.image_url`);
  const url = readString(image.url, `${field}.image_url.url`);
  const inline = parseDataUrl(url);
  const notes = {
    block: 'image_url',
    bare: bare ? true : undefined,
    inner: restOf(image, ['url']),
  };
  const usual =
    role === 'user' &&
    notes.bare === undefined &&
    notes.inner === undefined &&
    (inline === undefined || isImage(inline.mediaType));
  const extra = extraFor(format, remember(block, ['type', 'image_url'], usual ? {} : notes));
  return inline === undefined
    ? { type: 'file', mediaType: 'image/*', url, ...extra }
    : { type: 'file', ...inline, ...extra };
}

function fromFile(block: Source, field: string): OutputPart {
  const file = readObject(block.file, `${field}.file`);
  const inline = typeof file.file_data === 'string' ? parseDataUrl(file.file_data) : undefined;
  const named = typeof file.filename === 'string' ? { filename: file.filename } : {};
  if (inline === undefined) {
    if (typeof file.file_id !== 'string') return { type: 'opaque', format, value: block as unknown as Json };
    const extra = extraFor(format, remember({}, [], { block: block as unknown as Json }));
    return { type: 'resource', id: file.file_id, name: named.filename ?? file.file_id, ...extra };
  }
  const notes = { block: 'file', inner: restOf(file, ['file_data', ...Object.keys(named)]) };
  return { type: 'file', ...inline, ...named, ...extraFor(format, remember(block, ['type', 'file'], notes)) };
}

/** Empty if this format has no place for the part. */
export function toChatBlock(part: Part, role: Role): Source[] {
  if (part.type === 'opaque') return part.format === format ? [part.value as Source] : [];
  const { fields, notes } = rememberedFields(part, format);
  switch (part.type) {
    case 'text':
      return notes.block === 'refusal'
        ? [{ ...fields, type: 'refusal', refusal: part.text }]
        : [{ ...fields, type: 'text', text: part.text }];
    case 'resource':
      return [isObject(notes.block) ? notes.block : { type: 'text', text: describePart(part) }];
    case 'file':
      return [
        (role === 'user' || notes.block !== undefined ? toFile(part) : undefined) ?? {
          type: 'text',
          text: describePart(part),
        },
      ];
    default:
      return [];
  }
}

function toFile(part: FilePart): Source | undefined {
  const { fields, notes } = rememberedFields(part, format);
  const inner = (notes.inner ?? {}) as object;
  const { mediaType, data } = part;
  if (
    notes.block === 'image_url' ||
    (notes.block === undefined && notes.kind === undefined && isImage(mediaType))
  ) {
    const url = data === undefined ? part.url : dataUrl(mediaType, data);
    return { ...fields, type: 'image_url', image_url: notes.bare === true ? url : { ...inner, url } };
  }
  if (data === undefined) return undefined;
  const kind = notes.kind ?? Object.keys(audioTypes).find((name) => audioTypes[name] === mediaType);
  if (kind !== undefined && notes.block !== 'file') {
    return { ...fields, type: 'input_audio', input_audio: { ...inner, data, format: kind } };
  }
  if (notes.block === undefined && mediaType.startsWith('text/')) {
    const name = part.filename === undefined ? '' : `${part.filename}:\n`;
    return { type: 'text', text: `${name}${Buffer.from(data, 'base64').toString()}` };
  }
  const named =
    part.filename === undefined
      ? notes.block === 'file'
        ? {}
        : { filename: 'file' }
      : { filename: part.filename };
  return { ...fields, type: 'file', file: { ...inner, ...named, file_data: dataUrl(mediaType, data) } };
}
