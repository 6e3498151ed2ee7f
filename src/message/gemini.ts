/**
 * Reads messages of the Gemini API (`Content`: a role and parts without a type). Data for the API itself, such as
 * signatures of thoughts, is dropped, because nothing is written in this shape.
 */
import { invalidInput } from '../errors.ts';
import type { Json, MessageContent, Part, Role } from './message.ts';
import {
  isObject,
  type ReadOptions,
  readArray,
  readChoice,
  readObject,
  readString,
  type Source,
} from './provider-fields.ts';

const geminiRoles = ['user', 'model', 'system', 'function'] as const;
const kinds = ['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse'] as const;

export function isGemini(message: Source): boolean {
  if (!Array.isArray(message.parts)) return false;
  const untyped = (part: unknown) => isObject(part) && part.type === undefined;
  return message.role === 'model' || (message.parts.length > 0 && message.parts.every(untyped));
}

export function fromGemini(message: Source, { field = 'message' }: ReadOptions = {}): MessageContent {
  const given = readChoice(message.role ?? 'user', geminiRoles, `${field}.role`);
  const parts = readArray(message.parts, `${field}.parts`).map((part, index) =>
    fromPart(readObject(part, `${field}.parts[${index}]`), `${field}.parts[${index}]`),
  );
  const answers = parts.length > 0 && parts.every(({ type }) => type === 'tool-result');
  const role: Role =
    given === 'model' ? 'assistant' : given === 'system' ? 'system' : answers ? 'tool' : 'user';
  return { role, parts };
}

function fromPart(part: Source, field: string): Part {
  const kind = kinds.find((known) => part[known] !== undefined);
  if (kind === undefined) {
    const strange = Object.keys(part)[0];
    throw invalidInput(
      strange === undefined ? field : `${field}.${strange}`,
      `a part with one of ${kinds.join(', ')}`,
      part[strange ?? ''],
    );
  }
  const place = `${field}.${kind}`;
  if (kind === 'text') {
    return { type: part.thought === true ? 'reasoning' : 'text', text: readString(part.text, place) };
  }
  const value = readObject(part[kind], place);
  switch (kind) {
    case 'inlineData':
      return {
        type: 'file',
        mediaType: readString(value.mimeType, `${place}.mimeType`),
        data: readString(value.data, `${place}.data`),
      };
    case 'fileData':
      return {
        type: 'file',
        mediaType: typeof value.mimeType === 'string' ? value.mimeType : 'application/octet-stream',
        url: readString(value.fileUri, `${place}.fileUri`),
      };
    case 'functionCall':
      return {
        type: 'tool-call',
        callId: callIdOf(value, place),
        name: readString(value.name, `${place}.name`),
        input: (value.args ?? {}) as Json,
      };
    case 'functionResponse':
      return {
        type: 'tool-result',
        callId: callIdOf(value, place),
        name: readString(value.name, `${place}.name`),
        output: (value.response ?? null) as Json,
      };
  }
}

/** An id is required, because a name does not tell which of two calls was answered. */
function callIdOf({ id }: Source, field: string): string {
  if (typeof id === 'string' && id !== '') return id;
  throw invalidInput(`${field}.id`, 'the id by which a call and its response belong together', id);
}
