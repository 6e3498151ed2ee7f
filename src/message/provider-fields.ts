/**
 * Shared by the converters: checks a provider's message, with errors in the sender's field names, and keeps unknown
 * fields in `extra`, so that the message can be given back unchanged. Besides the unknown fields, `extra[format]` may
 * hold our own notes under a reserved key: hints about the outer form (a string where a list was possible), which are
 * used only while they fit the content.
 */
import { invalidInput } from '../errors.ts';
import type { Extra, Json, JsonObject, MessageFormat, Part } from './message.ts';

export type Source = Readonly<Record<string, unknown>>;

/** Place of a message in the caller's input, for error messages. */
export type ReadOptions = { field?: string };

const notesKey = '$everthread';

export function isObject(value: unknown): value is Source {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined if the text is not a single JSON object. */
export function parseObject(text: string): Source | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function readObject(value: unknown, field: string, accepted = 'an object'): Source {
  if (!isObject(value)) throw invalidInput(field, accepted, value);
  return value;
}

export function readString(value: unknown, field: string): string {
  if (typeof value !== 'string') throw invalidInput(field, 'a string', value);
  return value;
}

export function readArray(value: unknown, field: string, accepted = 'an array'): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidInput(field, accepted, value);
  return value;
}

export function readChoice<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
  field: string,
): Choice {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw invalidInput(field, listChoices(choices), value);
  return found;
}

export function listChoices(choices: readonly string[]): string {
  return `one of ${choices.map((choice) => `'${choice}'`).join(', ')}`;
}

/** A content block must have a type. */
export function readBlock(
  value: unknown,
  field: string,
  known: readonly string[],
): Source & { type: string } {
  const block = readObject(value, field, 'an object with a type');
  if (typeof block.type !== 'string') throw invalidInput(`${field}.type`, listChoices(known), block.type);
  return block as Source & { type: string };
}

/** The members of `source` that are not in `known`, for objects inside a part. Undefined if there are none. */
export function restOf(source: Source, known: readonly string[]): JsonObject | undefined {
  const keys = Object.keys(source).filter((key) => !known.includes(key) && source[key] !== undefined);
  return keys.length === 0 ? undefined : Object.fromEntries(keys.map((key) => [key, source[key] as Json]));
}

/**
 * The members of `source` that are not in `known`, with our notes. Undefined if there is nothing to remember. Built
 * from entries, because assigning `__proto__` would lose it.
 */
export function remember(
  source: Source,
  known: readonly string[],
  notes: { [note: string]: Json | undefined } = {},
): JsonObject | undefined {
  const entries: [string, Json][] = [];
  const kept: [string, Json][] = [];
  for (const [note, value] of Object.entries(notes)) if (value !== undefined) kept.push([note, value]);
  for (const key of Object.keys(source)) {
    const value = source[key];
    if (known.includes(key) || value === undefined) continue;
    if (key === notesKey) kept.push(['taken', value as Json]);
    else entries.push([key, value as Json]);
  }
  if (kept.length > 0) entries.push([notesKey, Object.fromEntries(kept)]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The fields as the `extra` member of a part or message; empty if there are none. */
export function extraFor(format: MessageFormat, fields: JsonObject | undefined): { extra?: Extra } {
  return fields === undefined ? {} : { extra: { [format]: fields } };
}

/** Separates the remembered fields of one format from our notes. */
export function rememberedFields(
  holder: { extra?: Extra },
  format: MessageFormat,
): { fields: JsonObject; notes: JsonObject; known: boolean } {
  const extra = holder.extra?.[format];
  if (extra === undefined) return { fields: {}, notes: {}, known: false };
  const { [notesKey]: notes, ...fields } = extra;
  if (!isObject(notes)) return { fields: { ...extra }, notes: {}, known: true };
  const { taken, ...ownNotes } = notes as JsonObject;
  return {
    fields: taken === undefined ? fields : { ...fields, [notesKey]: taken },
    notes: ownNotes,
    known: true,
  };
}

/** A single plain text, or no part at all, is written as a string unless it arrived in another form. */
export function writesString(parts: readonly Part[], format: MessageFormat): boolean {
  const [first] = parts;
  return (
    parts.length === 0 ||
    (parts.length === 1 && first?.type === 'text' && !rememberedFields(first, format).known)
  );
}

/** Adds notes to an opaque value, which has no `extra` of its own. `rememberedFields` takes them out again. */
export function withNotes(source: Source, notes: { [note: string]: Json | undefined }): JsonObject {
  return remember(source, [], notes) ?? {};
}
