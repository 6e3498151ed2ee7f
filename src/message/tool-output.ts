/**
 * The output of a tool is any JSON. One form has a meaning: a list that consists only of parts (text, file, resource,
 * opaque) is *content* and is shown to a model as such; everything else is data. Provider formats differ in what they
 * can hold, so the converters use these functions to find out which it is and how it reads as text.
 */
import type { FilePart, Json, OpaquePart, ResourcePart, TextPart } from './message.ts';
import { isObject } from './provider-fields.ts';

export type OutputPart = TextPart | FilePart | ResourcePart | OpaquePart;

/** An empty list is data, because nothing shows that it was meant as content. */
export function outputContent(output: Json): OutputPart[] | undefined {
  if (!Array.isArray(output) || output.length === 0) return undefined;
  return output.every(isOutputPart) ? (output as OutputPart[]) : undefined;
}

function isOutputPart(value: Json): boolean {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'text':
      return typeof value.text === 'string';
    case 'file':
      return (
        typeof value.mediaType === 'string' &&
        (typeof value.data === 'string') !== (typeof value.url === 'string')
      );
    case 'resource':
      return typeof value.id === 'string' && typeof value.name === 'string';
    case 'opaque':
      return typeof value.format === 'string' && value.value !== undefined;
    default:
      return false;
  }
}

/** An output as text: text unchanged, files and resources by name, data as JSON. */
export function outputText(output: Json): string {
  if (typeof output === 'string') return output;
  const content = outputContent(output);
  if (content === undefined) return JSON.stringify(output);
  return content.map(describePart).join('\n');
}

/** Files in an output, for formats whose tool results hold only text. */
export function outputFiles(output: Json): FilePart[] {
  return outputContent(output)?.filter((part) => part.type === 'file') ?? [];
}

/** Marks the text of a failed call, for formats without an error flag. */
export function flagError(text: string, isError: boolean | undefined): string {
  return isError === true && !/^\W*(error|failed|exception)/i.test(text) ? `Error: ${text}` : text;
}

/** One part as a line or two of text, for formats that hold only text. */
export function describePart(part: OutputPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'file':
      return `[${fileKind(part.mediaType)}: ${part.filename ?? part.url ?? part.mediaType}]`;
    case 'resource':
      return part.note === undefined ? `[resource: ${part.name}]` : `[resource: ${part.name}, ${part.note}]`;
    case 'opaque':
      return `[${opaqueKind(part)}]`;
  }
}

export function opaqueKind(part: OpaquePart): string {
  return isObject(part.value) && typeof part.value.type === 'string' ? part.value.type : part.format;
}

function fileKind(mediaType: string): string {
  const [top] = mediaType.split('/');
  return top === 'image' || top === 'audio' || top === 'video' ? top : 'file';
}
