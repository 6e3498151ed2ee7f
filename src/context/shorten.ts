/**
 * Shortens one message, with a mark and a pointer to the original where something is left out. The result depends on
 * the message and the limit alone, never on other messages (I-7).
 */
import type { Json, MessageContent, Part } from '../message/message.ts';
import { outputText } from '../message/tool-output.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { formatCount, partText, roughLength } from './text.ts';

/** Parts are not cut below this many tokens, because little more than the mark would be left. */
const smallestPart = 40;

/** A token is rarely longer. So a text with more characters per token of its limit is too long, without counting it. */
const charactersPerToken = 32;

export function leftOutMark(tokens: number, seq: number): string {
  return `[… ${formatCount(Math.max(1, tokens))} tokens left out here; the full text is message #${seq} in the archive …]`;
}

export type ShortenOptions = {
  content: MessageContent;
  seq: number;
  /** Tokens of the whole message. */
  tokens: number;
  /** Most tokens of the result. */
  limit: number;
  counter: TokenCounter;
};

/**
 * The message with its largest parts cut: tool results first, and the other parts only if that is not enough. Undefined
 * if it cannot be made small enough and stay a message of the same kind.
 */
export function shortenParts(
  options: ShortenOptions,
): { content: MessageContent; tokens: number } | undefined {
  const { content, tokens, limit, counter } = options;
  // Every part with content has at least one token, so with more parts than that nothing needs to be counted.
  if (content.parts.filter(hasContent).length > limit) return undefined;
  const overhead = counter.message({ ...content, parts: [] });
  const sizes = partSizes({ parts: content.parts, total: tokens - overhead, limit, counter });
  const isResult = (part: Part) => part.type === 'tool-result';
  return (
    cutParts({ ...options, overhead, sizes, mayCut: isResult }) ??
    cutParts({ ...options, overhead, sizes, mayCut: () => true })
  );
}

function hasContent(part: Part): boolean {
  if (part.type === 'text') return part.text !== '';
  return part.type === 'tool-call' || part.type === 'tool-result';
}

/** Beginning and end of the message as one text. Undefined if not even the mark fits. */
export function shortenToText(
  options: ShortenOptions,
): { content: MessageContent; tokens: number } | undefined {
  const { content, seq, tokens, limit, counter } = options;
  const role = content.role === 'tool' ? 'user' : content.role;
  const overhead = counter.message({ role, parts: [] });
  const mark = (leftOut: number) => leftOutMark(leftOut, seq);
  // Files lose their content, so the mark is needed even if their names fit.
  const ending = content.parts.some(losesContent) ? `\n${mark(tokens)}` : '';
  const text = cutText({
    ...textEnds(content.parts, limit * charactersPerToken),
    total: tokens,
    limit: limit - overhead - counter.count(ending),
    counter,
    mark,
  });
  if (text === undefined) return undefined;
  const shortened: MessageContent = { role, parts: [{ type: 'text', text: `${text}${ending}` }] };
  const size = counter.message(shortened);
  return size <= limit ? { content: shortened, tokens: size } : undefined;
}

/** The text of the parts. If there are very many, only as much of both ends as could be shown. */
function textEnds(parts: readonly Part[], characters: number): { text: string; end?: string } {
  const first = textsWithin(parts, characters);
  const last = textsWithin(parts.toReversed(), characters).toReversed();
  if (first.length + last.length >= parts.length) return { text: joined(parts.map(partText)) };
  return { text: joined(first), end: joined(last) };
}

/** The texts of the first parts, until they have this many characters. */
function textsWithin(parts: readonly Part[], characters: number): string[] {
  const texts: string[] = [];
  for (let length = 0; length < characters && texts.length < parts.length; ) {
    const text = partText(parts[texts.length]!);
    texts.push(text);
    length += text.length;
  }
  return texts;
}

function joined(texts: readonly string[]): string {
  return texts.filter(Boolean).join('\n');
}

function losesContent({ type }: Part): boolean {
  return type === 'file' || type === 'opaque';
}

/** Cuts a text: two thirds of the result come from its beginning, one third from its end, with the mark between. */
export function cutText(options: {
  text: string;
  /** The end of a far longer text, if `text` is only its beginning. */
  end?: string;
  total: number;
  limit: number;
  counter: TokenCounter;
  mark: (leftOut: number) => string;
}): string | undefined {
  const { text, end, total, limit, counter, mark } = options;
  const markOnly = mark(total);
  const markSize = counter.count(markOnly);
  if (markSize > limit) return undefined;
  let keep = limit - markSize - 2;
  while (keep >= 8) {
    const head = counter.truncate(text, Math.ceil((keep * 2) / 3));
    const tail = counter.truncateStart(end ?? text, Math.floor(keep / 3));
    if (end === undefined && head.length + tail.length >= text.length)
      return counter.count(text) <= limit ? text : markOnly;
    const cut = `${head}\n${mark(total - keep)}\n${tail}`;
    const excess = counter.count(cut) - limit;
    if (excess <= 0) return cut;
    keep -= excess + 1;
  }
  return markOnly;
}

type SizedPart = { part: Part; size: number };

