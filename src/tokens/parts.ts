/**
 * The cost of each part of a message: texts to count, and a fixed number of tokens. Providers do not publish their
 * framing; the figures follow OpenAI's chat format and lean to the high side.
 */
import type { Json, MessageContent, Part, ToolCallPart } from '../message/message.ts';
import { rememberedFields } from '../message/provider-fields.ts';
import { argumentObject, formatArguments } from '../message/tool-arguments.ts';
import { embeddedMedia, type MediaCost, mayEmbedMedia, mediaCost } from './media.ts';

export type PartCost = { fixed: number; texts: string[] };

/** Start of message, role, end of message. */
const tokensPerMessage = 3;
const tokensPerName = 1;
/** The framing of a call besides its id: type, and the wrapping of the function. */
const tokensPerToolCall = 8;
const tokensPerToolResult = 6;
/** Formats without a failure flag express it in words. */
const tokensPerError = 3;
const tokensPerFile = 3;
const tokensPerResource = 4;

export function messageOverhead({ name }: Pick<MessageContent, 'name'>): PartCost {
  if (name === undefined) return { fixed: tokensPerMessage, texts: [] };
  return { fixed: tokensPerMessage + tokensPerName, texts: [name] };
}

export function partCost(part: Part): PartCost {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { fixed: 0, texts: [part.text] };
    case 'tool-call':
      return callCost(part);
    case 'tool-result': {
      const { callId, name, isError = false } = part;
      const fixed =
        tokensPerToolResult + (isError ? tokensPerError : 0) + (name === undefined ? 0 : tokensPerName);
      const cost = { fixed, texts: name === undefined ? [callId] : [callId, name] };
      if (typeof part.output !== 'string') return withJson(part.output, cost);
      return { ...cost, texts: [...cost.texts, part.output] };
    }
    case 'file':
      return withMedia(mediaCost(part), {
        fixed: tokensPerFile,
        texts: part.filename === undefined ? [] : [part.filename],
      });
    case 'resource':
      return {
        fixed: tokensPerResource,
        texts: [part.id, part.name, ...(part.note === undefined ? [] : [part.note])],
      };
    case 'opaque':
      return withJson(part.value, { fixed: 0, texts: [] });
  }
}

/** Arguments that arrived as text are sent as the same text, with the writer's spaces and escapes. */
function callCost(part: ToolCallPart): PartCost {
  const cost = { fixed: tokensPerToolCall, texts: [part.callId, part.name] };
  const { raw } = {
    ...rememberedFields(part, 'openai-responses').notes,
    ...rememberedFields(part, 'openai-chat').notes,
  };
  if (raw === undefined) return withJson(argumentObject(part.input), cost);
  return { ...cost, texts: [...cost.texts, formatArguments(part.input, raw)] };
}

function withMedia(media: MediaCost, { fixed, texts }: PartCost): PartCost {
  return { fixed: fixed + media.tokens, texts: media.text === undefined ? texts : [...texts, media.text] };
}

/** Screenshots returned by tools are base64 inside JSON. A model sees the picture, not the letters. */
function withJson(value: Json, cost: PartCost): PartCost {
  const json = JSON.stringify(value) ?? '';
  if (!mayEmbedMedia(json)) return { ...cost, texts: [...cost.texts, json] };
  let found = cost;
  const rest = JSON.stringify(value, (_key, member: Json) => {
    const media = embeddedMedia(member);
    if (media === undefined) return member;
    found = withMedia(mediaCost(media.source), found);
    return media.remainder;
  });
  return { ...found, texts: [...found.texts, rest] };
}
