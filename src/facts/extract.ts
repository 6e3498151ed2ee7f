/**
 * Exact facts of a conversation, found without a model. Here talk is read for every kind of fact; tool calls
 * and their output are read in read-tools.ts.
 */
import type { Json } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import { createRedactor } from '../redaction/redaction.ts';
import { looksLikeCode } from '../text/code.ts';
import { type Span, splitSentences } from '../text/sentences.ts';
import { type FactSource, toFact } from './fact-source.ts';
import { blankNoise, createClaims, type Found } from './found.ts';
import { answeredQuestionWeight } from './importance.ts';
import { mergeFacts } from './merge.ts';
import { isOutput } from './own-words/line-shapes.ts';
import { whoseWords } from './own-words/own-words.ts';
import { readLocators } from './read-locators.ts';
import { gatherNameEvidence, type NameEvidence, readNames } from './read-names.ts';
import { readSpans } from './read-spans.ts';
import { readStatements } from './read-statements.ts';
import { subjectBefore } from './read-subject.ts';
import { readCall, readOutput, textOfOutput } from './read-tools.ts';
import { readValues } from './read-values.ts';
import { type Line, splitLines, withoutListMark } from './text.ts';

export type { FactSource } from './fact-source.ts';

export type ExtractOptions = {
  /** Applied to everything read; text that is already redacted passes unchanged. */
  redact?: (text: string) => string;
};

const longestTalk = 2_000_000;

type Talk = {
  source: FactSource;
  role: string;
  text: string;
  lines: Line[];
  sentences: Span[];
  /** Those of them that stand in no line of a log, a listing or a linter. */
  spoken: Span[];
};

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
      } else if (piece.type === 'call') append(facts, readCall(source, piece.name, piece.input, redact));
      else append(facts, readOutput(source, piece.text, redact));
    }
    if (source.name !== undefined && /^\p{Lu}/u.test(source.name))
      facts.push(toFact(source, source.role, { kind: 'name', value: redact(source.name), start: 0, end: 0 }));
  }
  for (const talk of talks) append(facts, readTalk(talk, evidence, lastSeq));
  facts.sort((a, b) => a.seq - b.seq);
  return mergeFacts(facts).sort((a, b) => b.importance - a.importance || a.seq - b.seq);
}

/** Not by spreading: the arguments of a call stand on the stack. */
function append<Item>(items: Item[], more: readonly Item[]): void {
  for (const item of more) items.push(item);
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
    else if (part.type === 'tool-result') yield { type: 'output', text: textOfOutput(part.output) };
    else if (part.type === 'resource')
      yield { type: 'output', text: `${part.name} ${part.id} ${part.note ?? ''}` };
    else if (part.type === 'file' && part.filename !== undefined)
      yield { type: 'output', text: part.filename };
  }
}

function openTalk(source: FactSource, text: string): Talk {
  const lines = splitLines(text);
  const sentences: Span[] = [];
  const spoken: Span[] = [];
  for (const line of lines) {
    if (line.code || line.heading || looksLikeCode(line.text)) continue;
    const found = splitSentences(withoutListMark(line));
    append(sentences, found);
    if (!isOutput(line.text)) append(spoken, found);
  }
  return { source, role: source.role, text, lines, sentences, spoken };
}

function readTalk(talk: Talk, evidence: NameEvidence, lastSeq: ReadonlyMap<string, number>): Fact[] {
  const { source, text } = talk;
  const facts: Fact[] = [];
  const add = (found: Found) => facts.push(toFact(source, talk.role, found));
  // What a user quotes or pastes is no rule of the user's, and what a machine printed binds nobody.
  const whose = talk.role === 'user' ? whoseWords(text) : () => 'own';
  for (const sentence of talk.spoken) {
    const words = whose(sentence.start);
    if (words === 'foreign') continue;
    const speaker = words === 'own' ? talk.role : 'quoted';
    for (const statement of readStatements(sentence, speaker)) {
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
