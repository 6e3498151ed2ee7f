/**
 * Half of a character that takes two UTF-16 units, such as an emoji that a tool cut in two, is written as U+FFFD.
 * Providers refuse a whole request with one in it ("no low surrogate in string"), and a message stays in its thread, so
 * every later request would fail (I-8). What is stored stays as it came.
 */
import { isObject } from '../message/provider-fields.ts';

/** The same value if it is whole, which it nearly always is. Bytes, dates and addresses stay as they are. */
export function wellFormed<Value>(value: Value): Value {
  return isWhole(value) ? value : (repaired(value) as Value);
}

function isWhole(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWhole);
  if (!isPlain(value)) return true;
  for (const key in value) if (!key.isWellFormed() || !isWhole(value[key])) return false;
  return true;
}

function repaired(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(repaired);
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.toWellFormed(), repaired(member)]),
  );
}

function isPlain(value: unknown): value is { [member: string]: unknown } {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null;
}
