/**
 * Replaces recognized secrets by placeholders before text leaves for a summarizer, a summary, a ledger, a log or an
 * event (I-10). The same secret gets the same placeholder, so that a summary can still say that two messages used one
 * key. Redacting twice changes nothing. What is stored as the original message is never redacted.
 */
import { createHmac } from 'node:crypto';
import { invalidOption } from '../errors.ts';
import type { Json } from '../message/message.ts';
import { personalPatterns } from './personal-patterns.ts';
import type { SecretPattern } from './secret-pattern.ts';
import { secretPatterns } from './secret-patterns.ts';
import { meansNothing } from './secret-shape.ts';

export type SecretSpan = { kind: string; start: number; end: number };

/** A caller's own kind of secret. The group `value`, where there is one, is the secret; else the whole match. */
export type ExtraPattern = { kind: string; pattern: RegExp };

export type RedactorOptions = {
  /** Also e-mail addresses, phone, card and account numbers. */
  personalData?: boolean;
  extraPatterns?: readonly ExtraPattern[];
  /** Keys the hash in placeholders: without it, nobody can check a guess against one. */
  salt?: string;
};

export type Redactor = {
  redact(text: string): string;
  /** Strings at any depth, object keys included; values under telling keys (`password`) whatever they look like. */
  redactDeep(value: Json): Json;
  find(text: string): SecretSpan[];
};

const placeholder = /\[(?:secret|personal):[a-z0-9-]{2,40}:[0-9a-f]{6}\]/g;
const kindName = /^[a-z0-9-]{2,40}$/;
/** Replacing one secret can uncover its neighbour; real text needs one round. */
const mostRounds = 6;
const tellingKey =
  /^(?:.*[_.-])?(?:password|passwd|pwd|passphrase|secret|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|authorization|x-api-key|bearer|credentials?|connection[_-]?string)$/i;

type Pattern = SecretPattern & { family: 'secret' | 'personal' };
type RankedSpan = SecretSpan & { family: string; rank: number };

export function createRedactor({
  personalData = false,
  extraPatterns = [],
  salt = '',
}: RedactorOptions = {}): Redactor {
  const patterns: Pattern[] = [
    ...extraPatterns.map((extra, index) => ownPattern(extra, index)),
    ...secretPatterns.map((pattern) => ({ ...pattern, family: 'secret' as const })),
    ...(personalData ? personalPatterns : []).map((pattern) => ({ ...pattern, family: 'personal' as const })),
  ];

  const cover = (family: string, kind: string, value: string) =>
    `[${family}:${kind}:${createHmac('sha256', salt).update(value).digest('hex').slice(0, 6)}]`;

  function findAll(text: string): (SecretSpan & { family: string })[] {
    if (text.length < 4) return [];
    const spans = findIn(text);
    // JSON inside of JSON: what stands in a tool's input is read as whoever wrote it meant it, too.
    const plain = withoutEscapes(text);
    if (plain !== undefined) {
      for (const span of findIn(plain.text)) {
        const [start, end] = [plain.offsets[span.start]!, plain.offsets[span.end - 1]! + 1];
        spans.push({ ...span, start, end });
      }
    }
    return spans.length === 0 ? [] : mergeSpans(text, spans);
  }

  function findIn(text: string): RankedSpan[] {
    const lower = text.toLowerCase();
    const mayHold = createPieceTest(lower);
    const spans: RankedSpan[] = [];
    if (mayHold('private key')) {
      for (const span of findPrivateKeys(text))
        spans.push({ ...span, kind: 'private-key', family: 'secret', rank: -1 });
    }
    for (const [rank, { kind, hints, pattern, accept, family }] of patterns.entries()) {
      if (!hints.some(mayHold)) continue;
      for (const match of text.matchAll(pattern) as Iterable<RegExpExecArray>) {
        const value = match.groups?.value ?? match[0];
        if (value === '' || (accept !== undefined && !accept(value, match))) continue;
        const [start, end] = match.indices?.groups?.value ?? [match.index, match.index + match[0].length];
        spans.push({ kind, start, end: trimEnd(text, start, end), family, rank });
      }
    }
    return spans;
  }

  function redact(text: string): string {
    let current = text;
    for (let round = 0; round < mostRounds; round += 1) {
      const spans = findAll(current);
      if (spans.length === 0) return current;
      let result = '';
      let from = 0;
      for (const { kind, family, start, end } of spans) {
        result += current.slice(from, start) + cover(family, kind, current.slice(start, end));
        from = end;
      }
      current = result + current.slice(from);
    }
    return current;
  }

  function redactUnderKey(key: string, value: Json): Json {
    if (typeof value === 'string') {
      const redacted = redact(value);
      if (
        redacted !== value ||
        !tellingKey.test(key) ||
        meansNothing(value) ||
        value.length < 4 ||
        /\s/.test(value)
      )
        return redacted;
      return value.match(placeholder) !== null ? value : cover('secret', 'value', value);
    }
    if (typeof value === 'number' && tellingKey.test(key)) return cover('secret', 'value', String(value));
    return value;
  }

  return {
    redact,
    find: (text) => findAll(text).map(({ kind, start, end }) => ({ kind, start, end })),
    redactDeep: (value) => mapStrings(value, redactUnderKey, redact),
  };
}

function ownPattern({ kind, pattern }: ExtraPattern, index: number): Pattern {
  const field = `extraPatterns[${index}]`;
  if (!kindName.test(kind))
    throw invalidOption(`${field}.kind`, '2 to 40 lower-case letters, digits and dashes', kind);
  if (!(pattern instanceof RegExp)) throw invalidOption(`${field}.pattern`, 'a regular expression', pattern);
  const flags = new Set([...pattern.flags.replace('y', ''), 'g', 'd']);
  return { kind, hints: [''], pattern: new RegExp(pattern.source, [...flags].join('')), family: 'secret' };
}

