/** Reads lines of JSON: the first lines decide the format, then each goes to the reader of that format. */
import { EverthreadError, invalidInput } from '../errors.ts';
import { parseObject, type Source } from '../message/provider-fields.ts';
import { createArchiveReader } from './archive-reader.ts';
import { isChatGpt, readChatGpt } from './chatgpt.ts';
import { createClaudeCodeReader } from './claude-code.ts';
import { createCodexReader } from './codex.ts';
import { detectLines, type LineKind, unknownFile } from './detect.ts';
import { createGeminiIndex, createGeminiLineReader } from './gemini-cli.ts';
import type { LeftOut, LineIndex } from './line-index.ts';
import { createLineSplitter, type RawLine } from './line-splitter.ts';
import { createListReader, isDialogue, listMembers, readDialogue } from './message-list.ts';
import { createPiIndex, createPiReader } from './pi.ts';
import {
  badLine,
  type Collector,
  type Line,
  type LineReader,
  tooLong,
  transcriptLimits,
} from './transcript.ts';
import type { LayoutReader, ReaderOptions } from './transcript-reader.ts';

type IndexedReader = (out: Collector, sample: readonly Source[], leftOut: LeftOut) => LineReader;

const indexed: { [kind in LineKind]?: { index: () => LineIndex; reader: IndexedReader } } = {
  pi: { index: createPiIndex, reader: createPiReader },
  'gemini-cli': { index: createGeminiIndex, reader: createGeminiLineReader },
};

export function createLinesReader(out: Collector, options: ReaderOptions): LayoutReader {
  const splitter = createLineSplitter({ maxCharacters: transcriptLimits.lineCharacters });
  let sample: Line[] = [];
  let lines = 0;
  let characters = 0;
  /** Reported once the format is known: in a file of unknown format, every line would be a problem. */
  let problems: EverthreadError[] = [];
  let reader: LineReader | undefined;
  let bufferedReader: ReturnType<typeof createBufferedReader> | undefined;

  const start = (): LineReader => {
    const values = sample.map(({ value }) => value);
    if (values.length === 0) throw unknownFile('there is no line of JSON in it');
    const kind = detectLines(values, options.format);
    for (const problem of problems) out.problem(problem);
    problems = [];
    if (indexed[kind] !== undefined && options.leftOut === undefined) {
      bufferedReader = createBufferedReader(out, kind, values, options);
    }
    const newReader = bufferedReader ?? readerFor(out, kind, values, options.leftOut ?? new Map());
    reader = newReader;
    for (const line of sample) newReader.line(line);
    sample = [];
    return newReader;
  };
  const takeLine = (raw: RawLine): void => {
    if (raw.text !== undefined && raw.text.trim() === '') return;
    const parsed = readLine(raw);
    if (reader !== undefined) {
      if (parsed instanceof EverthreadError) out.problem(parsed);
      else reader.line(parsed);
      return;
    }
    if (parsed instanceof EverthreadError) problems.push(parsed);
    else sample.push(parsed);
    lines += 1;
    characters += raw.text?.length ?? 0;
    if (lines >= transcriptLimits.sampleLines || characters >= transcriptLimits.sampleCharacters) start();
  };

  return {
    push(chunk) {
      for (const raw of splitter.push(chunk)) takeLine(raw);
    },
    end() {
      for (const raw of splitter.end()) takeLine(raw);
      (reader ?? start()).end();
    },
    needsIndex: () => bufferedReader !== undefined,
  };
}

function readLine(raw: RawLine): Line | EverthreadError {
  const { number, text } = raw;
  if (text === undefined) return tooLong(`line ${number}`, raw.characters, transcriptLimits.lineCharacters);
  const value = parseObject(text);
  return value === undefined ? badLine(number) : { number, value, characters: text.length };
}

/** A single object that is not a document of its own is read as the only line of a file. */
export function readSingle(out: Collector, value: Source, options: ReaderOptions): void {
  const kind = detectLines([value], options.format);
  if (kind === 'chatgpt' && isChatGpt(value)) {
    readChatGpt(out, value, '');
    return;
  }
  const reader = readerFor(out, kind, [value], new Map());
  reader.line({ number: 1, value, characters: 0 });
  reader.end();
}

