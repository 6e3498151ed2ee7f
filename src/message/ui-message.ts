/**
 * Converts UI messages of the AI SDK, both ways. Each becomes one message, in which a call and its result are separate
 * parts. On the way out an answer of several steps becomes one message again. Parts that no model reads (sources, app
 * data) are kept and given back.
 */
import { invalidInput } from '../errors.ts';
import { dataUrl, parseDataUrl } from './media.ts';
import type { Extra, Json, MessageContent, Part, ToolCallPart, ToolResultPart } from './message.ts';
import {
  extraFor,
  isObject,
  type ReadOptions,
  readArray,
  readBlock,
  readChoice,
  readString,
  remember,
  rememberedFields,
  type Source,
} from './provider-fields.ts';
import { describePart } from './tool-output.ts';
import { approvalAnswers, approvalOf, approvalParts } from './ui-message-approvals.ts';
import type { UIMessage, UIMessagePart } from './ui-message-shapes.ts';

const format = 'ui-message';
const uiRoles = ['system', 'user', 'assistant'] as const;
const ownTypes = ['tool-call', 'tool-result', 'resource', 'opaque'];
/** States of a call that has no answer yet. */
const openStates = ['input-available', 'approval-requested', 'approval-responded'];
const states = ['input-streaming', ...openStates, 'output-available', 'output-error', 'output-denied'];

/** Plain text looks the same in both shapes; any part that only apps have identifies a UI message. */
export function isUIMessage(message: Source): boolean {
  if (!Array.isArray(message.parts)) return false;
  return message.metadata !== undefined || message.parts.some(isUIPart);
}

function isUIPart(part: unknown): boolean {
  if (!isObject(part) || typeof part.type !== 'string') return false;
  if (part.providerMetadata !== undefined || part.state !== undefined) return true;
  if (part.type === 'file') return typeof part.url === 'string' && part.url.startsWith('data:');
  if (ownTypes.includes(part.type)) return false;
  return /^(?:tool-|data-|source-|step-start$|dynamic-tool$|reasoning-file$|custom$)/u.test(part.type);
}

export function fromUIMessage(message: Source, { field = 'message' }: ReadOptions = {}): MessageContent {
  const role = readChoice(message.role, uiRoles, `${field}.role`);
  const parts: Part[] = [];
  /** Results of the current step, which are placed behind all calls of the step. */
  let results: Part[] = [];
  const endStep = () => {
    parts.push(...results);
    results = [];
  };
  readArray(message.parts, `${field}.parts`).forEach((value, index) => {
    const place = `${field}.parts[${index}]`;
    const part = readBlock(value, place, ['text', 'reasoning', 'file', 'tool-…']);
    if (!isToolPart(part)) {
      endStep();
      parts.push(fromPart(part, place));
      return;
    }
    const { call, result } = fromTool(part, place);
    parts.push(...call);
    results.push(...result);
  });
  endStep();
  const known = ['id', 'role', 'parts', 'createdAt'];
  return { role, parts, ...extraFor(format, remember(message, known, { whole: true })) };
}

function isToolPart({ type }: { type: string }): boolean {
  return type === 'dynamic-tool' || type.startsWith('tool-');
}

function fromPart(part: Source & { type: string }, field: string): Part {
  const provided = fromProvider(part.providerMetadata);
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: readString(part.text, `${field}.text`), ...provided };
    case 'file': {
      const url = readString(part.url, `${field}.url`);
      const inline = parseDataUrl(url);
      const mediaType = readString(part.mediaType, `${field}.mediaType`);
      const named = part.filename === undefined ? {} : { filename: readString(part.filename, field) };
      return {
        type: 'file',
        mediaType,
        ...(inline ? { data: inline.data } : { url }),
        ...named,
        ...provided,
      };
    }
    default:
      return { type: 'opaque', format, value: part as unknown as Json };
  }
}

/** Provider metadata of a part, stored so that the AI SDK converter gives it back to the provider. */
function fromProvider(metadata: unknown): { extra?: Extra } {
  return isObject(metadata) ? extraFor('ai-sdk', { providerOptions: metadata as Json }) : {};
}

