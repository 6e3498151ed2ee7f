/**
 * Converts files in AI SDK messages, both ways. Bytes become base64 and stay so on the way back (the SDK treats both
 * alike). Every other form of the data (tagged or bare, URL object or string, data URL) is remembered and restored.
 */
import { invalidInput } from '../errors.ts';
import { dataUrl, parseDataUrl } from './media.ts';
import type { FilePart, Json, Part, ResourcePart, TextPart } from './message.ts';
import {
  extraFor,
  isObject,
  readString,
  remember,
  rememberedFields,
  restOf,
  type Source,
} from './provider-fields.ts';

const format = 'ai-sdk';
const accepted =
  "base64 text, a URL, bytes, a provider reference, or { type: 'data' | 'url' | 'reference' | 'text', … }";

type Read =
  | { kind: 'data'; data: string; form?: string; urlType?: string }
  | { kind: 'url'; url: string; form?: string }
  | { kind: 'text'; text: string }
  | { kind: 'reference'; id: string };

/** A part of type `image`, `file` or `reasoning-file`, or a `file` item of a tool's output. */
export function fromModelFile(part: Source, field: string): FilePart | TextPart | ResourcePart {
  const key = part.type === 'image' ? 'image' : 'data';
  const value = part[key];
  const read = readData(value, `${field}.${key}`);
  const block = part.type === 'file' ? undefined : (part.type as string);
  if (read.kind === 'reference') {
    const name = typeof part.filename === 'string' ? part.filename : read.id;
    return {
      type: 'resource',
      id: read.id,
      name,
      ...extraFor(format, remember({}, [], { block: part as Json })),
    };
  }
  if (read.kind === 'text') {
    const notes = { block: 'file', dataFields: dataFields(value, ['type', 'text']) };
    return { type: 'text', text: read.text, ...extraFor(format, remember(part, ['type', key], notes)) };
  }
  const named = typeof part.filename === 'string' ? { filename: part.filename } : {};
  const given = part.mediaType;
  if (given === undefined && part.type !== 'image') readString(given, `${field}.mediaType`);
  const mediaType =
    given === undefined
      ? ((read.kind === 'data' ? read.urlType : undefined) ?? 'image/*')
      : readString(given, `${field}.mediaType`);
  const known = ['type', key, 'mediaType', ...Object.keys(named)];
  const notes = {
    block,
    form: read.form,
    urlType: read.kind === 'data' ? read.urlType : undefined,
    mediaType: given === undefined ? 'absent' : undefined,
    dataFields: dataFields(value, ['type', 'data', 'url']),
  };
  const extra = extraFor(format, remember(part, known, notes));
  return read.kind === 'data'
    ? { type: 'file', mediaType, data: read.data, ...named, ...extra }
    : { type: 'file', mediaType, url: read.url, ...named, ...extra };
}

/** Undefined if the file cannot be written in this format, because its URL is invalid. */
export function toModelFile(part: FilePart): Source | undefined {
  const { fields, notes } = rememberedFields(part, format);
  const data = writeData(part, notes);
  if (data === undefined) return undefined;
  const isImage = notes.block === 'image';
  return {
    ...fields,
    type: typeof notes.block === 'string' ? notes.block : 'file',
    [isImage ? 'image' : 'data']: data,
    ...(notes.mediaType === 'absent' ? {} : { mediaType: part.mediaType }),
    ...(part.filename === undefined ? {} : { filename: part.filename }),
  };
}

/** A text that arrived as an inline text file. */
export function toModelTextFile(part: TextPart): Source {
  const { fields, notes } = rememberedFields(part, format);
  return {
    ...fields,
    type: 'file',
    data: { ...(notes.dataFields as object), type: 'text', text: part.text },
  };
}

/** A file kept by a provider. Undefined if it did not come from this format. */
export function toModelReference(part: Part): Source | undefined {
  if (part.type !== 'resource') return undefined;
  const { block } = rememberedFields(part, format).notes;
  return isObject(block) ? block : undefined;
}

function readData(value: unknown, field: string): Read {
  if (typeof value === 'string') return readBareString(value);
  if (value instanceof URL) return readUrl(value.href, 'bare-url');
  const bytes = base64Of(value);
  if (bytes !== undefined) return { kind: 'data', data: bytes, form: 'bare' };
  if (!isObject(value)) throw invalidInput(field, accepted, value);
  switch (value.type) {
    case 'data': {
      const data = typeof value.data === 'string' ? value.data : base64Of(value.data);
      if (data === undefined) throw invalidInput(`${field}.data`, 'base64 text or bytes', value.data);
      return { kind: 'data', data };
    }
    case 'url':
      return readUrl(value.url instanceof URL ? value.url.href : readString(value.url, `${field}.url`));
    case 'text':
      return { kind: 'text', text: readString(value.text, `${field}.text`) };
    case 'reference':
      return { kind: 'reference', id: firstId(value.reference, `${field}.reference`) };
    default:
      return { kind: 'reference', id: firstId(value, field) };
  }
}

function readBareString(value: string): Read {
  const inline = parseDataUrl(value);
  if (inline !== undefined) {
    return { kind: 'data', data: inline.data, form: 'bare-data-url', urlType: inline.mediaType };
  }
  return /^[a-z][a-z0-9+.-]*:/i.test(value)
    ? { kind: 'url', url: value, form: 'bare' }
    : { kind: 'data', data: value, form: 'bare' };
}

function readUrl(href: string, form?: 'bare-url'): Read {
  const inline = parseDataUrl(href);
  if (inline === undefined) return { kind: 'url', url: href, ...(form && { form }) };
  return { kind: 'data', data: inline.data, form: form ?? 'data-url', urlType: inline.mediaType };
}

function writeData(part: FilePart, notes: { [note: string]: Json }): unknown {
  const tagged = (notes.dataFields ?? {}) as object;
  if (part.data !== undefined) {
    const urlType = typeof notes.urlType === 'string' ? notes.urlType : part.mediaType;
    if (notes.form === 'bare') return part.data;
    if (notes.form === 'bare-data-url') return dataUrl(urlType, part.data);
    if (notes.form === 'bare-url') return new URL(dataUrl(urlType, part.data));
    if (notes.form === 'data-url')
      return { ...tagged, type: 'url', url: new URL(dataUrl(urlType, part.data)) };
    return { ...tagged, type: 'data', data: part.data };
  }
  if (part.url === undefined) return undefined;
  if (notes.form === 'bare') return part.url;
  if (!URL.canParse(part.url)) return undefined;
  return notes.form === 'bare-url' ? new URL(part.url) : { ...tagged, type: 'url', url: new URL(part.url) };
}

function base64Of(value: unknown): string | undefined {
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('base64');
  if (!ArrayBuffer.isView(value)) return undefined;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
}

function firstId(reference: unknown, field: string): string {
  if (!isObject(reference)) throw invalidInput(field, accepted, reference);
  const id = Object.values(reference).find((value) => typeof value === 'string');
  if (typeof id !== 'string') throw invalidInput(field, accepted, reference);
  return id;
}

function dataFields(value: unknown, known: readonly string[]): Json | undefined {
  const tagged = isObject(value) && !(value instanceof URL) && base64Of(value) === undefined;
  return tagged ? restOf(value, known) : undefined;
}
