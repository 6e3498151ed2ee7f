/** Converts a model's answer to a message for the log. A streamed answer is collected part by part. */
import { fromModelMessage } from '../../message/ai-sdk.ts';
import type { ModelMessage } from '../../message/ai-sdk-shapes.ts';
import type { MessageContent } from '../../message/message.ts';
import { type Interruption, interruptedMessage } from '../resent/interrupted.ts';
import type { ReplyPart, StreamPart } from './model-types.ts';

type Metadata = ReplyPart['providerMetadata'];
type AssistantPart = { type: string; providerOptions?: Metadata; [field: string]: unknown };

/** Undefined if the answer is empty. */
export function replyMessage(content: readonly ReplyPart[]): MessageContent | undefined {
  const parts = content.flatMap(toPart);
  if (parts.length === 0) return undefined;
  const [only] = parts;
  const isPlain = parts.length === 1 && only?.type === 'text' && only.providerOptions === undefined;
  return fromModelMessage({
    role: 'assistant',
    content: isPlain ? only.text : parts,
  } as ModelMessage);
}

export function interruptedReply(
  content: readonly ReplyPart[],
  interruption: Interruption,
): MessageContent | undefined {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return interruptedMessage(text, interruption);
}

/** The part as the SDK puts it into the messages of its response. */
function toPart(part: ReplyPart): AssistantPart[] {
  const { providerMetadata } = part;
  const own = providerMetadata === undefined ? {} : { providerOptions: providerMetadata };
  switch (part.type) {
    case 'text':
      if (part.text === '' && providerMetadata === undefined) return [];
      return [{ type: 'text', text: part.text, ...own }];
    case 'reasoning':
      return [{ type: 'reasoning', text: part.text, ...own }];
    case 'custom':
      return [{ type: 'custom', kind: part.kind, ...own }];
    case 'file':
    case 'reasoning-file':
      return [{ type: part.type, data: part.data, mediaType: part.mediaType, ...own }];
    case 'tool-call': {
      const { toolCallId, toolName, providerExecuted } = part;
      const executed = providerExecuted === undefined ? {} : { providerExecuted };
      return [
        {
          type: 'tool-call',
          toolCallId,
          toolName,
          input: readInput(part.input),
          ...executed,
          ...own,
        },
      ];
    }
    case 'tool-result': {
      if (part.preliminary === true) return [];
      const output = { type: part.isError === true ? 'error-json' : 'json', value: part.result };
      return [
        {
          type: 'tool-result',
          toolCallId: part.toolCallId,
          toolName: part.toolName,
          output,
          ...own,
        },
      ];
    }
    // Sources describe the answer, and approval requests are between SDK and user: neither is sent to a model again.
    default:
      return [];
  }
}

function readInput(input: string): unknown {
  if (input.trim() === '') return {};
  try {
    return JSON.parse(input);
  } catch {
    return {};
  }
}

export type PartCollector = {
  add(part: StreamPart): void;
  content(): ReplyPart[];
};

/** Collects the pieces in the order in which they began, as the SDK does. */
export function collectReply(): PartCollector {
  const content: ReplyPart[] = [];
  const open = new Map<string, { text: string; providerMetadata?: Metadata }>();

  const start = (type: 'text' | 'reasoning', id: string, providerMetadata: Metadata) => {
    const piece = { type, text: '', ...(providerMetadata && { providerMetadata }) };
    open.set(`${type} ${id}`, piece);
    content.push(piece);
  };
  const goOn = (type: 'text' | 'reasoning', id: string, delta: string, providerMetadata: Metadata) => {
    if (!open.has(`${type} ${id}`)) start(type, id, undefined);
    const piece = open.get(`${type} ${id}`)!;
    piece.text += delta;
    if (providerMetadata !== undefined) piece.providerMetadata = providerMetadata;
  };

  return {
    content: () => content,
    add(part) {
      switch (part.type) {
        case 'text-start':
          return start('text', part.id, part.providerMetadata);
        case 'reasoning-start':
          return start('reasoning', part.id, part.providerMetadata);
        case 'text-delta':
          return goOn('text', part.id, part.delta, part.providerMetadata);
        case 'reasoning-delta':
          return goOn('reasoning', part.id, part.delta, part.providerMetadata);
        case 'text-end':
          goOn('text', part.id, '', part.providerMetadata);
          open.delete(`text ${part.id}`);
          return;
        case 'reasoning-end':
          goOn('reasoning', part.id, '', part.providerMetadata);
          open.delete(`reasoning ${part.id}`);
          return;
        case 'tool-call':
        case 'tool-result':
        case 'file':
        case 'reasoning-file':
        case 'custom':
          content.push(part);
      }
    },
  };
}
