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
  const sequence = createSequenceHash();
  for (const hash of hashes) sequence.add(hash);
  return sequence.digest();
}

/** `hashSequence` for hashes that come one by one and are too many to hold. */
export function createSequenceHash(): { add(hash: string): void; digest(): string } {
  const digest = createHash('sha256');
  return {
    add: (hash) => {
      digest.update(hash).update('\n');
    },
    digest: () => digest.digest('hex'),
  };
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
