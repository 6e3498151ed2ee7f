/** Hashes that prove that a summary stands for exactly the messages it names (I-9). */
import { createHash, hash } from 'node:crypto';
import type { Json, MessageContent } from './message.ts';

export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Equal for equal content, independent of the order of object keys, the process and the platform. */
export function hashMessage(content: MessageContent): string {
  return sha256(writtenWords(content) ?? writtenContent(content));
}

/** The hash of a range: it depends on the order, and nothing can be added or left out. */
export function hashSequence(hashes: Iterable<string>): string {
  const sequence = createSequenceHash();
  for (const hash of hashes) sequence.add(hash);
  return sequence.digest();
}

/** `hashSequence` for hashes that arrive one by one and are too many to hold. */
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
 * JSON with sorted keys and without undefined members. Lone surrogates are escaped, so that two different strings never
 * get the same encoding. Written by hand: the turn that stores a message hashes it and several records with this
 * function, and `JSON.stringify` with a replacer takes three times as long.
 */
export function canonicalJson(value: Json | undefined): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const member of value) text += `${text === '' ? '' : ','}${canonicalJson(member ?? null)}`;
    return `[${text}]`;
  }
  for (const key of sortedKeys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    text += text === '' ? writtenKey(key) : `,${writtenKey(key)}`;
    text += writtenValue(member);
  }
  return `{${text}}`;
}

/**
 * Writes records with known member names as canonical JSON. The names are sorted once instead of for every record.
 * Members without a name in the list are left out. `written`: members already known as canonical JSON.
 */
export function canonicalWriter<Name extends string, Written extends string = never>(
  names: readonly (Name | Written)[],
): (
  record: { readonly [name in Name]?: unknown },
  written?: { readonly [name in Written]: string },
) => string {
  const sorted = sortedKeys(Object.fromEntries(names.map((name) => [name, true]))) as Name[];
  const keys = sorted.map((name) => `${JSON.stringify(name)}:`);
  return (record, written?: { readonly [name: string]: string }) => {
    let text = '';
    for (let index = 0; index < sorted.length; index += 1) {
      const name = sorted[index]!;
      const given = written?.[name];
      const member = record[name];
      if (given === undefined && member === undefined) continue;
      text += text === '' ? keys[index] : `,${keys[index]}`;
      text += given ?? writtenValue(member as Json);
    }
    return `{${text}}`;
  };
}

const writtenContent = canonicalWriter<keyof MessageContent>(['role', 'name', 'parts', 'extra']);

/** A fast path for messages that consist of a single text, which most are. */
function writtenWords({ role, name, parts, extra }: MessageContent): string | undefined {
  const [part] = parts;
  if (parts.length !== 1 || part!.type !== 'text' || name !== undefined || extra !== undefined)
    return undefined;
  for (const member in part) if (member !== 'type' && member !== 'text') return undefined;
  return `{"parts":[{"text":${JSON.stringify(part!.text)},"type":"text"}],"role":${JSON.stringify(role)}}`;
}

/** Whole numbers are the most frequent values, and need no further check. */
function writtenValue(value: Json): string {
  return Number.isSafeInteger(value) && value !== 0 ? String(value) : canonicalJson(value);
}

/** Keys are kept in written form, because records share a few names. */
const writtenKeys = new Map<string, string>();
const mostKeys = 500;

function writtenKey(key: string): string {
  const known = writtenKeys.get(key);
  if (known !== undefined) return known;
  const written = `${JSON.stringify(key)}:`;
  if (writtenKeys.size < mostKeys) writtenKeys.set(key, written);
  return written;
}

/** The order that an object would list these keys in: whole numbers come first, by value. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  if (isSorted(keys)) return keys;
  keys.sort();
  if (!keys.some(beginsWithDigit)) return keys;
  // Without a prototype, so that `__proto__` is an ordinary member.
  const sorted: Record<string, true> = Object.create(null);
  for (const key of keys) sorted[key] = true;
  return Object.keys(sorted);
}

/** Keys are often sorted already; those that begin with a digit need the slow way. */
function isSorted(keys: readonly string[]): boolean {
  for (let index = 0; index < keys.length; index += 1) {
    if (beginsWithDigit(keys[index]!) || (index > 0 && keys[index - 1]! > keys[index]!)) return false;
  }
  return true;
}

function beginsWithDigit(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 48 && first <= 57;
}