function readerFor(out: Collector, kind: LineKind, sample: readonly Source[], leftOut: LeftOut): LineReader {
  switch (kind) {
    case 'codex':
      return createCodexReader(out, sample);
    case 'claude-code':
      return createClaudeCodeReader(out, sample);
    case 'gemini-cli':
    case 'pi':
      return indexed[kind]!.reader(out, sample, leftOut);
    case 'everthread':
      return createArchiveReader(out);
    case 'chatgpt':
      return conversationPerLine(out, isChatGpt, 'an object with a mapping', readChatGpt);
    case 'dialogues':
      return conversationPerLine(out, isDialogue, `an object with ${listMembers.join(' or ')}`, readDialogue);
    case 'messages': {
      const list = createListReader(out);
      return { line: ({ number, value }) => list.entry(value, `line ${number}`), end: list.end };
    }
  }
}

/** For formats with a whole conversation in every line. */
function conversationPerLine(
  out: Collector,
  isConversation: (value: unknown) => boolean,
  accepted: string,
  read: (out: Collector, value: Source, prefix: string) => void,
): LineReader {
  return {
    line({ number, value }) {
      if (isConversation(value)) read(out, value, `line ${number}.`);
      else out.problem(invalidInput(`line ${number}`, accepted, value));
    },
    end() {},
  };
}

function createBufferedReader(
  out: Collector,
  kind: LineKind,
  sample: readonly Source[],
  { heldCharacters = transcriptLimits.heldCharacters }: ReaderOptions,
): LineReader {
  const index = indexed[kind]!.index();
  const lines: Line[] = [];
  let characters = 0;
  return {
    line(line) {
      characters += line.characters;
      if (characters > heldCharacters) throw needsFile(kind, heldCharacters);
      index.add(line);
      lines.push(line);
    },
    end() {
      const reader = readerFor(out, kind, sample, index.leftOut());
      for (const line of lines) reader.line(line);
      reader.end();
    },
  };
}

function needsFile(kind: LineKind, limit: number): EverthreadError {
  return new EverthreadError({
    code: 'limit_exceeded',
    field: 'text',
    message: `A session of this format (${kind}) is gone through twice when it is longer than ${limit.toLocaleString('en-US')} characters. Give it as a file, not through a pipe.`,
    details: { limit },
  });
}

/**
 * Reads a whole file once to find the lines to leave out, for formats in which later lines decide about earlier ones
 * (see line-index.ts).
 */
export function createIndexer(options: ReaderOptions): { push(chunk: string): void; end(): LeftOut } {
  const splitter = createLineSplitter({ maxCharacters: transcriptLimits.lineCharacters });
  const sample: Source[] = [];
  let beforeIndex: Line[] = [];
  let index: LineIndex | undefined;
  let isFirst = true;
  const start = (): LineIndex => {
    const indexedFormat = indexed[detectLines(sample, options.format)];
    if (indexedFormat === undefined)
      throw invalidInput('text', 'of a format that needs an index', 'another one');
    const newIndex = indexedFormat.index();
    for (const line of beforeIndex) newIndex.add(line);
    beforeIndex = [];
    index = newIndex;
    return newIndex;
  };
  const takeLine = (raw: RawLine): void => {
    const line = readLine(raw);
    if (line instanceof EverthreadError) return;
    if (index !== undefined) {
      index.add(line);
      return;
    }
    sample.push(line.value);
    beforeIndex.push(line);
    if (beforeIndex.length >= transcriptLimits.sampleLines) start();
  };
  return {
    push(chunk) {
      const text = isFirst && chunk.startsWith('\ufeff') ? chunk.slice(1) : chunk;
      isFirst = false;
      for (const raw of splitter.push(text)) takeLine(raw);
    },
    end() {
      for (const raw of splitter.end()) takeLine(raw);
      return (index ?? start()).leftOut();
    },
  };
}
