/**
 * Converts tool calls of OpenAI chat messages, both ways: functions, custom tools, and the older single
 * `function_call`.
 */
import type { Json, Part, ToolCallPart } from './message.ts';
import {
  extraFor,
  isObject,
  readObject,
  readString,
  remember,
  rememberedFields,
  restOf,
  type Source,
} from './provider-fields.ts';
import { formatArguments, parseArguments } from './tool-arguments.ts';

const format = 'openai-chat';

export function fromCall(value: unknown, field: string): Part {
  const call = readObject(value, field);
  const callId = readString(call.id, `${field}.id`);
  if (call.type === 'custom' && isObject(call.custom)) {
    const name = readString(call.custom.name, `${field}.custom.name`);
    const input = readString(call.custom.input, `${field}.custom.input`);
    const notes = { kind: 'custom', inner: restOf(call.custom, ['name', 'input']) };
    return {
      type: 'tool-call',
      callId,
      name,
      input,
      ...extraFor(format, remember(call, ['id', 'type', 'custom'], notes)),
    };
  }
  if (call.type !== 'function' && call.type !== undefined) {
    // An unknown kind of call still has its call id, which keeps it with its result.
    const extra = extraFor(format, remember({}, [], { kind: 'unknown' }));
    return { type: 'tool-call', callId, name: String(call.type), input: call as unknown as Json, ...extra };
  }
  const called = readObject(call.function, `${field}.function`);
  const { input, raw } = parseArguments(readString(called.arguments, `${field}.function.arguments`));
  const notes = {
    raw,
    inner: restOf(called, ['name', 'arguments']),
    type: call.type === undefined ? 'absent' : undefined,
  };
  return {
    type: 'tool-call',
    callId,
    name: readString(called.name, `${field}.function.name`),
    input,
    ...extraFor(format, remember(call, ['id', 'type', 'function'], notes)),
  };
}

/** The form before tool calls had ids: only the function's name ties a result to its call. */
export function fromFunctionCall(called: Source, field: string): Part {
  const name = readString(called.name, `${field}.name`);
  const { input, raw } = parseArguments(readString(called.arguments, `${field}.arguments`));
  const extra = remember(called, ['name', 'arguments'], { raw, kind: 'function_call' });
  return { type: 'tool-call', callId: `function:${name}`, name, input, ...extraFor(format, extra) };
}

/** False for the older kind of call, which is a member of the message and not in `tool_calls`. */
export function isListed(part: ToolCallPart): boolean {
  return rememberedFields(part, format).notes.kind !== 'function_call';
}

export function toCall(part: ToolCallPart): Source {
  const { fields, notes } = rememberedFields(part, format);
  const inner = (notes.inner ?? {}) as object;
  if (notes.kind === 'unknown' && isObject(part.input)) return part.input;
  if (notes.kind === 'custom' && typeof part.input === 'string') {
    return {
      ...fields,
      id: part.callId,
      type: 'custom',
      custom: { ...inner, name: part.name, input: part.input },
    };
  }
  const called = { ...inner, name: part.name, arguments: formatArguments(part.input, notes.raw) };
  return {
    ...fields,
    id: part.callId,
    ...(notes.type !== 'absent' && { type: 'function' }),
    function: called,
  };
}

export function toFunctionCall(part: ToolCallPart): Source {
  const { fields, notes } = rememberedFields(part, format);
  return { ...fields, name: part.name, arguments: formatArguments(part.input, notes.raw) };
}
