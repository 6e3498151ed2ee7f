/**
 * The redacted view of a message: every text of every part, including names, addresses and providers' fields (I-10).
 * Everything made from a message (transcripts, facts, vectors, passages, search results) is made from this view. The
 * types enforce it: only this module makes a `Redacted` message.
 *
 * Texts are redacted whole, or in slices that no secret crosses, and cut afterwards. The work is a generator that
 * pauses between slices. So the same code serves turns, which run it without pauses, and the background, which lets
 * other work run in between.
 */
import type { Extra, Json, JsonObject, MessageContent, Part } from '../message/message.ts';
import { outputText } from '../message/tool-output.ts';
import type { Steps } from '../text/steps.ts';
import { redactEncoded } from './encoded-text.ts';
import type { Redactor } from './redaction.ts';
import { safeCut, safeSlices, sliceCharacters } from './safe-cut.ts';

declare const redacted: unique symbol;
/** None of its texts contains a recognized secret. */
export type Redacted<Content> = Content & { readonly [redacted]: true };

export type ContentRedactor = {
  text(text: string): Steps<string>;
  json(value: Json): Steps<Json>;
  content<Content extends MessageContent>(content: Content, limits?: ViewLimits): Steps<Redacted<Content>>;
};

/**
 * If only a part is needed, only that is searched: the beginning of a text, or both ends of a tool's input and output.
 */
export type ViewLimits = { textCharacters?: number; inputCharacters?: number; outputCharacters?: number };

/** Longer JSON is searched member by member. */
const longestWholeJson = sliceCharacters;

