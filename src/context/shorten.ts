/**
 * Shortens one message, with a mark and a pointer to the original where something is left out. The result depends on
 * the message and the limit alone, never on other messages (I-7).
 */
import type { Json, MessageContent, Part } from '../message/message.ts';
import { outputText } from '../message/tool-output.ts';
import { type Steps, slicesOf } from '../text/steps.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { stepsOf } from '../tokens/counting-steps.ts';
import { cutSteps } from './cut-text.ts';
import { formatCount, partText, roughLength } from './text.ts';

/** Parts are not cut below this many tokens, because little more than the mark would be left. */
const smallestPart = 40;

/** A token is rarely longer. So a text with more characters per token of its limit is too long, without counting it. */
const charactersPerToken = 32;

/** Characters worked on between two pauses. */
const sliceCharacters = 32 * 1024;

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

type Shortened = { content: MessageContent; tokens: number };

/**
 * The message with its largest parts cut: tool results first, and the other parts only if that is not enough. Undefined
 * if it cannot be made small enough and stay a message of the same kind.
 */
export function* shortenParts(options: ShortenOptions): Steps<Shortened | undefined> {
  const { content, tokens, limit, counter } = options;
  // Every part with content has at least one token, so with more parts than that nothing needs to be counted.
  if (content.parts.filter(hasContent).length > limit) return undefined;
  const overhead = counter.message({ ...content, parts: [] });
  const sizes = yield* partSizes({ parts: content.parts, total: tokens - overhead, limit, counter });
  const isResult = (part: Part) => part.type === 'tool-result';
  return (
    (yield* cutParts({ ...options, overhead, sizes, mayCut: isResult })) ??
    (yield* cutParts({ ...options, overhead, sizes, mayCut: () => true }))
  );
}

function hasContent(part: Part): boolean {
  if (part.type === 'text') return part.text !== '';
  return part.type === 'tool-call' || part.type === 'tool-result';
}

/** Beginning and end of the message as one text. Undefined if not even the mark fits. */
export function* shortenToText(options: ShortenOptions): Steps<Shortened | undefined> {
  const { content, seq, tokens, limit, counter } = options;
  const role = content.role === 'tool' ? 'user' : content.role;
  const overhead = counter.message({ role, parts: [] });
  const mark = (leftOut: number) => leftOutMark(leftOut, seq);
  // Files lose their content, so the mark is needed even if their names fit.
  const ending = content.parts.some(losesContent) ? `\n${mark(tokens)}` : '';
  const text = yield* cutSteps({
    ...(yield* textEnds(content.parts, limit * charactersPerToken)),
    total: tokens,
    limit: limit - overhead - counter.count(ending),
    counter,
    mark,
  });
  if (text === undefined) return undefined;
  const shortened: MessageContent = { role, parts: [{ type: 'text', text: `${text}${ending}` }] };
  const size = yield* stepsOf(counter).message(shortened);
  return size <= limit ? { content: shortened, tokens: size } : undefined;
}

/** The text of the parts. If there are very many, only as much of both ends as could be shown. */
function* textEnds(parts: readonly Part[], characters: number): Steps<{ text: string; end?: string }> {
  const first = yield* textsWithin(parts, characters);
  const last = (yield* textsWithin(parts.toReversed(), characters)).toReversed();
  if (first.length + last.length >= parts.length)
    return { text: joined(yield* textsWithin(parts, Number.POSITIVE_INFINITY)) };
  return { text: joined(first), end: joined(last) };
}

/** The texts of the first parts, until they have this many characters. */
function* textsWithin(parts: readonly Part[], characters: number): Steps<string[]> {
  const texts: string[] = [];
  const isSlice = slicesOf(sliceCharacters);
  for (let length = 0; length < characters && texts.length < parts.length; ) {
    const text = partText(parts[texts.length]!);
    texts.push(text);
    length += text.length;
    if (isSlice(text.length)) yield;
  }
  return texts;
}

function joined(texts: readonly string[]): string {
  return texts.filter(Boolean).join('\n');
}

function losesContent({ type }: Part): boolean {
  return type === 'file' || type === 'opaque';
}

type SizedPart = { part: Part; size: number };

