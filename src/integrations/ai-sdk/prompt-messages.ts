/**
 * Converts between the prompt of a model call and messages of the log. The prompt's shapes are those of `ModelMessage`,
 * only stricter (see message/ai-sdk.ts for how they are stored).
 */
import { fromModelMessage } from '../../message/ai-sdk.ts';
import type { ModelMessage, ModelPart } from '../../message/ai-sdk-shapes.ts';
import type { MessageContent } from '../../message/message.ts';
import type { Prompt, PromptMessage, SystemMessage } from './model-types.ts';

/** Separates the call's own instructions, which belong to the call and not to the conversation. */
export function splitPrompt(prompt: Prompt): { system: SystemMessage[]; messages: PromptMessage[] } {
  const first = prompt.findIndex(({ role }) => role !== 'system');
  const start = first === -1 ? prompt.length : first;
  return { system: prompt.slice(0, start) as SystemMessage[], messages: prompt.slice(start) };
}

export function fromPromptMessage(message: PromptMessage): MessageContent {
  const { role, content, ...rest } = message;
  // A single plain text part equals a string, which is simpler to store.
  const [only] = content;
  const isPlain = role !== 'tool' && content.length === 1 && typeof only === 'object' && only.type === 'text';
  const plain = isPlain && only.providerOptions === undefined ? only.text : content;
  return fromModelMessage({ ...rest, role, content: plain } as ModelMessage);
}

export function toPromptMessage(message: ModelMessage): PromptMessage {
  if (message.role === 'system') return message as PromptMessage;
  const content =
    typeof message.content === 'string'
      ? [{ type: 'text', text: message.content }]
      : (message.content as ModelPart[]).map(toPromptPart);
  return { ...message, content } as PromptMessage;
}

function toPromptPart(part: ModelPart): unknown {
  switch (part.type) {
    case 'image': {
      const { image, type: _type, ...rest } = part;
      return { mediaType: 'image', ...rest, type: 'file', data: tagged(image) };
    }
    case 'file':
    case 'reasoning-file':
      return { ...part, data: tagged(part.data) };
    case 'tool-result':
      return part.output.type === 'content'
        ? { ...part, output: { ...part.output, value: part.output.value.map(toOutputItem) } }
        : part;
    default:
      return part;
  }
}

type OutputItem = Extract<
  Extract<ModelPart, { type: 'tool-result' }>['output'],
  { type: 'content' }
>['value'][number];

/** Converts item types of earlier SDK versions to the one type that the interface still has. */
function toOutputItem(item: OutputItem): unknown {
  switch (item.type) {
    case 'file-data':
    case 'image-data': {
      const { data, ...rest } = item;
      return { ...rest, type: 'file', data: { type: 'data', data } };
    }
    case 'file-url':
    case 'image-url': {
      const { url, ...rest } = item;
      const fallback = item.type === 'image-url' ? 'image' : 'application/octet-stream';
      return { mediaType: fallback, ...rest, type: 'file', data: { type: 'url', url: new URL(url) } };
    }
    case 'file-id':
    case 'image-file-id':
    case 'file-reference':
    case 'image-file-reference':
      return toReferenceItem(item);
    default:
      return item;
  }
}

function toReferenceItem(item: OutputItem): unknown {
  const reference = 'providerReference' in item ? item.providerReference : undefined;
  if (reference === undefined) return { type: 'custom', providerOptions: item.providerOptions };
  const mediaType = item.type === 'image-file-reference' ? 'image' : 'application/octet-stream';
  return { type: 'file', mediaType, data: { type: 'reference', reference } };
}

function tagged(data: unknown): unknown {
  if (typeof data === 'string') {
    const isUrl = /^(?:https?|data):/i.test(data) && URL.canParse(data);
    return isUrl ? { type: 'url', url: new URL(data) } : { type: 'data', data };
  }
  if (data instanceof URL) return { type: 'url', url: data };
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) return { type: 'data', data };
  const { type } = data as { type?: unknown };
  return ['data', 'url', 'reference', 'text'].includes(type as string)
    ? data
    : { type: 'reference', reference: data };
}