export function createContentRedactor(options: {
  redactor: Redactor;
  /** Runs last, on every text. */
  transform?: ((text: string) => string) | undefined;
}): ContentRedactor {
  const { redactor, transform } = options;
  const { find } = redactor;
  const finish = (text: string) => {
    const clean = redactEncoded(text, redactor.redact);
    return transform ? transform(clean) : clean;
  };

  function* text(original: string): Steps<string> {
    if (original.length <= sliceCharacters) return finish(redactor.redact(original));
    const clean: string[] = [];
    for (const slice of safeSlices(original, { find })) {
      clean.push(finish(redactor.redact(slice)));
      yield;
    }
    return clean.join('');
  }

  function* json(value: Json, key = ''): Steps<Json> {
    if (typeof value === 'string' && value.length > longestWholeJson) return yield* text(value);
    if (sizeOf(value, longestWholeJson) <= longestWholeJson) {
      // The member's name helps to recognize secrets in its value.
      const holder = redactor.redactDeep({ [key]: value }) as JsonObject;
      return mapTexts(Object.values(holder)[0]!, finish);
    }
    yield;
    if (Array.isArray(value)) {
      const items: Json[] = [];
      for (const item of value) items.push(yield* json(item, key));
      return items;
    }
    const members: [string, Json][] = [];
    for (const [name, member] of Object.entries(value as JsonObject)) {
      members.push([finish(redactor.redact(name)), yield* json(member, name)]);
    }
    // Object.fromEntries, unlike assignment, treats a member called __proto__ like any other.
    return Object.fromEntries(members);
  }

  /** Names of tools and calls go into requests, so a placeholder there must be a valid name. */
  const label = (name: string): string => {
    const clean = finish(redactor.redact(name));
    if (clean === name) return name;
    return clean.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-|-$/g, '') || 'secret';
  };

  const short = (original: string): string => finish(redactor.redact(original));

  function* part(original: Part, limits: ViewLimits) {
    const { textCharacters = Infinity, inputCharacters = Infinity, outputCharacters = Infinity } = limits;
    const extra = yield* extraOf(original);
    switch (original.type) {
      case 'text':
      case 'reasoning': {
        const kept = safeCut(original.text, textCharacters, { find });
        const clean = yield* text(original.text.slice(0, kept));
        return { ...original, text: kept < original.text.length ? `${clean}[…]` : clean, ...extra };
      }
      case 'tool-call': {
        const { callId, name, input } = original;
        const clean = yield* tool(input, jsonText, inputCharacters);
        return { ...original, callId: label(callId), name: label(name), input: clean, ...extra };
      }
      case 'tool-result': {
        const { callId, name, output } = original;
        const clean = yield* tool(output, outputText, outputCharacters);
        const redactedName = name === undefined ? {} : { name: label(name) };
        return { ...original, callId: label(callId), ...redactedName, output: clean, ...extra };
      }
      case 'file': {
        const { mediaType, data, url, filename } = original;
        return {
          ...original,
          mediaType: short(mediaType),
          ...(data === undefined ? {} : { data: yield* fileData(data, mediaType) }),
          ...(url === undefined ? {} : { url: yield* address(url) }),
          ...(filename === undefined ? {} : { filename: short(filename) }),
          ...extra,
        };
      }
      case 'resource': {
        const { id, name, note } = original;
        const redactedNote = note === undefined ? {} : { note: yield* text(note) };
        return { ...original, id: short(id), name: short(name), ...redactedNote, ...extra };
      }
      case 'opaque':
        return { ...original, value: yield* json(original.value) };
    }
  }

  /** JSON within the limit stays JSON. Beyond it, it becomes text, and only its ends are searched. */
  function* tool(value: Json, write: (value: Json) => string, characters: number): Steps<Json> {
    if (characters === Infinity || sizeOf(value, characters) <= characters) return yield* json(value);
    const whole = write(value);
    if (whole.length <= characters) return yield* json(value);
    const head = safeCut(whole, Math.ceil((characters * 2) / 3), { find });
    const tail = safeCut(whole, whole.length - Math.floor(characters / 3), { find, after: head });
    const left = tail - head;
    if (left <= 0) return yield* text(whole);
    const mark = `[… ${left.toLocaleString('en-US')} characters left out …]`;
    return (yield* text(whole.slice(0, head))) + mark + (yield* text(whole.slice(tail)));
  }

  function* extraOf(given: Part | MessageContent): Steps<{ extra?: Extra }> {
    if (!('extra' in given) || given.extra === undefined) return {};
    return { extra: (yield* json(given.extra as unknown as Json)) as unknown as Extra };
  }

  /** Text in a file is searched like other text. */
  function* fileData(data: string, mediaType: string): Steps<string> {
    const decoded = isTextType(mediaType) ? decodeBase64(data) : undefined;
    if (decoded === undefined) return data;
    const clean = yield* text(decoded);
    return clean === decoded ? data : Buffer.from(clean).toString('base64');
  }

  function* address(url: string): Steps<string> {
    const [, head, mediaType, data] = /^(data:([^,]{0,200});base64,)([\s\S]*)$/i.exec(url) ?? [];
    if (head === undefined) return yield* text(url);
    return short(head) + (yield* fileData(data!, mediaType!));
  }

  return {
    text,
    json,
    *content<Content extends MessageContent>(content: Content, limits: ViewLimits = {}) {
      const parts: Part[] = [];
      for (const given of content.parts) {
        parts.push((yield* part(given, limits)) as Part);
        if (parts.length % 64 === 0) yield;
      }
      const named = content.name === undefined ? {} : { name: short(content.name) };
      return { ...content, ...named, parts, ...(yield* extraOf(content)) } as Redacted<Content>;
    },
  };
}

function mapTexts<Value extends Json>(value: Value, map: (text: string) => string): Value;
function mapTexts(value: Json, map: (text: string) => string): Json {
  if (typeof value === 'string') return map(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [map(name), mapTexts(member, map)]),
  );
}

function jsonText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Approximate number of characters as text. Stops counting at `enough`. */
export function sizeOf(root: object | Json, limit: number): number {
  const waiting = [root as Json];
  let size = 0;
  while (waiting.length > 0 && size <= limit) {
    const next = waiting.pop()!;
    if (typeof next === 'string') size += next.length + 3;
    else if (next === null || typeof next !== 'object') size += 5;
    else if (Array.isArray(next)) for (const item of next) waiting.push(item);
    else {
      for (const [name, member] of Object.entries(next)) {
        size += name.length + 4;
        waiting.push(member);
      }
    }
  }
  return size;
}

function isTextType(mediaType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml|x-yaml|toml|javascript|x-sh|x-ndjson|sql)\b/i.test(mediaType);
}

/** Undefined if the bytes are not text. */
function decodeBase64(data: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(data, 'base64'));
  } catch {
    return undefined;
  }
}