/**
 * Asks whether a text holds a piece, for hundreds of pieces: the triples of characters that occur are marked once,
 * and only pieces all of whose triples are marked are searched for.
 */
function createPieceTest(text: string): (piece: string) => boolean {
  if (text.length < 1_000) return (piece) => text.includes(piece);
  const marks = new Uint8Array(1 << 16);
  const slot = (from: string, index: number) =>
    (from.charCodeAt(index) * 961 + from.charCodeAt(index + 1) * 31 + from.charCodeAt(index + 2)) & 0xffff;
  for (let index = 0; index + 2 < text.length; index += 1) marks[slot(text, index)] = 1;
  return (piece) => {
    for (let index = 0; index + 2 < piece.length; index += 1)
      if (marks[slot(piece, index)] === 0) return false;
    return text.includes(piece);
  };
}

const escapedCharacter = /\\+(["'nrt/])/g;
const meaning: { [letter: string]: string } = { n: '\n', r: '\r', t: '\t' };

/** The text with its escapes resolved, and where each of its characters stands in the original. */
function withoutEscapes(text: string): { text: string; offsets: Uint32Array } | undefined {
  if (!/\\["'nrt/]/.test(text)) return undefined;
  const pieces: string[] = [];
  const offsets = new Uint32Array(text.length);
  let [from, length] = [0, 0];
  const copy = (to: number) => {
    pieces.push(text.slice(from, to));
    for (let index = from; index < to; index += 1) offsets[length++] = index;
  };
  for (const match of text.matchAll(escapedCharacter)) {
    copy(match.index);
    pieces.push(meaning[match[1]!] ?? match[1]!);
    from = match.index + match[0].length;
    offsets[length++] = from - 1;
  }
  copy(text.length);
  return { text: pieces.join(''), offsets };
}

/** Punctuation of the sentence around it is not part of a secret; inside quotes there is none. */
function trimEnd(text: string, start: number, end: number): number {
  if (/["'`”]/.test(text[end] ?? '')) return end;
  let last = end;
  while (last > start + 4 && /[.,;:?)\]}'"]/.test(text[last - 1]!)) last -= 1;
  return last;
}

/** Overlapping finds become one span of the most telling kind; placeholders already there are left alone. */
function mergeSpans<Span extends SecretSpan & { rank: number; family: string }>(
  text: string,
  spans: Span[],
): Span[] {
  const done = Array.from(text.matchAll(placeholder), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  spans.sort((a, b) => a.start - b.start || a.rank - b.rank);
  const merged: Span[] = [];
  let next = 0;
  for (const span of spans) {
    while (next < done.length && done[next]!.end <= span.start) next += 1;
    if (next < done.length && done[next]!.start < span.end) {
      // A private key keeps its shape even around a placeholder: cut off what is already covered.
      if (span.start >= done[next]!.start) continue;
      span.end = done[next]!.start;
      if (span.end - span.start < 4) continue;
    }
    const previous = merged.at(-1);
    if (previous === undefined || span.start >= previous.end) merged.push({ ...span });
    else {
      if (span.rank < previous.rank)
        Object.assign(previous, { kind: span.kind, rank: span.rank, family: span.family });
      previous.end = Math.max(previous.end, span.end);
    }
  }
  return merged;
}

const longestKey = 20_000;

/** From BEGIN to END, over lines, JSON escapes or one long line; a key cut off in the middle is one too. */
function findPrivateKeys(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const begin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
  for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
    const body = match.index + match[0].length;
    const window = text.slice(body, body + longestKey);
    const closing = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.exec(window);
    const length =
      closing === null
        ? /^(?:[A-Za-z0-9+/=\s]|\\[nr]){0,20000}/.exec(window)![0].trimEnd().length
        : closing.index + closing[0].length;
    if (closing === null && length < 20) continue;
    found.push({ start: match.index, end: body + length });
    begin.lastIndex = body + length;
  }
  return found;
}

/** Without recursion: deeply nested input must not exhaust the stack. Cycles cannot occur in JSON. */
function mapStrings(
  root: Json,
  mapValue: (key: string, value: Json) => Json,
  mapKey: (key: string) => string,
): Json {
  const holder: { value: Json } = { value: root };
  type Task = { source: Json; key: string; put: (value: Json) => void };
  const tasks: Task[] = [{ source: root, key: '', put: (value) => (holder.value = value) }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { source, key, put } = task;
    if (Array.isArray(source)) {
      const copy: Json[] = new Array(source.length).fill(null);
      put(copy);
      for (const [index, item] of source.entries())
        tasks.push({ source: item, key, put: (value) => (copy[index] = value) });
    } else if (typeof source === 'object' && source !== null) {
      const copy: { [name: string]: Json } = {};
      put(copy);
      for (const name of Object.keys(source)) {
        const safeName = mapKey(name);
        // Reserves the place, so that members keep their order, and keeps `__proto__` an ordinary member.
        Object.defineProperty(copy, safeName, {
          value: null,
          writable: true,
          enumerable: true,
          configurable: true,
        });
        tasks.push({
          source: source[name]!,
          key: name,
          put: (value) =>
            Object.defineProperty(copy, safeName, {
              value,
              writable: true,
              enumerable: true,
              configurable: true,
            }),
        });
      }
    } else put(mapValue(key, source));
  }
  return holder.value;
}
