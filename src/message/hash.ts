/** Hashes that prove a summary stands for exactly the messages it names (I-9). */
import { createHash } from 'node:crypto';
import type { Json, MessageContent } from './message.ts';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Equal for equal content, whatever the order of object keys, in every process and on every platform. */
export function hashMessage({ role, name, parts, extra }: MessageContent): string {
  return sha256(canonicalJson({ role, name, parts, extra } as unknown as Json));
}

/** The hash of a range: order matters, and nothing can be added or left out. */
export function hashSequence(hashes: Iterable<string>): string {
  const digest = createHash('sha256');
  for (const hash of hashes) digest.update(hash).update('\n');
  return digest.digest('hex');
}

/**
 * JSON with sorted keys and without undefined members. Lone surrogates come out escaped, so two different
 * strings never share one encoding.
 */
export function canonicalJson(value: Json | undefined): string {
  return JSON.stringify(value, (_key, member) => {
    if (member === null || typeof member !== 'object' || Array.isArray(member)) return member;
    // Without a prototype, so that a member called __proto__ is a member like any other.
    const sorted: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(member).sort()) sorted[key] = member[key];
    return sorted;
  });
}
