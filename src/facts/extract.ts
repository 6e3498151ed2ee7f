/**
 * Exact facts of a conversation, found without a model (R-39). Talk is read for every kind; tool calls for the files,
 * commands and values in their input; tool output only for locators and only at its beginning and end, because a
 * file somebody looked at is not something somebody said: the rest of it is reachable by pointer.
 */
import type { Json, Part } from '../message/message.ts';
import type { Fact } from './fact.ts';
import { blankNoise, createClaims, type Found } from './found.ts';
import { answeredQuestionWeight, importanceOf, modifiedPathWeight } from './importance.ts';
import { mergeFacts } from './merge.ts';
import { readLocators } from './read-locators.ts';
import { gatherNameEvidence, type NameEvidence, readNames } from './read-names.ts';
import { readSpans } from './read-spans.ts';
import { readStatements } from './read-statements.ts';
import { subjectBefore } from './read-subject.ts';
import { readValues } from './read-values.ts';
import { createRedactor } from './redaction.ts';
import { type Line, type Span, splitLines, splitSentences, withoutListMark } from './text.ts';
import { readToolCall } from './tool-activity.ts';

export type FactSource = {
  seq: number;
  role: string;
  /** Speaker's name where the message has one. */
  name?: string;
  at: string;
  /** Read where there are no parts. */
  text: string;
  parts?: readonly Part[];
};

export type ExtractOptions = {
  /** Applied to everything read; text that is already redacted passes unchanged. */
  redact?: (text: string) => string;
};

/** Lines of tool output read at each end, and characters of each line. */
const outputLines = 30;
const outputLineLength = 600;
const outputFacts = 24;
const longestTalk = 2_000_000;
const longestInputValue = 200;

type Talk = { source: FactSource; role: string; text: string; lines: Line[]; sentences: Span[] };

/** Most important first; among equals in the order they were said. */
export function extractFacts(
  entries: readonly FactSource[],
  { redact = defaultRedact }: ExtractOptions = {},
): Fact[] {
  const talks: Talk[] = [];
  const facts: Fact[] = [];
  const evidence: NameEvidence = { lower: new Set(), capital: new Set() };
  const lastSeq = new Map<string, number>();
  for (const source of entries) {
    for (const piece of piecesOf(source)) {
      if (piece.type === 'talk') {
        const text = blankNoise(redact(piece.text.slice(0, longestTalk)));
        const talk = openTalk(source, text);
        talks.push(talk);
        gatherNameEvidence(talk.sentences, evidence);
        lastSeq.set(source.role, Math.max(source.seq, lastSeq.get(source.role) ?? 0));
      } else if (piece.type === 'call') facts.push(...readCall(source, piece.name, piece.input, redact));
      else facts.push(...readOutput(source, redact(ends(piece.text))));
    }
    if (source.name !== undefined && /^\p{Lu}/u.test(source.name))
      facts.push(toFact(source, source.role, { kind: 'name', value: redact(source.name), start: 0, end: 0 }));
  }
  for (const talk of talks) facts.push(...readTalk(talk, evidence, lastSeq));
  facts.sort((a, b) => a.seq - b.seq);
  return mergeFacts(facts).sort((a, b) => b.importance - a.importance || a.seq - b.seq);
}

const defaultRedact = createRedactor().redact;

type Piece =
  | { type: 'talk'; text: string }
  | { type: 'call'; name: string; input: Json }
  | { type: 'output'; text: string };

function* piecesOf(source: FactSource): Iterable<Piece> {
  if (source.parts === undefined) {
    yield { type: source.role === 'tool' ? 'output' : 'talk', text: source.text };
    return;
  }
  for (const part of source.parts) {
    if (part.type === 'text') yield { type: source.role === 'tool' ? 'output' : 'talk', text: part.text };
    else if (part.type === 'tool-call') yield { type: 'call', name: part.name, input: part.input };
    else if (part.type === 'tool-result') yield { type: 'output', text: outputText(part.output) };
    else if (part.type === 'resource')
      yield { type: 'output', text: `${part.name} ${part.id} ${part.note ?? ''}` };
    else if (part.type === 'file' && part.filename !== undefined)
      yield { type: 'output', text: part.filename };
  }
}

/** The text in a tool's output, whether it came as text, as content blocks or as data. */
export function outputText(output: Json): string {
  if (typeof output === 'string') return output;
  if (Array.isArray(output)) {
    const texts = output.map((item) =>
      typeof item === 'object' && item !== null && !Array.isArray(item) && typeof item.text === 'string'
        ? item.text
        : undefined,
    );
    if (texts.length > 0 && texts.every((text) => text !== undefined)) return texts.join('\n');
  }
  if (typeof output === 'object' && output !== null && !Array.isArray(output)) {
    for (const key of ['value', 'text', 'content', 'output', 'stdout'])
      if (typeof output[key] === 'string') return output[key];
  }
  return safeStringify(output);
}

