/**
 * Ids by which messages of a file are recognized, so that importing it twice adds nothing. The client's own id is used
 * if there is one; otherwise the id is derived from the message's place and content.
 */
import { hashMessage } from '../message/hash.ts';
import { messageLimits } from '../message/limits.ts';
import type { MessageEvent } from './transcript.ts';

export function stableMessageId({ message, place, firstParts }: MessageEvent): string {
  const { id } = message;
  if (id !== undefined && isUsable(id)) return id;
  // A message may gain parts before the file is imported again. Its id is derived from its first parts, which stay.
  const parts = firstParts === undefined ? message.parts : message.parts.slice(0, firstParts);
  const hash = hashMessage({ ...message, parts });
  return `${place.replaceAll(/[^\w.]+/gu, '-').slice(0, 120)}-${hash.slice(0, 16)}`;
}

/** For a message whose id is already used by another one of the same file. */
export function distinctMessageId(id: string, hash: string): string {
  return `${id.slice(0, messageLimits.idCharacters - 17)}~${hash.slice(0, 16)}`;
}

function isUsable(id: string): boolean {
  return id !== '' && id.length <= messageLimits.idCharacters && id.isWellFormed() && !id.includes('\0');
}
