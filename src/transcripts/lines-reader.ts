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
  /** Held until the file turns out to have a known format. */
  let problems: EverthreadError[] = [];
  let reader: LineReader | undefined;
  let holding: ReturnType<typeof createHoldingReader> | undefined;

  const start = (): LineReader => {
    const values = sample.map(({ value }) => value);
    if (values.length === 0) throw unknownFile('there is no line of JSON in it');
    const kind = detectLines(values, options.format);
    for (const problem of problems) out.problem(problem);
    problems = [];
    if (indexed[kind] !== undefined && options.leftOut === undefined) {
      holding = createHoldingReader(out, kind, values, options);
    }
    const started = holding ?? readerFor(out, kind, values, options.leftOut ?? new Map());
    reader = started;
    for (const line of sample) started.line(line);
    sample = [];
    return started;
  };
  const take = (raw: RawLine): void => {
    if (raw.text !== undefined && raw.text.trim() === '') return;
    const read = readLine(raw);
    if (reader !== undefined) {
      if (read instanceof EverthreadError) out.problem(read);
      else reader.line(read);
      return;
    }
    if (read instanceof EverthreadError) problems.push(read);
    else sample.push(read);
    lines += 1;
    characters += raw.text?.length ?? 0;
    if (lines >= transcriptLimits.sampleLines || characters >= transcriptLimits.sampleCharacters) start();
  };

  return {
    push(chunk) {
      for (const raw of splitter.push(chunk)) take(raw);
    },
    end() {
      for (const raw of splitter.end()) take(raw);
      (reader ?? start()).end();
    },
    needsIndex: () => holding !== undefined,
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
      return eachLine(out, isChatGpt, 'an object with a mapping', readChatGpt);
    case 'dialogues':
      return eachLine(out, isDialogue, `an object with ${listMembers.join(' or ')}`, readDialogue);
    case 'messages': {
      const list = createListReader(out);
      return { line: ({ number, value }) => list.entry(value, `line ${number}`), end: list.end };
    }
  }
}

/** For formats with a whole conversation in every line. */
function eachLine(
  out: Collector,
  isOne: (value: unknown) => boolean,
  accepted: string,
  read: (out: Collector, value: Source, prefix: string) => void,
): LineReader {
  return {
    line({ number, value }) {
      if (isOne(value)) read(out, value, `line ${number}.`);
      else out.problem(invalidInput(`line ${number}`, accepted, value));
    },
    end() {},
  };
}

function createHoldingReader(
  out: Collector,
  kind: LineKind,
  sample: readonly Source[],
  { heldCharacters = transcriptLimits.heldCharacters }: ReaderOptions,
): LineReader {
  const index = indexed[kind]!.index();
  const held: Line[] = [];
  let characters = 0;
  return {
    line(line) {
      characters += line.characters;
      if (characters > heldCharacters) throw needsFile(kind, heldCharacters);
      index.add(line);
      held.push(line);
    },
    end() {
      const reader = readerFor(out, kind, sample, index.leftOut());
      for (const line of held) reader.line(line);
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
 * Reads a whole file once to find the lines to leave out, for formats in which later lines decide about earlier ones.
 */
export function createIndexer(options: ReaderOptions): { push(chunk: string): void; end(): LeftOut } {
  const splitter = createLineSplitter({ maxCharacters: transcriptLimits.lineCharacters });
  const sample: Source[] = [];
  let waiting: Line[] = [];
  let index: LineIndex | undefined;
  let isFirst = true;
  const start = (): LineIndex => {
    const found = indexed[detectLines(sample, options.format)];
    if (found === undefined) throw invalidInput('text', 'of a format that needs an index', 'another one');
    const started = found.index();
    for (const line of waiting) started.add(line);
    waiting = [];
    index = started;
    return started;
  };
  const take = (raw: RawLine): void => {
    const line = readLine(raw);
    if (line instanceof EverthreadError) return;
    if (index !== undefined) {
      index.add(line);
      return;
    }
    sample.push(line.value);
    waiting.push(line);
    if (waiting.length >= transcriptLimits.sampleLines) start();
  };
  return {
    push(chunk) {
      const text = isFirst && chunk.startsWith('\ufeff') ? chunk.slice(1) : chunk;
      isFirst = false;
      for (const raw of splitter.push(text)) take(raw);
    },
    end() {
      for (const raw of splitter.end()) take(raw);
      return (index ?? start()).leftOut();
    },
  };
}