/** JSON.stringify recurses: input nested deeper than the stack is not worth reading. */
function safeStringify(value: Json): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

function openTalk(source: FactSource, text: string): Talk {
  const lines = splitLines(text);
  const sentences = lines
    .filter((line) => !line.code && !line.heading && !looksLikeCode(line.text))
    .flatMap((line) => splitSentences(withoutListMark(line)));
  return { source, role: source.role, text, lines, sentences };
}

/** Pasted code, logs and tables outside of a fence. */
function looksLikeCode(line: string): boolean {
  const sample = line.slice(0, 400);
  if (
    /^\s{0,40}(?:import|from|const|let|var|function|def|class|#include|return|export|public|private|static|\/\/|\/\*|\*\/|@@|\+\+\+|---|\+|diff --git|at \S+ \(|\d+[→|:]|<\/?[a-z][\w-]*[\s>]|\{|\}|\[\d|Traceback|File ")/.test(
      sample,
    )
  ) {
    return (
      !/^\s{0,40}(?:from|let|class|return|import|export|public|private) [a-z']+ [a-z']+ [a-z']+ /i.test(
        sample,
      ) || /[;{]\s*$/.test(sample)
    );
  }
  if (/[;{}]\s*$/.test(sample) && /[=(){}]/.test(sample)) return true;
  const symbols = sample.match(/[{}()=<>|\\$#;[\]_]/g)?.length ?? 0;
  return symbols > 4 && symbols / sample.length > 0.08;
}

function readTalk(talk: Talk, evidence: NameEvidence, lastSeq: ReadonlyMap<string, number>): Fact[] {
  const { source, text } = talk;
  const facts: Fact[] = [];
  const add = (found: Found) => facts.push(toFact(source, talk.role, found));
  for (const sentence of talk.sentences) {
    for (const statement of readStatements(sentence, talk.role)) {
      const answered =
        statement.kind === 'question' && statement.marked !== true && isAnswered(source, lastSeq);
      add(answered ? { ...statement, weight: answeredQuestionWeight } : statement);
    }
  }
  const claims = createClaims(text.length);
  for (const line of talk.lines) {
    for (const span of line.code || !looksLikeCode(line.text) ? readSpans(line) : []) {
      add(span);
      if (span.kind !== 'quote') claims.take(span.start, span.end);
    }
  }
  const prose = blankCode(talk);
  for (const found of readLocators(prose.withCode, createJoinedClaims(claims, text.length), {
    loose: false,
  })) {
    if (prose.isCode(found.start)) add(found);
  }
  for (const found of readLocators(prose.withoutCode, claims, { loose: true })) {
    add({ ...found, ...subjectOf(prose.withoutCode, found) });
  }
  for (const found of readValues(prose.withoutCode, claims, { talk: true })) add(found);
  for (const sentence of talk.sentences) {
    for (const name of readNames(sentence, evidence)) if (claims.free(name.start, name.end)) add(name);
  }
  return facts;
}

/** Two views of the same text with equal offsets: code lines blanked out, and a test for what was blanked. */
function blankCode(talk: Talk): { withCode: string; withoutCode: string; isCode(offset: number): boolean } {
  const codeLines = talk.lines.filter((line) => line.code || looksLikeCode(line.text));
  if (codeLines.length === 0) return { withCode: '', withoutCode: talk.text, isCode: () => false };
  const pieces: string[] = [];
  const marks = new Uint8Array(talk.text.length);
  let from = 0;
  for (const line of codeLines) {
    pieces.push(talk.text.slice(from, line.start), ' '.repeat(line.text.length));
    from = line.start + line.text.length;
    marks.fill(1, line.start, from);
  }
  pieces.push(talk.text.slice(from));
  return { withCode: talk.text, withoutCode: pieces.join(''), isCode: (offset) => marks[offset] === 1 };
}

/** Reads in code must not claim what the reading of the talk around it still needs. */
function createJoinedClaims(
  outer: ReturnType<typeof createClaims>,
  length: number,
): ReturnType<typeof createClaims> {
  const own = createClaims(length);
  return { take: own.take, free: (start, end) => outer.free(start, end) && own.free(start, end) };
}

function subjectOf(text: string, found: Found): { subject?: string } {
  if (found.kind === 'name' || (found.kind === 'identifier' && !/\d/.test(found.value))) return {};
  const subject = subjectBefore(text, found.start);
  // "file: a.ts" and then "file: b.ts" are two files; only what has one value at a time may be replaced.
  return subject === undefined || found.kind === 'path' || found.kind === 'identifier' ? {} : { subject };
}

function isAnswered(source: FactSource, lastSeq: ReadonlyMap<string, number>): boolean {
  const other = source.role === 'user' ? 'assistant' : 'user';
  return (lastSeq.get(other) ?? 0) > source.seq;
}

function readCall(source: FactSource, name: string, input: Json, redact: (text: string) => string): Fact[] {
  const reading = readToolCall({ name, input });
  const facts: Fact[] = [];
  const add = (found: Omit<Found, 'start' | 'end'>) =>
    facts.push(toFact(source, source.role, { ...found, start: 0, end: 0 }));
  for (const file of reading.filesModified)
    add({ kind: 'path', value: redact(file), weight: modifiedPathWeight });
  for (const file of reading.filesNamed)
    if (!reading.filesModified.includes(file)) add({ kind: 'path', value: redact(file) });
  if (reading.command !== undefined && reading.command.length <= 600)
    add({ kind: 'command', value: redact(reading.command.split('\n', 1)[0]!) });
  if (reading.command !== undefined || reading.filesModified.length > 0) return facts;
  for (const { key, value } of leavesOf(input)) {
    const text = redact(value);
    const claims = createClaims(text.length);
    const found = [
      ...readLocators(text, claims, { loose: true }),
      ...readValues(text, claims, { talk: false }),
    ];
    for (const item of found)
      add({ ...item, subject: undefined, context: isTelling(key, item) ? key : item.context });
    if (
      found.length === 0 &&
      /(?:id|number|code|no|ref|sku|isbn|email|phone)s?$/i.test(key) &&
      /^\S{2,60}$/.test(text)
    )
      add({ kind: 'identifier', value: text, context: key });
  }
  return facts;
}

/** "reservation_id" says what a value is; "content" and "path" do not. */
function isTelling(key: string, { kind }: Found): boolean {
  return (
    kind !== 'path' &&
    kind !== 'url' &&
    /^[A-Za-z][\w-]{2,30}$/.test(key) &&
    !/^(?:content|text|path|file|value|input|output|query|pattern|prompt|description|thought|expression|todos|args)s?$/i.test(
      key,
    )
  );
}

/** Short strings and numbers of an input, with the key they stand under; without recursion. */
function leavesOf(input: Json): { key: string; value: string }[] {
  const leaves: { key: string; value: string }[] = [];
  const queue: { key: string; value: Json }[] = [{ key: '', value: parseText(input) }];
  for (let next = 0; next < queue.length && queue.length < 2_000; next += 1) {
    const { key, value } = queue[next]!;
    if (Array.isArray(value)) for (const item of value.slice(0, 200)) queue.push({ key, value: item });
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) queue.push({ key: name, value: item });
    else if (typeof value === 'number' && !Number.isInteger(value))
      leaves.push({ key, value: String(value) });
    else if (typeof value === 'number' && Math.abs(value) > 99) leaves.push({ key, value: String(value) });
    else if (typeof value === 'string' && value.length <= longestInputValue) leaves.push({ key, value });
  }
  return leaves;
}

function parseText(input: Json): Json {
  if (typeof input !== 'string' || !/^\s{0,8}[{[]/.test(input)) return input;
  try {
    return JSON.parse(input) as Json;
  } catch {
    return input;
  }
}

/** Beginning and end of an output: what it is about, and how it came out. */
function ends(text: string): string {
  const lines: string[] = [];
  let start = 0;
  while (start <= text.length && lines.length < outputLines) {
    const newline = text.indexOf('\n', start);
    const stop = newline === -1 ? text.length : newline;
    lines.push(wholeTokens(text.slice(start, Math.min(stop, start + outputLineLength + 1))));
    start = stop + 1;
  }
  const tail = text.slice(Math.max(start, text.length - outputLines * outputLineLength));
  const last = tail.split('\n').slice(-outputLines);
  return [...lines, ...last.map((line) => wholeTokens(line.slice(0, outputLineLength + 1)))].join('\n');
}

/** A token cut in two would be a fact nobody stated. */
function wholeTokens(line: string): string {
  if (line.length <= outputLineLength) return line;
  let end = outputLineLength;
  while (end > 0 && !/[\s"',;()]/.test(line[end - 1]!)) end -= 1;
  return line.slice(0, end);
}

function readOutput(source: FactSource, redacted: string): Fact[] {
  const text = blankNoise(redacted);
  const claims = createClaims(text.length);
  const found = [
    ...readLocators(text, claims, { loose: false }),
    ...readValues(text, claims, { talk: false }),
  ].map((item) => toFact(source, 'tool', { ...item, subject: undefined }));
  for (const line of splitLines(text)) {
    if (looksLikeCode(line.text) || line.text.length > 400) continue;
    for (const sentence of splitSentences(withoutListMark(line))) {
      for (const statement of readStatements(sentence, 'tool'))
        if (statement.kind === 'decision') found.push(toFact(source, 'tool', statement));
    }
  }
  return mergeFacts(found)
    .sort((a, b) => b.importance - a.importance)
    .slice(0, outputFacts);
}

function toFact(source: FactSource, role: string, { kind, value, subject, context, weight }: Found): Fact {
  return {
    kind,
    value,
    seq: source.seq,
    role,
    at: source.at,
    importance: importanceOf(kind, role, weight),
    ...(subject === undefined ? {} : { subject }),
    ...(context === undefined ? {} : { context }),
  };
}