function partSizes(options: {
  parts: readonly Part[];
  total: number;
  limit: number;
  counter: TokenCounter;
}): SizedPart[] {
  const { parts, total, limit, counter } = options;
  const longest = limit * charactersPerToken;
  const lengths = parts.map((part) => roughLength(part, longest + 1));
  let counted = 0;
  let uncountedLength = 0;
  const sizes = parts.map((part, index) => {
    if (lengths[index]! > longest) {
      uncountedLength += lengths[index]!;
      return undefined;
    }
    const size = counter.part(part);
    counted += size;
    return size;
  });
  return parts.map((part, index) => {
    const share = ((total - counted) * lengths[index]!) / uncountedLength;
    return { part, size: sizes[index] ?? Math.max(limit + 1, Math.round(share)) };
  });
}

function cutParts(
  options: ShortenOptions & {
    overhead: number;
    sizes: readonly SizedPart[];
    mayCut: (part: Part) => boolean;
  },
): { content: MessageContent; tokens: number } | undefined {
  const { content, seq, limit, counter, overhead, sizes, mayCut } = options;
  const cuttable = sizes.filter(({ part }) => mayCut(part) && part.type !== 'reasoning');
  if (cuttable.length === 0) return undefined;
  // Signed reasoning cannot be cut, only left out, and it goes only when everything may be cut.
  const dropsReasoning = sizes.some(({ part }) => part.type === 'reasoning' && mayCut(part));
  const kept = sizes.filter(({ part }) => !(dropsReasoning && part.type === 'reasoning'));
  const whole = kept.reduce((sum, { part, size }) => (mayCut(part) ? sum : sum + size), overhead);
  for (let room = limit - whole, attempt = 0; attempt < 6; attempt += 1) {
    const partLimit = commonLimit(
      cuttable.map(({ size }) => size),
      room,
    );
    if (partLimit < smallestPart) return undefined;
    const parts = kept.map(({ part, size }) =>
      mayCut(part) && size > partLimit ? cutPart({ part, size, limit: partLimit, seq, counter }) : part,
    );
    const shortened = { ...content, parts };
    const tokens = counter.message(shortened);
    if (tokens <= limit) return { content: shortened, tokens };
    room -= tokens - limit;
  }
  return undefined;
}

/** The largest common limit with which all sizes fit the room together. */
export function commonLimit(sizes: readonly number[], room: number): number {
  const ascending = [...sizes].sort((left, right) => left - right);
  let left = room;
  for (let index = 0; index < ascending.length; index += 1) {
    const partLimit = Math.floor(left / (ascending.length - index));
    if (ascending[index]! > partLimit) return partLimit;
    left -= ascending[index]!;
  }
  return Math.max(room, ascending.at(-1) ?? room);
}

function cutPart(options: {
  part: Part;
  size: number;
  limit: number;
  seq: number;
  counter: TokenCounter;
}): Part {
  const { part, size, limit, seq, counter } = options;
  const mark = (leftOut: number) => leftOutMark(leftOut, seq);
  const cut = (text: string, room: number) =>
    cutText({ text, total: size, limit: room, counter, mark }) ?? mark(size);
  switch (part.type) {
    case 'text':
      return { type: 'text', text: cut(part.text, limit) };
    case 'tool-result': {
      const { callId, name, isError } = part;
      const shell: Part = {
        type: 'tool-result',
        callId,
        ...(name !== undefined && { name }),
        output: '',
        ...(isError !== undefined && { isError }),
      };
      return { ...shell, output: cut(outputText(part.output), limit - counter.part(shell)) };
    }
    case 'tool-call': {
      const shell: Part = { type: 'tool-call', callId: part.callId, name: part.name, input: {} };
      return {
        ...shell,
        input: cutInput({ input: part.input, limit: limit - counter.part(shell), size, counter, mark }),
      };
    }
    default: {
      const described = counter.truncate(partText(part), limit - counter.count(mark(size)) - 2);
      return { type: 'text', text: [described, mark(size)].filter(Boolean).join(' ') };
    }
  }
}

/** Long texts in the arguments are cut in place, so that the call keeps its form. */
function cutInput(options: {
  input: Json;
  limit: number;
  size: number;
  counter: TokenCounter;
  mark: (leftOut: number) => string;
}): Json {
  const { input, limit, size, counter, mark } = options;
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
    const texts = Object.values(input).filter((value) => typeof value === 'string').length;
    // Escapes make JSON longer than the text in it, so there is a second attempt with half the room.
    for (const room of [limit / Math.max(1, texts), limit / Math.max(1, texts) / 2]) {
      const cut = Object.fromEntries(
        Object.entries(input).map(([key, value]) => [
          key,
          typeof value === 'string' ? cutValue(value, room) : value,
        ]),
      );
      const json = JSON.stringify(cut);
      if (json.length <= limit * charactersPerToken && counter.count(json) <= limit) return cut;
    }
  }
  return { left_out: mark(size) };

  function cutValue(value: string, room: number): string {
    if (value.length <= room) return value;
    const total = value.length > limit * charactersPerToken ? size : counter.count(value);
    if (total <= room) return value;
    return cutText({ text: value, total, limit: Math.floor(room) - 4, counter, mark }) ?? mark(total);
  }
}
