/**
 * Splits a turn into sentences of prose and leaves out code, data, listings and traces. Lines that report an error or a
 * result are kept even among lines that are left out.
 */
import { isOutput as isOutputLine } from '../../facts/own-words/line-shapes.ts';
import { isProse, isTrace } from '../../text/code.ts';
import { sentenceEnds } from '../../text/sentences.ts';
import { endsQuoted, spansOf } from './shield.ts';

export type RawSentence = {
  text: string;
  /** prose: said by someone. report: a line of a tool or a log about an outcome. */
  kind: 'prose' | 'report';
  /** A heading, or somebody else's words: a quoted line, a piece of a longer quotation. */
  verbatim: boolean;
  /** Surely somebody else's words: a document that was pasted between marks. */
  foreign?: boolean;
};

/** Quotations are searched for in a whole line, so long lines are cut first. */
const sliceLength = 2_000;
/** A tool can print the same error a thousand times. */
const maxReportsPerTurn = 6;
const maxSentenceLength = 600;

const reportLine =
  /\b(?:error|exception|fail(?:ed|ure|s|ing)?|fatal|panic|denied|refused|timed? ?out|not found|cannot|unable to|warning|passed|passing|exit(?:ed)? (?:code|with)|tests?:|done in|built in)\b/i;
/** A call, and the start of its result, as rendered in messages. */
const toolCall = /^(?:→|\[tool|\d+[→|\t])/u;
const toolResult = /^←\s*\S+?(?= failed:|:)(?: failed)?:\s*/u;

export type SentenceOptions = {
  /** The text is output of a tool, in which nobody speaks. */
  tool: boolean;
  /** Whether "14. März" is a date, as in most languages except English. */
  ordinalDots: boolean;
  /** Whether the text at an offset was written by somebody other than the sender. */
  isForeign?: (start: number) => boolean;
};

export function sentencesOf(text: string, options: SentenceOptions): RawSentence[] {
  const sentences: RawSentence[] = [];
  let reports = 0;
  const report = (whole: string) => {
    if (toolCall.test(whole)) return;
    const line = whole.replace(toolResult, '');
    if (reports >= maxReportsPerTurn || line.length > 300 || !reportLine.test(line) || isTrace(line)) return;
    if (line.split(/\s+/u).length < 3) return;
    reports += 1;
    sentences.push({ text: line, kind: 'report', verbatim: true });
  };
  for (const { lines, fenced, foreign } of blocksOf(text, options)) {
    const noise = options.tool || fenced || isOutput(lines);
    for (const line of noise ? lines : joinWrapped(lines)) {
      if (noise || !isProse(line) || isOutputLine(line)) report(line);
      else
        for (const sentence of splitLine(withoutMarkup(line), options))
          sentences.push({
            text: sentence.text,
            kind: 'prose',
            verbatim: foreign || sentence.quoted || /^(?:#{1,6}\s|>)/u.test(line),
            foreign,
          });
    }
  }
  return sentences;
}

type Block = { lines: string[]; fenced: boolean; foreign: boolean };

/** Runs of lines between blank lines and code fences, each written by one person. */
function blocksOf(text: string, { isForeign = () => false }: SentenceOptions): Block[] {
  const blocks: Block[] = [];
  let current: Block = { lines: [], fenced: false, foreign: false };
  const close = (fenced: boolean, foreign = false) => {
    if (current.lines.length > 0) blocks.push(current);
    current = { lines: [], fenced, foreign };
  };
  let start = 0;
  for (const line of text.split('\n')) {
    const bare = line.trim();
    const foreign = bare !== '' && isForeign(start + line.indexOf(bare));
    start += line.length + 1;
    if (/^(?:```|~~~)/.test(bare)) close(!current.fenced);
    else if (bare === '') close(current.fenced);
    else {
      if (foreign !== current.foreign) close(current.fenced, foreign);
      current.lines.push(bare);
    }
  }
  close(false);
  return blocks;
}

/** No mail program wraps shorter lines. */
const wrapLength = 30;
const listItem = /^(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>)\s/u;
const sentenceEnd = /[.!?:。！？；…]["'”’)\]*_`]*$/u;

/** Detects output pasted without a fence: many consecutive lines that neither end nor continue like sentences. */
function isOutput(lines: readonly string[]): boolean {
  if (lines.length < 5) return false;
  const shaped = lines.filter((line, index) => {
    const continues = line.length >= wrapLength && /^\p{Ll}/u.test(lines[index + 1] ?? '');
    return listItem.test(line) || labelled.test(line) || sentenceEnd.test(line) || continues;
  });
  return shaped.length < lines.length * 0.6;
}

const labelled = /^\p{Lu}\p{L}{2,29}:\s/u;

/** Joins lines of prose that were wrapped at a column. */
function joinWrapped(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    const continues =
      before !== undefined &&
      before.length >= wrapLength &&
      !sentenceEnd.test(before) &&
      /^\p{Ll}/u.test(line);
    if (continues && isProse(before) && isProse(line)) joined[joined.length - 1] = `${before} ${line}`;
    else joined.push(line);
  }
  return joined;
}

/** Removes list bullets, headings and emphasis, which are layout and not words. */
function withoutMarkup(line: string): string {
  return (
    line
      .replace(/^(?:#{1,6}\s+|>\s+|[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)+/u, '')
      .split(/(`[^`]*`)/u)
      // The odd pieces are code.
      .map((piece, index) => (index % 2 === 1 ? piece : withoutEmphasis(piece)))
      .join('')
      .trim()
  );
}

/** `__init__` is a name: underscores only emphasize phrases. */
function withoutEmphasis(text: string): string {
  return text
    .replace(/\*\*(?=\S)([^*]{1,400})(?<=\S)\*\*/gu, '$1')
    .replace(/__(?=\S)([^_\s]{1,80}\s[^_]{1,300})(?<=\S)__/gu, '$1');
}

/** Sentences, each with whether it begins inside a quotation. Quotations and code are split only if they are long. */
function splitLine(line: string, { ordinalDots }: SentenceOptions): { text: string; quoted: boolean }[] {
  const sentences: { text: string; quoted: boolean }[] = [];
  let quoted = false;
  // A mark without its partner is a mistake or means inches, and opens nothing.
  const paired = (line.match(/"/gu)?.length ?? 0) % 2 === 0;
  const isOpen = (text: string, before: boolean) =>
    endsQuoted(paired ? text : text.replaceAll('"', ' '), before);
  const add = (text: string) => {
    const pieces: string[] = [];
    addSentence(pieces, text);
    for (const piece of pieces) sentences.push({ text: piece, quoted });
    quoted = isOpen(text, quoted);
  };
  for (const slice of slices(line)) {
    const spans = spansOf(slice);
    let from = 0;
    for (const end of sentenceEnds(slice, { ordinalDots })) {
      if (spans.some((span) => span.start < end && end < span.end)) continue;
      add(slice.slice(from, end));
      from = end;
    }
    add(slice.slice(from));
  }
  return sentences;
}

function addSentence(sentences: string[], text: string): void {
  const trimmed = text.trim();
  if (trimmed === '' || !/[\p{L}\p{N}]/u.test(trimmed)) return;
  if (trimmed.length <= maxSentenceLength) {
    sentences.push(trimmed);
    return;
  }
  for (const piece of pieces(trimmed)) sentences.push(piece);
}

/** Splits very long sentences at commas and semicolons, so that a part can be chosen. */
function pieces(text: string): string[] {
  const result: string[] = [];
  let current = '';
  for (const part of text.split(/(?<=[,;:、，；]\s*)/u)) {
    if (current !== '' && current.length + part.length > maxSentenceLength / 2) {
      result.push(current.trim());
      current = '';
    }
    current += part;
  }
  if (current.trim() !== '') result.push(current.trim());
  return result.flatMap((piece) => slicesOf(piece, maxSentenceLength));
}

function* slices(line: string): Generator<string> {
  if (line.length <= sliceLength) yield line;
  else yield* slicesOf(line, sliceLength);
}

/** Cuts at the last space of each slice if there is one, never inside a surrogate pair. */
function slicesOf(text: string, length: number): string[] {
  const result: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + length, text.length);
    if (end < text.length) {
      const space = text.lastIndexOf(' ', end);
      if (space > start + length / 2) end = space + 1;
      else if (isLowSurrogate(text.charCodeAt(end))) end -= 1;
    }
    const piece = text.slice(start, end).trim();
    if (piece !== '') result.push(piece);
    start = end;
  }
  return result;
}

export function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
