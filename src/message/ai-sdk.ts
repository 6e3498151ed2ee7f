/**
 * Converts AI SDK `ModelMessage`s, both ways. A message converted in and out again equals the original, except that
 * bytes become base64 (see ai-sdk-files.ts). Messages of other formats come out valid: results in tool messages, files
 * and resources as the SDK knows them, reasoning and blocks of other providers left out.
 */
import { fromModelFile, toModelFile, toModelReference, toModelTextFile } from './ai-sdk-files.ts';
import { fromModelOutput, toModelOutput } from './ai-sdk-output.ts';
import type { ModelMessage, ModelPart } from './ai-sdk-shapes.ts';
import { type Json, type MessageContent, type Part, type Role, roles } from './message.ts';
import {
  extraFor,
  type ReadOptions,
  readArray,
  readBlock,
  readChoice,
  readObject,
  readString,
  remember,
  rememberedFields,
  type Source,
  writesString,
} from './provider-fields.ts';
import { arrangeToolMessages, calledTools } from './tool-messages.ts';
import { describePart } from './tool-output.ts';

const format = 'ai-sdk';
const partTypes = [
  'text',
  'image',
  'file',
  'reasoning',
  'reasoning-file',
  'custom',
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
];

export function fromModelMessage(
  message: ModelMessage,
  { field = 'message' }: ReadOptions = {},
): MessageContent {
  const source = readObject(message, field);
  const role = readChoice(source.role, roles, `${field}.role`);
  const { content } = source;
  if (typeof content === 'string' && role !== 'tool') {
    return {
      role,
      parts: [{ type: 'text', text: content }],
      ...extraFor(format, remember(source, ['role', 'content'])),
    };
  }
  const parts = readArray(
    content,
    `${field}.content`,
    role === 'tool' ? 'an array of parts' : 'a string or an array of parts',
  ).map((part, index) => fromPart(part, role, `${field}.content[${index}]`));
  const unusual = role === 'system' || (role !== 'tool' && writesString(parts, format));
  const notes = { content: unusual ? 'parts' : undefined };
  return { role, parts, ...extraFor(format, remember(source, ['role', 'content'], notes)) };
}

export function toModelMessages(content: readonly MessageContent[]): ModelMessage[] {
  const tools = calledTools(content);
  const arranged = arrangeToolMessages(content, {
    keepsInline: (part) => rememberedFields(part, format).notes.inline === true,
  });
  return arranged.flatMap((message) => toMessage(message, tools));
}

function fromPart(value: unknown, role: Role, field: string): Part {
  const part = readBlock(value, field, partTypes);
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return {
        type: part.type,
        text: readString(part.text, `${field}.text`),
        ...extraFor(format, remember(part, ['type', 'text'])),
      };
    case 'image':
    case 'file':
    case 'reasoning-file':
      return fromModelFile(part, field);
    case 'tool-call':
      return {
        type: 'tool-call',
        callId: readString(part.toolCallId, `${field}.toolCallId`),
        name: readString(part.toolName, `${field}.toolName`),
        input: (part.input ?? null) as Json,
        ...extraFor(
          format,
          remember(part, ['type', 'toolCallId', 'toolName', 'input'], {
            input: part.input === undefined ? 'absent' : undefined,
          }),
        ),
      };
    case 'tool-result': {
      const { output, isError, notes } = fromModelOutput(part.output, `${field}.output`);
      const known = ['type', 'toolCallId', 'toolName', 'output'];
      const inline = role === 'assistant' ? true : undefined;
      return {
        type: 'tool-result',
        callId: readString(part.toolCallId, `${field}.toolCallId`),
        name: readString(part.toolName, `${field}.toolName`),
        output,
        ...(isError && { isError }),
        ...extraFor(format, remember(part, known, { ...notes, inline })),
      };
    }
    default:
      return { type: 'opaque', format, value: part as unknown as Json };
  }
}

function toMessage(message: MessageContent, tools: ReadonlyMap<string, string>): ModelMessage[] {
  const { fields, notes } = rememberedFields(message, format);
  const { role, parts } = message;
  const written = parts.flatMap((part) => toPart(part, role, tools));
  if (written.length === 0 && parts.length > 0) return [];
  if (role === 'system' && notes.content !== 'parts') {
    const text = written.map((part) => (typeof part.text === 'string' ? part.text : '')).join('\n');
    return [{ ...fields, role, content: text }];
  }
  const asString = role !== 'tool' && writesString(parts, format) && notes.content !== 'parts';
  const content = asString
    ? ((written[0]?.text as string | undefined) ?? '')
    : (written as unknown as ModelPart[]);
  return [{ ...fields, role, content } as ModelMessage];
}

function toPart(part: Part, role: Role, tools: ReadonlyMap<string, string>): Source[] {
  if (part.type === 'opaque') return part.format === format ? [part.value as Source] : [];
  const { fields, notes, known } = rememberedFields(part, format);
  switch (part.type) {
    case 'text':
      return [notes.block === 'file' ? toModelTextFile(part) : { ...fields, type: 'text', text: part.text }];
    case 'reasoning': {
      const foreign = part.extra !== undefined && !known;
      return foreign || role !== 'assistant' ? [] : [{ ...fields, type: 'reasoning', text: part.text }];
    }
    case 'file': {
      const file = role === 'system' ? undefined : toModelFile(part);
      return [file ?? { type: 'text', text: describePart(part) }];
    }
    case 'resource':
      return [toModelReference(part) ?? { type: 'text', text: describePart(part) }];
    case 'tool-call': {
      const call = { ...fields, type: 'tool-call', toolCallId: part.callId, toolName: part.name };
      if (role !== 'assistant')
        return [{ type: 'text', text: `→ ${part.name}(${JSON.stringify(part.input)})` }];
      return [notes.input === 'absent' && part.input === null ? call : { ...call, input: part.input }];
    }
    case 'tool-result':
      return [
        {
          ...fields,
          type: 'tool-result',
          toolCallId: part.callId,
          toolName: part.name ?? tools.get(part.callId) ?? 'unknown',
          output: toModelOutput(part),
        },
      ];
  }
}