function* partSizes(options: {
  parts: readonly Part[];
  total: number;
  limit: number;
  counter: TokenCounter;
}): Steps<SizedPart[]> {
  const { parts, total, limit, counter } = options;
  const longest = limit * charactersPerToken;
  const lengths = parts.map((part) => roughLength(part, longest + 1));
  const sizes: (number | undefined)[] = [];
  const isSlice = slicesOf(sliceCharacters);
  let counted = 0;
  let uncountedLength = 0;
  for (const [index, part] of parts.entries()) {
    const length = lengths[index]!;
    if (length > longest) {
      uncountedLength += length;
      sizes.push(undefined);
      continue;
    }
    const size = yield* stepsOf(counter).part(part);
    counted += size;
    sizes.push(size);
    if (isSlice(length)) yield;
  }
  return parts.map((part, index) => {
    const share = ((total - counted) * lengths[index]!) / uncountedLength;
    return { part, size: sizes[index] ?? Math.max(limit + 1, Math.round(share)) };
  });
}

function* cutParts(
  options: ShortenOptions & {
    overhead: number;
    sizes: readonly SizedPart[];
    mayCut: (part: Part) => boolean;
  },
): Steps<Shortened | undefined> {
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
    const parts: Part[] = [];
    for (const { part, size } of kept) {
      const isCut = mayCut(part) && size > partLimit;
      parts.push(isCut ? yield* cutPart({ part, size, limit: partLimit, seq, counter }) : part);
    }
    const shortened = { ...content, parts };
    const tokens = yield* stepsOf(counter).message(shortened);
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

function* cutPart(options: {
  part: Part;
  size: number;
  limit: number;
  seq: number;
  counter: TokenCounter;
}): Steps<Part> {
  const { part, size, limit, seq, counter } = options;
  const mark = (leftOut: number) => leftOutMark(leftOut, seq);
  function* cut(text: string, room: number): Steps<string> {
    return (yield* cutSteps({ text, total: size, limit: room, counter, mark })) ?? mark(size);
  }
  switch (part.type) {
    case 'text':
      return { type: 'text', text: yield* cut(part.text, limit) };
    case 'tool-result': {
      const { callId, name, isError } = part;
      const shell: Part = {
        type: 'tool-result',
        callId,
        ...(name !== undefined && { name }),
        output: '',
        ...(isError !== undefined && { isError }),
      };
      // The output as one text may have taken as long as the cut will.
      const text = outputText(part.output);
      if (text.length > sliceCharacters) yield;
      return { ...shell, output: yield* cut(text, limit - counter.part(shell)) };
    }
    case 'tool-call': {
      const shell: Part = { type: 'tool-call', callId: part.callId, name: part.name, input: {} };
      return {
        ...shell,
        input: yield* cutInput({
          input: part.input,
          limit: limit - counter.part(shell),
          size,
          counter,
          mark,
        }),
      };
    }
    default: {
      const described = counter.truncate(partText(part), limit - counter.count(mark(size)) - 2);
      return { type: 'text', text: [described, mark(size)].filter(Boolean).join(' ') };
    }
  }
}

/** Long texts in the arguments are cut in place, so that the call keeps its form. */
function* cutInput(options: {
  input: Json;
  limit: number;
  size: number;
  counter: TokenCounter;
  mark: (leftOut: number) => string;
}): Steps<Json> {
  const { input, limit, size, counter, mark } = options;
  const steps = stepsOf(counter);
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
    const texts = Object.values(input).filter((value) => typeof value === 'string').length;
    // Escapes make JSON longer than the text in it, so there is a second attempt with half the room.
    for (const room of [limit / Math.max(1, texts), limit / Math.max(1, texts) / 2]) {
      const members: [string, Json][] = [];
      for (const [key, value] of Object.entries(input))
        members.push([key, typeof value === 'string' ? yield* cutValue(value, room) : value]);
      const cut = Object.fromEntries(members);
      const json = JSON.stringify(cut);
      if (json.length <= limit * charactersPerToken && (yield* steps.count(json)) <= limit) return cut;
    }
  }
  return { left_out: mark(size) };

  function* cutValue(value: string, room: number): Steps<string> {
    if (value.length <= room) return value;
    const total = value.length > limit * charactersPerToken ? size : yield* steps.count(value);
    if (total <= room) return value;
    return (
      (yield* cutSteps({ text: value, total, limit: Math.floor(room) - 4, counter, mark })) ?? mark(total)
    );
  }
}
