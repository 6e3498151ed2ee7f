/**
 * Subjects are kept as stems, so that "cats" and "cat" are one, and shown in the words they were told in. Both forms have
 * the same key, because people correct an entry by the subject they were shown. Pure.
 */
import { stem } from '../../text/stem.ts';
import { contentStems } from '../text.ts';

/** Subjects with a name of their own are no stems. */
const named = /^(?:name|home|origin|age|work|studies|languages|diet|relationship)$/u;

export function subjectKey(subject: string): string {
  return named.test(subject) ? subject : subject.split(' ').map(lastStem).join(' ');
}

/** A stem may itself have a stem. */
export function lastStem(word: string): string {
  for (let current = word; ; ) {
    const shorter = stem(current);
    if (shorter === current) return current;
    current = shorter;
  }
}

export function inWords(subject: string, texts: readonly string[]): string {
  if (named.test(subject)) return subject;
  const words = new Map<string, string>();
  for (const [word] of texts.join(' ').matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’_]*/gu)) {
    const bare = word.replace(/['’]s$/u, '');
    for (const key of contentStems(bare)) if (!words.has(key)) words.set(key, bare.toLowerCase());
  }
  return subject
    .split(' ')
    .map((word) => words.get(word) ?? word)
    .join(' ');
}
