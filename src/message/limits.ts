/**
 * The limits of one message, and copying foreign values into plain JSON. Nothing here recurses: a value may come from
 * anyone, and one nested a million levels deep must give an error, not a stack overflow. All code that does recurse
 * (hashing, storing, converting) runs behind these checks.
 *
 * `copyJson` treats values that JSON cannot express as follows. Members that are undefined are left out; a Date becomes
 * its ISO time, a URL its text, bytes base64, -0 becomes 0; `toJSON` is called. Undefined in a list, functions,
 * symbols, bigints, NaN, infinities, maps, sets, and values that contain themselves are refused.
 */
import { invalidInput, isEverthreadError, limitExceeded } from '../errors.ts';
import { unreadable } from '../input/foreign-values.ts';
import type { Json, MessageContent } from './message.ts';

/** A message with more parts takes so long at each step that the event loop should run after it. */
export const manyParts = 1_000;

/** The same in tokens: some thirty pages. */
const manyTokens = 20_000;

/** Whether each step over a message (reading, hashing, showing it) takes so long that other work runs in between. */
export function isLarge({ parts, tokens }: { parts: readonly unknown[]; tokens: number }): boolean {
  return parts.length > manyParts || tokens > manyTokens;
}

export const messageLimits = {
  /** UTF-8 bytes of all text in a message: parts, tool inputs and outputs, names. */
  textBytes: 16 * 1024 * 1024,
  /** Characters of base64 in all files of a message. */
  fileCharacters: 48 * 1024 * 1024,
  parts: 20_000,
  /** Levels of nesting, counted from the message itself. */
  jsonDepth: 200,
  /** Objects, lists, strings, numbers and so on in one message. */
  jsonValues: 1_000_000,
  /** Characters of a message id, a call id, and the name of a tool or speaker. */
  idCharacters: 256,
} as const;

const jsonValue = 'a JSON value';

type Frame = {
  source: object;
  keys: readonly string[] | undefined;
  target: Json[] | { [key: string]: Json };
  next: number;
};

export function copyJson(value: unknown, { field = 'value' }: { field?: string } = {}): Json {
  const stack: Frame[] = [];
  const above = new Set<object>();
  let values = 0;
  try {
    return copyAll();
  } catch (error) {
    // Getters, proxies and toJSON are foreign code: an error thrown by them is an error of this field.
    throw isEverthreadError(error) ? error : unreadable(place(), error);
  }

  function copyAll(): Json {
    const root = open(value);
    while (stack.length > 0) step(stack.at(-1)!);
    return root;
  }

  function step(frame: Frame): void {
    const length = frame.keys === undefined ? (frame.source as unknown[]).length : frame.keys.length;
    if (frame.next === length) {
      stack.pop();
      above.delete(frame.source);
      return;
    }
    const key = frame.keys === undefined ? frame.next : frame.keys[frame.next]!;
    frame.next += 1;
    const member = (frame.source as Record<string | number, unknown>)[key];
    if (member === undefined && frame.keys !== undefined) return;
    const copy = open(member);
    if (Array.isArray(frame.target)) frame.target.push(copy);
    else put(frame.target, key as string, copy);
  }

  /** Leaves are returned as they are; lists and objects are returned empty and filled from the stack. */
  function open(given: unknown): Json {
    values += 1;
    if (values > messageLimits.jsonValues) {
      throw limitExceeded(
        field,
        values,
        messageLimits.jsonValues,
        'or more values',
        'Store large data as a file.',
      );
    }
    const source = plain(given, place);
    if (typeof source !== 'object' || source === null) return source;
    if (above.has(source)) throw invalidInput(place(), `${jsonValue} that does not contain itself`, source);
    if (stack.length >= messageLimits.jsonDepth) {
      throw limitExceeded(
        field,
        stack.length + 1,
        messageLimits.jsonDepth,
        'or more levels of nesting',
        'Send deeply nested data as a string of JSON.',
      );
    }
    const keys = Array.isArray(source) ? undefined : Object.keys(source);
    const target: Frame['target'] = keys === undefined ? [] : {};
    stack.push({ source, keys, target, next: 0 });
    above.add(source);
    return target;
  }

  /** Only built for an error. */
  function place(): string {
    const path = stack.map(({ keys, next }) =>
      keys === undefined ? `[${next - 1}]` : member(keys[next - 1] ?? ''),
    );
    const text = `${field}${path.join('')}`;
    return text.length <= 160 ? text : `${text.slice(0, 100)}…${text.slice(-50)}`;
  }
}

