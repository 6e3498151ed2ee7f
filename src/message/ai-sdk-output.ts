/** Converts the typed outputs of tools in AI SDK messages, both ways. */
import { fromModelFile, toModelFile, toModelReference, toModelTextFile } from './ai-sdk-files.ts';
import type { ModelToolOutput } from './ai-sdk-shapes.ts';
import type { Json, JsonObject, ToolResultPart } from './message.ts';
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
import { describePart, flagError, type OutputPart, outputContent, outputText } from './tool-output.ts';

const format = 'ai-sdk';
const outputTypes = ['text', 'json', 'execution-denied', 'error-text', 'error-json', 'content'];

/** `notes` are remembered with the part. */
export function fromModelOutput(
  value: unknown,
  field: string,
): { output: Json; isError?: true; notes: { [note: string]: Json | undefined } } {
  const typed = readBlock(readObject(value, field), field, outputTypes);
  const rest = (...known: string[]) => restOf(typed, ['type', ...known]);
  switch (typed.type) {
    case 'text':
      return { output: readString(typed.value, `${field}.value`), notes: { outputFields: rest('value') } };
    case 'error-text':
      return {
        output: readString(typed.value, `${field}.value`),
        isError: true,
        notes: { outputFields: rest('value') },
      };
    case 'json':
      return {
        output: (typed.value ?? null) as Json,
        notes: { outputType: 'json', outputFields: rest('value') },
      };
    case 'error-json':
      return {
        output: (typed.value ?? null) as Json,
        isError: true,
        notes: { outputType: 'error-json', outputFields: rest('value') },
      };
    case 'execution-denied': {
      const output = typeof typed.reason === 'string' ? typed.reason : '';
      const reason = typed.reason === undefined ? 'absent' : undefined;
      return {
        output,
        isError: true,
        notes: { outputType: 'execution-denied', reason, outputFields: rest('reason') },
      };
    }
    case 'content': {
      const items = readArray(typed.value, `${field}.value`);
      const output = items.map((item, index) =>
        fromItem(item, `${field}.value[${index}]`),
      ) as unknown as Json;
      return { output, notes: { outputType: 'content', outputFields: rest('value') } };
    }
    default:
      return { output: typed as unknown as Json, notes: { outputType: 'unknown' } };
  }
}

export function toModelOutput(part: ToolResultPart): ModelToolOutput {
  const { notes } = rememberedFields(part, format);
  const fields = (notes.outputFields ?? {}) as JsonObject;
  const { output } = part;
  const isError = part.isError === true;
  switch (notes.outputType) {
    case 'json':
      if (!isError) return { ...fields, type: 'json', value: output };
      break;
    case 'error-json':
      if (isError) return { ...fields, type: 'error-json', value: output };
      break;
    case 'execution-denied':
      if (typeof output === 'string') {
        const reason = notes.reason === 'absent' && output === '' ? {} : { reason: output };
        return { ...fields, type: 'execution-denied', ...reason };
      }
      break;
    case 'content':
      if (Array.isArray(output) && output.length === 0) return { ...fields, type: 'content', value: [] };
      break;
    case 'unknown':
      if (isObject(output) && typeof output.type === 'string') return output as unknown as ModelToolOutput;
  }
  if (typeof output === 'string') return { ...fields, type: isError ? 'error-text' : 'text', value: output };
  const content = outputContent(output);
  if (content === undefined) return { ...fields, type: isError ? 'error-json' : 'json', value: output };
  if (!isError) return { ...fields, type: 'content', value: content.map(toItem) } as ModelToolOutput;
  if (!content.some((item) => item.type === 'file')) return { type: 'error-text', value: outputText(output) };
  // The SDK has no failed output with files: a text says that the call failed, and the files stay.
  return {
    type: 'content',
    value: [{ type: 'text', text: flagError('', true) }, ...content.map(toItem)],
  } as ModelToolOutput;
}

function fromItem(value: unknown, field: string): OutputPart {
  const item = readBlock(value, field, ['text', 'file', 'custom']);
  const named = typeof item.filename === 'string' ? { filename: item.filename } : {};
  switch (item.type) {
    case 'text':
      return {
        type: 'text',
        text: readString(item.text, `${field}.text`),
        ...extraFor(format, remember(item, ['type', 'text'])),
      };
    case 'file':
      return fromModelFile(item, field);
    case 'file-data':
    case 'image-data': {
      const known = ['type', 'data', 'mediaType', ...Object.keys(named)];
      return {
        type: 'file',
        mediaType: readString(item.mediaType, `${field}.mediaType`),
        data: readString(item.data, `${field}.data`),
        ...named,
        ...extraFor(format, remember(item, known, { item: item.type })),
      };
    }
    case 'file-url':
    case 'image-url': {
      const given = typeof item.mediaType === 'string' ? item.mediaType : undefined;
      const fallback = item.type === 'image-url' ? 'image/*' : 'application/octet-stream';
      const notes = { item: item.type, mediaType: given === undefined ? 'absent' : undefined };
      const known = ['type', 'url', ...(given === undefined ? [] : ['mediaType'])];
      return {
        type: 'file',
        mediaType: given ?? fallback,
        url: readString(item.url, `${field}.url`),
        ...extraFor(format, remember(item, known, notes)),
      };
    }
    default:
      return { type: 'opaque', format, value: item as unknown as Json };
  }
}

function toItem(part: OutputPart): Source {
  const { fields, notes } = rememberedFields(part.type === 'opaque' ? {} : part, format);
  if (part.type === 'opaque') return part.format === format ? (part.value as Source) : asText(part);
  if (part.type === 'resource') return toModelReference(part) ?? asText(part);
  if (part.type === 'text') {
    return notes.block === 'file' ? toModelTextFile(part) : { ...fields, type: 'text', text: part.text };
  }
  const item = notes.item;
  if (typeof item !== 'string') return toModelFile(part) ?? asText(part);
  return {
    ...fields,
    type: item,
    ...(part.data === undefined ? { url: part.url } : { data: part.data }),
    ...(notes.mediaType === 'absent' ? {} : { mediaType: part.mediaType }),
    ...(part.filename === undefined ? {} : { filename: part.filename }),
  };
}

function asText(part: OutputPart): Source {
  return { type: 'text', text: describePart(part) };
}
