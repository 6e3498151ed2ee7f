/** Checks a part in Everthread's own shape, member by member. */
import { invalidInput } from '../errors.ts';
import { type Extra, type Json, messageFormats, type Part } from './message.ts';
import { readBlock, readChoice, readObject, readString, type Source } from './provider-fields.ts';

const partTypes = ['text', 'reasoning', 'tool-call', 'tool-result', 'file', 'resource', 'opaque'] as const;

const members: { [type in Part['type']]: readonly string[] } = {
  text: ['type', 'text', 'extra'],
  reasoning: ['type', 'text', 'extra'],
  'tool-call': ['type', 'callId', 'name', 'input', 'extra'],
  'tool-result': ['type', 'callId', 'name', 'output', 'isError', 'extra'],
  file: ['type', 'mediaType', 'data', 'url', 'filename', 'extra'],
  resource: ['type', 'id', 'name', 'note', 'extra'],
  opaque: ['type', 'format', 'value'],
};

export function readPart(value: unknown, field: string): Part {
  const part = readBlock(value, field, partTypes);
  const type = readChoice(part.type, partTypes, `${field}.type`);
  const strange = Object.keys(part).find((member) => !members[type].includes(member));
  if (strange !== undefined) {
    throw invalidInput(
      `${field}.${strange}`,
      `left out (a ${type} part has ${members[type].join(', ')})`,
      part[strange],
    );
  }
  const text = (member: string) => readString(part[member], `${field}.${member}`);
  const json = (member: string) => {
    if (part[member] === undefined) throw invalidInput(`${field}.${member}`, 'a JSON value', undefined);
    return part[member] as Json;
  };
  switch (type) {
    case 'text':
    case 'reasoning':
      return { type, text: text('text'), ...readExtra(part, field) };
    case 'tool-call':
      return {
        type,
        callId: text('callId'),
        name: text('name'),
        input: json('input'),
        ...readExtra(part, field),
      };
    case 'tool-result':
      return {
        type,
        callId: text('callId'),
        ...optionalText(part, 'name', field),
        output: json('output'),
        ...readFlag(part, field),
        ...readExtra(part, field),
      };
    case 'file':
      if ((part.data === undefined) === (part.url === undefined)) {
        throw invalidInput(field, 'a file with either data (base64) or url', part);
      }
      return {
        type,
        mediaType: text('mediaType'),
        ...optionalText(part, 'data', field),
        ...optionalText(part, 'url', field),
        ...optionalText(part, 'filename', field),
        ...readExtra(part, field),
      };
    case 'resource':
      return {
        type,
        id: text('id'),
        name: text('name'),
        ...optionalText(part, 'note', field),
        ...readExtra(part, field),
      };
    case 'opaque':
      return {
        type,
        format: readChoice(part.format, messageFormats, `${field}.format`),
        value: json('value'),
      };
  }
}

function optionalText<Member extends string>(
  part: Source,
  member: Member,
  field: string,
): { [key in Member]?: string } {
  if (part[member] === undefined) return {};
  return { [member]: readString(part[member], `${field}.${member}`) } as { [key in Member]?: string };
}

function readFlag(part: Source, field: string): { isError?: boolean } {
  if (part.isError === undefined) return {};
  if (typeof part.isError !== 'boolean')
    throw invalidInput(`${field}.isError`, 'true or false', part.isError);
  return { isError: part.isError };
}

export function readExtra(holder: Source, field: string): { extra?: Extra } {
  if (holder.extra === undefined) return {};
  const extra = readObject(holder.extra, `${field}.extra`);
  for (const [format, fields] of Object.entries(extra)) {
    readChoice(format, messageFormats, `${field}.extra (its keys)`);
    readObject(fields, `${field}.extra.${format}`);
  }
  return { extra: extra as Extra };
}