function member(key: string): string {
  if (/^[\w$]{1,40}$/.test(key)) return `.${key}`;
  return `[${JSON.stringify(key.length <= 40 ? key : `${key.slice(0, 40)}…`)}]`;
}

/** Assigning `__proto__` would set the prototype; defining it makes it an ordinary member. */
function put(target: { [key: string]: Json }, key: string, value: Json): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function plain(value: unknown, place: () => string): null | boolean | number | string | object {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw invalidInput(place(), 'a finite number', value);
      return Object.is(value, -0) ? 0 : value;
    case 'object':
      return value === null || Array.isArray(value) ? value : plainObject(value, place);
    default:
      throw invalidInput(place(), jsonValue, typeof value === 'symbol' ? 'a symbol' : value);
  }
}

function plainObject(value: object, place: () => string): null | boolean | number | string | object {
  if (value instanceof URL) return value.href;
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('base64');
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  }
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw invalidInput(place(), 'a valid date', 'Invalid Date');
    return value.toISOString();
  }
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function' && !Object.hasOwn(value, 'toJSON')) {
    const given: unknown = toJSON.call(value);
    // `toJSON` is called once: a result that has a `toJSON` of its own is not followed.
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return plain(given, place);
    value = given;
  }
  const kind = Object.prototype.toString.call(value);
  if (kind !== '[object Object]')
    throw invalidInput(place(), jsonValue, `a ${kind.slice('[object '.length, -1)}`);
  return value;
}

/** Most UTF-8 bytes of a UTF-16 unit. A text short enough by this measure is within the limit without being counted. */
const mostBytes = 3;

/** Throws `limit_exceeded` for a message that is too large. The content must be plain JSON already. */
export function checkLimits(content: MessageContent, field = 'message'): void {
  if (isShortText(content)) return;
  if (content.parts.length > messageLimits.parts) {
    throw limitExceeded(
      `${field}.parts`,
      content.parts.length,
      messageLimits.parts,
      'parts',
      'Split the message.',
    );
  }
  content.parts.forEach((part, index) => {
    if (part.type !== 'tool-call' && part.type !== 'tool-result') return;
    checkId(part.callId, `${field}.parts[${index}].callId`);
    if (part.name !== undefined) checkId(part.name, `${field}.parts[${index}].name`);
  });
  if (content.name !== undefined) checkId(content.name, `${field}.name`);
  const { textBytes, fileCharacters } = measure(content);
  if (textBytes > messageLimits.textBytes) {
    throw limitExceeded(field, textBytes, messageLimits.textBytes, 'bytes of text', 'Split the message.');
  }
  if (fileCharacters > messageLimits.fileCharacters) {
    const remedy = 'Pass a URL instead of the data.';
    throw limitExceeded(
      field,
      fileCharacters,
      messageLimits.fileCharacters,
      'characters of file data',
      remedy,
    );
  }
}

function isShortText({ parts, name, extra }: MessageContent): boolean {
  const [first] = parts;
  if (parts.length !== 1 || first!.type !== 'text') return false;
  const isAlone = name === undefined && extra === undefined && first!.extra === undefined;
  return isAlone && first!.text.length < messageLimits.textBytes / mostBytes / 2;
}

export function checkId(id: string, field: string): void {
  if (id.length > messageLimits.idCharacters) {
    throw limitExceeded(field, id.length, messageLimits.idCharacters, 'characters', 'Use a shorter one.');
  }
}

function measure(content: MessageContent): { textBytes: number; fileCharacters: number } {
  let textBytes = 0;
  let fileCharacters = 0;
  const waiting: unknown[] = [content];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') textBytes += Buffer.byteLength(value);
    else if (Array.isArray(value)) for (const item of value) waiting.push(item);
    else if (typeof value === 'object' && value !== null) {
      const isFile = (value as { type?: unknown }).type === 'file';
      for (const [key, item] of Object.entries(value)) {
        textBytes += Buffer.byteLength(key);
        if (isFile && key === 'data' && typeof item === 'string') fileCharacters += item.length;
        else waiting.push(item);
      }
    }
  }
  return { textBytes, fileCharacters };
}
