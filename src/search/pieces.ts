/** The text of a message in pieces that an embedder takes, without secrets (I-10). */
import { slicesOf } from '../compaction/transcript.ts';
import type { Embedder } from '../embedder.ts';
import type { Message } from '../message/message.ts';
import { searchableContent } from '../message/origin.ts';
import { renderMessageText } from '../message/text.ts';
import { yieldToEventLoop } from '../runtime.ts';
import { splitText } from '../summarizers/split-text.ts';

/** A log of megabytes in a tool's output would cost hours and say little; its words are in the full-text index. */
const mostPieces = 64;

export async function piecesOf(options: {
  message: Message;
  embedder: Pick<Embedder, 'maxCharacters'>;
  redact: (text: string) => string;
}): Promise<string[]> {
  const { message, embedder, redact } = options;
  const text = renderMessageText(searchableContent(message)).trim();
  const enough = mostPieces * embedder.maxCharacters;
  let clean = '';
  // Secrets are replaced before the text is cut, so that none is split in two and slips through.
  for (const slice of slicesOf(text)) {
    clean += redact(slice);
    if (clean.length >= enough) break;
    if (slice.length < text.length) await yieldToEventLoop();
  }
  const pieces: string[] = [];
  for (const piece of splitText(clean, { maxTokens: embedder.maxCharacters, counter: { truncate } })) {
    if (pieces.length === mostPieces) break;
    const trimmed = piece.trim();
    if (trimmed !== '') pieces.push(trimmed.toWellFormed());
  }
  return pieces;
}

/** A query is one piece: where it is too long, its beginning and its end, for that is where questions stand. */
export function queryPiece(text: string, { maxCharacters }: Pick<Embedder, 'maxCharacters'>): string {
  const clean = text.trim();
  if (clean.length <= maxCharacters) return clean.toWellFormed();
  const half = Math.floor((maxCharacters - 1) / 2);
  return `${truncate(clean, half)}\n${clean.slice(clean.length - half)}`.toWellFormed();
}

/** Pieces are measured in characters: splitText asks for "tokens" and is given these. */
function truncate(text: string, characters: number): string {
  const last = text.charCodeAt(characters - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff && characters < text.length;
  return text.slice(0, splitsPair ? characters - 1 : characters);
}