function fromTool(part: Source & { type: string }, field: string) {
  const state = readChoice(part.state, states, `${field}.state`);
  const call: ToolCallPart[] = [];
  const result: Part[] = [];
  // A call whose input is still streaming is left out.
  if (state === 'input-streaming') return { call, result };
  const dynamic = part.type === 'dynamic-tool';
  const callId = readString(part.toolCallId, `${field}.toolCallId`);
  const name = dynamic ? readString(part.toolName, `${field}.toolName`) : part.type.slice('tool-'.length);
  if (name === '') throw invalidInput(`${field}.type`, "'tool-' and the name of a tool", part.type);
  const known = ['type', 'toolCallId', 'toolName', 'state', 'input', 'output', 'errorText'];
  const { extra } = fromProvider(part.callProviderMetadata);
  const own = extraFor(format, remember(part, known, { dynamic: dynamic || undefined }));
  const noted = { ...extra, ...own.extra };
  call.push({
    type: 'tool-call',
    callId,
    name,
    input: (part.input ?? part.rawInput ?? null) as Json,
    ...(Object.keys(noted).length > 0 && { extra: noted }),
  });
  if (openStates.includes(state)) {
    const approval = approvalOf(part.approval);
    const { request, answer } = approval === undefined ? {} : approvalParts(approval, callId);
    return { call, result: [request, answer].filter((given) => given !== undefined) };
  }
  const isError = state !== 'output-available';
  const denied = state === 'output-denied' ? 'The call was not approved.' : undefined;
  const output = isError ? (denied ?? readString(part.errorText, `${field}.errorText`)) : part.output;
  result.push({
    type: 'tool-result',
    callId,
    name,
    output: (output ?? null) as Json,
    ...(isError && { isError }),
  });
  return { call, result };
}

type Given = MessageContent & { id?: string };

/** Results become members of their call's part. The steps of one answer become one message with the id of the first. */
export function toUIMessages(messages: readonly Given[]): UIMessage[] {
  const results = new Map<string, ToolResultPart>();
  for (const { parts } of messages) {
    for (const part of parts) if (part.type === 'tool-result') results.set(part.callId, part);
  }
  const answers = approvalAnswers(messages);
  const written: UIMessage[] = [];
  let open: UIMessage | undefined;
  messages.forEach((message, index) => {
    const { role } = message;
    const { fields, notes } = rememberedFields(message, format);
    const parts = message.parts.flatMap((part) => toPart(part, results, answers));
    const continued = notes.continues === true ? continuedMessage(written, message.id) : undefined;
    if (continued !== undefined) {
      Object.assign(continued, fields);
      continued.parts.push(...parts);
      return;
    }
    if (role === 'tool') return;
    const called = message.parts.some(({ type }) => type === 'tool-call');
    const isWhole = notes.whole === true;
    if (role === 'assistant' && open !== undefined && !isWhole) {
      open.parts.push({ type: 'step-start' }, ...parts);
    } else if (parts.length > 0) {
      open = { ...fields, id: message.id ?? `message-${index + 1}`, role, parts };
      written.push(open);
    }
    if (role !== 'assistant' || !called || isWhole) open = undefined;
  });
  return written;
}

/** The message that one with this id goes on with; without ids the newest one of the assistant. */
function continuedMessage(written: readonly UIMessage[], id: string | undefined): UIMessage | undefined {
  return written.findLast((message) =>
    id === undefined ? message.role === 'assistant' : id.startsWith(`${message.id}~`),
  );
}

function toPart(
  part: Part,
  results: ReadonlyMap<string, ToolResultPart>,
  answers: ReadonlyMap<string, Source>,
): UIMessagePart[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [{ type: part.type, text: part.text, ...toProvider(part) }];
    case 'file': {
      const url = part.data === undefined ? part.url! : dataUrl(part.mediaType, part.data);
      const named = part.filename === undefined ? {} : { filename: part.filename };
      return [{ type: 'file', mediaType: part.mediaType, url, ...named, ...toProvider(part) }];
    }
    case 'tool-call':
      return [toTool(part, results.get(part.callId), answers)];
    case 'tool-result':
      return [];
    case 'resource':
      return [{ type: 'text', text: describePart(part) }];
    case 'opaque':
      return part.format === format ? [part.value as unknown as UIMessagePart] : [];
  }
}

function toTool(
  call: ToolCallPart,
  result: ToolResultPart | undefined,
  answers: ReadonlyMap<string, Source>,
): UIMessagePart {
  const { fields, notes } = rememberedFields(call, format);
  const named =
    notes.dynamic === true
      ? { type: 'dynamic-tool', toolName: call.name }
      : { type: `tool-${call.name}` as const };
  const requested = approvalOf(fields.approval);
  const approval = requested && { ...requested, ...answers.get(requested.id) };
  const provided = {
    ...fields,
    ...(approval && { approval }),
    ...named,
    toolCallId: call.callId,
    input: call.input,
  } as {
    type: `tool-${string}`;
    toolCallId: string;
    input: unknown;
  };
  if (result === undefined) {
    const answered = approval?.approved === undefined ? 'approval-requested' : 'approval-responded';
    return { ...provided, state: approval === undefined ? 'input-available' : answered } as UIMessagePart;
  }
  if (result.isError !== true) return { ...provided, state: 'output-available', output: result.output };
  if (approval?.approved === false) return { ...provided, state: 'output-denied' } as UIMessagePart;
  const { output } = result;
  return {
    ...provided,
    state: 'output-error',
    errorText: typeof output === 'string' ? output : JSON.stringify(output),
  };
}

function toProvider(part: Part & { extra?: object }): { providerMetadata?: never } {
  const { fields } = rememberedFields(part, 'ai-sdk');
  return isObject(fields.providerOptions) ? { providerMetadata: fields.providerOptions as never } : {};
}
