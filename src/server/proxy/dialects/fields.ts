/** Reads members of untrusted objects. */
import { isObject, type Source } from '../../../message/provider-fields.ts';

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function objectOf(value: unknown): Source {
  return isObject(value) ? value : {};
}

export function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

/** The count as an optional member: empty if the value is no count. */
export function figure<Name extends string>(name: Name, value: unknown): { [name in Name]?: number } {
  const count = countOf(value);
  return (count === undefined ? {} : { [name]: count }) as { [name in Name]?: number };
}

/** Characters of text in a string or in blocks. */
export function textSize(content: unknown): number {
  if (typeof content === 'string') return content.length;
  let size = 0;
  for (const block of listOf(content)) size += stringOf(objectOf(block).text)?.length ?? 0;
  return size;
}

const spokenRoles: ReadonlySet<unknown> = new Set(['user', 'assistant']);

/** The text of a user or assistant message that consists of role and text only. */
export function onlyText(message: unknown): string | undefined {
  const { role, content } = objectOf(message);
  if (typeof content !== 'string' || content === '' || !spokenRoles.has(role)) return undefined;
  return Object.keys(message as object).length === 2 ? content : undefined;
}
