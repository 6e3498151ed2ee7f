/** The text of a message in pieces that an embedder takes, without secrets (I-10). */
import type { Embedder } from '../embedder.ts';
import type { Redaction } from '../engine/redaction.ts';
import type { Message } from '../message/message.ts';
import { searchableContent } from '../message/origin.ts';
import { renderMessageText } from '../message/text.ts';
import { splitText } from '../summarizers/split-text.ts';

/** A log of megabytes in a tool's output would cost hours and say little; its words are in the full-text index. */
const mostPieces = 64;

export async function piecesOf(options: {
  message: Message;
  embedder: Pick<Embedder, 'maxCharacters'>;
  redaction: Pick<Redaction, 'view'>;
}): Promise<string[]> {
  const { message, embedder, redaction } = options;
  const enough = mostPieces * embedder.maxCharacters;
  const limits = { textCharacters: enough, inputCharacters: enough, outputCharacters: enough };
  // Secrets are replaced before the text is cut, so that none is split in two and slips through.
  const clean = renderMessageText(searchableContent(await redaction.view(message, limits))).trim();
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
