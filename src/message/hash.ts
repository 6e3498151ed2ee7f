/** Hashes that prove a summary stands for exactly the messages it names (I-9). */
import { createHash, hash } from 'node:crypto';
import type { Json, MessageContent } from './message.ts';

export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Equal for equal content, whatever the order of object keys, in every process and on every platform. */
export function hashMessage(content: MessageContent): string {
  return sha256(writtenContent(content));
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
 * strings never share one encoding. Written by hand: every message and record is hashed by it in the turn that stores
 * it, and `JSON.stringify` with a replacer takes three times as long.
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
 * The same of a record whose members are all known by name: their order is looked at once, and not for every record.
 * Members that are not named are left out. `written`: members that are at hand as canonical JSON.
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

/** Whole numbers are most of what a record holds, and are written the same without being asked how. */
function writtenValue(value: Json): string {
  return Number.isSafeInteger(value) && value !== 0 ? String(value) : canonicalJson(value);
}

/** Records have few names, and the same ones. */
const writtenKeys = new Map<string, string>();
const mostKeys = 500;

function writtenKey(key: string): string {
  const known = writtenKeys.get(key);
  if (known !== undefined) return known;
  const written = `${JSON.stringify(key)}:`;
  if (writtenKeys.size < mostKeys) writtenKeys.set(key, written);
  return written;
}

/** In the order of an object they were put into one after the other: numbers come first, by their value. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  if (isSorted(keys)) return keys;
  keys.sort();
  if (!keys.some(beginsWithDigit)) return keys;
  // Without a prototype, so that a member called __proto__ is a member like any other.
  const sorted: Record<string, true> = Object.create(null);
  for (const key of keys) sorted[key] = true;
  return Object.keys(sorted);
}

/** Whoever writes often writes in order; numbers are in another one. */
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
