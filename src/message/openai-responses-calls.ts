/**
 * Converts tool calls and outputs among OpenAI responses items, both ways: functions, custom tools with free text, and
 * every other pair of items with a call id (shell, computer, patches).
 */

import type { Json, ToolCallPart, ToolResultPart } from './message.ts';
import { fromResponsesBlock, toResponsesBlock } from './openai-responses-blocks.ts';
import { extraFor, readString, remember, rememberedFields, restOf, type Source } from './provider-fields.ts';
import { argumentObject, formatArguments, parseArguments } from './tool-arguments.ts';
import { flagError, outputContent, outputText } from './tool-output.ts';

const format = 'openai-responses';
const outputSuffix = '_call_output';

export function isCall(item: Source): boolean {
  return typeof item.type === 'string' && item.type.endsWith('_call') && typeof item.call_id === 'string';
}

export function isCallOutput(item: Source): boolean {
  return typeof item.type === 'string' && item.type.endsWith(outputSuffix);
}

export function fromCall(item: Source, field: string): ToolCallPart {
  const callId = readString(item.call_id, `${field}.call_id`);
  if (item.type === 'function_call') {
    const { input, raw } = parseArguments(readString(item.arguments, `${field}.arguments`));
    const extra = remember(item, ['type', 'call_id', 'name', 'arguments'], { raw });
    return {
      type: 'tool-call',
      callId,
      name: readString(item.name, `${field}.name`),
      input,
      ...extraFor(format, extra),
    };
  }
  if (item.type === 'custom_tool_call') {
    const extra = remember(item, ['type', 'call_id', 'name', 'input'], { kind: 'custom_tool_call' });
    return {
      type: 'tool-call',
      callId,
      name: readString(item.name, `${field}.name`),
      input: readString(item.input, `${field}.input`),
      ...extraFor(format, extra),
    };
  }
  const kind = item.type as string;
  const outer = ['id', 'status'];
  const input = restOf(item, ['type', 'call_id', ...outer]) ?? {};
  const own = remember(
    item,
    Object.keys(item).filter((key) => !outer.includes(key)),
    { kind },
  );
  return { type: 'tool-call', callId, name: kind.slice(0, -'_call'.length), input, ...extraFor(format, own) };
}

export function toCall(part: ToolCallPart): Source {
  const { fields, notes } = rememberedFields(part, format);
  if (notes.kind === 'custom_tool_call' && typeof part.input === 'string') {
    return { ...fields, type: notes.kind, call_id: part.callId, name: part.name, input: part.input };
  }
  if (typeof notes.kind === 'string' && notes.kind !== 'custom_tool_call') {
    return { ...argumentObject(part.input), ...fields, type: notes.kind, call_id: part.callId };
  }
  const text = formatArguments(part.input, notes.raw);
  return { ...fields, type: 'function_call', call_id: part.callId, name: part.name, arguments: text };
}

export function fromCallOutput(item: Source, field: string): ToolResultPart {
  const idKey = item.call_id === undefined && typeof item.id === 'string' ? 'id' : 'call_id';
  const callId = readString(item[idKey], `${field}.${idKey}`);
  const { output } = item;
  const listed = isPlainOutput(item.type) && Array.isArray(output);
  const notes = {
    kind: item.type === 'function_call_output' ? undefined : (item.type as string),
    callId: idKey === 'id' ? idKey : undefined,
    output: output === undefined ? 'absent' : listed && output.length === 0 ? 'parts' : undefined,
    bare: !listed && output !== undefined && typeof output !== 'string' ? true : undefined,
  };
  return {
    type: 'tool-result',
    callId,
    output: listed
      ? (output.map((block, index) =>
          fromResponsesBlock(block, 'user', `${field}.output[${index}]`),
        ) as unknown as Json)
      : ((output === undefined ? '' : output) as Json),
    ...extraFor(format, remember(item, ['type', idKey, 'output'], notes)),
  };
}

export function toCallOutput(part: ToolResultPart): Source {
  const { fields, notes } = rememberedFields(part, format);
  const absent = notes.output === 'absent' && part.output === '';
  return {
    ...fields,
    type: typeof notes.kind === 'string' ? notes.kind : 'function_call_output',
    [notes.callId === 'id' ? 'id' : 'call_id']: part.callId,
    ...(!absent && { output: writeOutput(part, notes) }),
  };
}

function writeOutput(part: ToolResultPart, notes: { [note: string]: Json }): unknown {
  const { output } = part;
  if (notes.bare === true && typeof output !== 'string') return output;
  if (notes.output === 'parts' && Array.isArray(output) && output.length === 0) return [];
  const content = outputContent(output);
  if (content === undefined) return flagError(outputText(output), part.isError);
  const blocks = content.flatMap((item) => toResponsesBlock(item, 'user'));
  if (blocks.length === 0) return flagError(outputText(output), part.isError);
  return part.isError === true ? [{ type: 'input_text', text: flagError('', true) }, ...blocks] : blocks;
}

function isPlainOutput(type: unknown): boolean {
  return type === 'function_call_output' || type === 'custom_tool_call_output';
}
