/** A stored message in memory, which is handed out as a copy, because contexts belong to their callers. */
import { manyParts } from '../message/limits.ts';
import type { Message, Part } from '../message/message.ts';

/** `size` is in characters. */
export type HeldMessage = { seq: number; size: number; copy: () => Message };

/** Characters counted for a message besides its content. */
const messageCharacters = 600;

export function holdMessage(message: Message): HeldMessage {
  const { seq } = message;
  // Writing very many parts as JSON would hold the event loop for longer than reading the message again does.
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
  return { seq, size, copy: () => ({ ...own, parts: partsOf(texts) }) };
}

/** Nearly every message has one text, so it is made without a list of parts to go through. */
function partsOf(texts: readonly string[]): Part[] {
  return texts.length === 1 ? [textPart(texts[0]!)] : texts.map(textPart);
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
