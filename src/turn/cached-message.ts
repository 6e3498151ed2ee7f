/** A stored message in memory, which is handed out as a copy, because contexts belong to their callers. */
import { manyParts } from '../message/limits.ts';
import type { Message, Part } from '../message/message.ts';

/** `size` is in characters. A message of nothing but text is cached as its texts, any other one as its JSON. */
export type CachedMessage = { seq: number; size: number } & (
  | { own: Message; texts: string[] }
  | { copy: () => Message }
);

/** Characters counted for a message besides its content. */
const messageCharacters = 600;

export function cacheMessage(message: Message): CachedMessage {
  const { seq } = message;
  // Writing very many parts as JSON would block the event loop for longer than reading the message again does.
  if (message.parts.length > manyParts)
    return { seq, size: Number.POSITIVE_INFINITY, copy: () => structuredClone(message) };
  const texts = plainTexts(message);
  if (texts === undefined) {
    const json = JSON.stringify(message);
    return { seq, size: json.length + messageCharacters, copy: () => JSON.parse(json) as Message };
  }
  // The given message belongs to its caller, so it is copied here, too.
  const own: Message = { ...message, parts: [] };
  const size = texts.reduce((sum, text) => sum + text.length, messageCharacters);
  return { seq, size, own, texts };
}

export function copyOf(cached: CachedMessage): Message {
  if ('copy' in cached) return cached.copy();
  const { own, texts } = cached;
  const [text = ''] = texts;
  // Nearly every message has one text, so its parts are made without a list to go through.
  return { ...own, parts: texts.length === 1 ? [textPart(text)] : texts.map(textPart) };
}

function textPart(text: string): Part {
  return { type: 'text', text };
}

/** The texts of a message that holds nothing that a shallow copy would share; undefined for any other message. */
function plainTexts({ parts, extra, origin }: Message): string[] | undefined {
  if (extra !== undefined || origin !== undefined) return undefined;
  const texts: string[] = [];
  for (const part of parts) {
    if (part.type !== 'text' || part.extra !== undefined) return undefined;
    texts.push(part.text);
  }
  return texts;
}
