/**
 * Extracts the exact facts of a conversation, without a model. read-talk.ts reads texts, and read-tools.ts tool
 * calls and their output. Here the results become facts, in relation to the other messages.
 */
import type { Json } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import { sizeOf } from '../redaction/redact-content.ts';
import { createRedactor } from '../redaction/redaction.ts';
import { atOnce, type Steps, slicesOf } from '../text/steps.ts';
import { type FactSource, toFact } from './fact-source.ts';
import { blankNoise, type Found } from './found.ts';
import { answeredQuestionWeight } from './importance.ts';
import { mergeFacts } from './merge.ts';
import { gatherNameEvidence, type NameEvidence, readNames } from './read-names.ts';
import { readTalk, type TalkReading } from './read-talk.ts';
import { readCall, readOutput, textOfOutput } from './read-tools.ts';

export type { FactSource } from './fact-source.ts';

export type ExtractOptions = {
  /** Applied to all text that is read. Text that is already redacted stays the same. */
  redact?: (text: string) => string;
};

const longestTalk = 2_000_000;

/** Characters read between two pauses, some milliseconds. */
const sliceCharacters = 16_384;
const charactersPerSentence = 40;

type Talk = { source: FactSource; reading: TalkReading };

/** Most important first; equally important facts in the order of their messages. */
export function extractFacts(entries: readonly FactSource[], options: ExtractOptions = {}): Fact[] {
  return atOnce(extractSteps(entries, options));
}

/** The same with pauses between the parts that are read. One text is read in one piece. */
export function* extractSteps(
  entries: readonly FactSource[],
  { redact = defaultRedact }: ExtractOptions = {},
): Steps<Fact[]> {
  const talks: Talk[] = [];
  const facts: Fact[] = [];
  const evidence: NameEvidence = { lower: new Set(), capital: new Set() };
  const lastSeq = new Map<string, number>();
  const isSlice = slicesOf(sliceCharacters);
  for (const source of entries) {
    for (const piece of piecesOf(source)) {
      if (piece.type === 'talk') {
        const text = blankNoise(redact(piece.text.slice(0, longestTalk)));
        const reading = readTalk(source.role, text);
        talks.push({ source, reading });
        gatherNameEvidence(reading.sentences, evidence);
        lastSeq.set(source.role, Math.max(source.seq, lastSeq.get(source.role) ?? 0));
      } else if (piece.type === 'call') append(facts, readCall(source, piece.name, piece.input, redact));
      else append(facts, readOutput(source, piece.text, redact));
      if (isSlice(sizeOfPiece(piece))) yield;
    }
    if (source.name !== undefined && /^\p{Lu}/u.test(source.name))
      facts.push(toFact(source, source.role, { kind: 'name', value: redact(source.name), start: 0, end: 0 }));
  }
  for (const talk of talks) {
    append(facts, factsOf(talk, evidence, lastSeq));
    if (isSlice(talk.reading.sentences.length * charactersPerSentence)) yield;
  }
  yield;
  facts.sort((a, b) => a.seq - b.seq);
  return mergeFacts(facts).sort((a, b) => b.importance - a.importance || a.seq - b.seq);
}

function sizeOfPiece(piece: Piece): number {
  return piece.type === 'call' ? sizeOf(piece.input, sliceCharacters) : piece.text.length;
}

/** Does not spread, because the arguments of a call go on the stack. */
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

function factsOf(
  { source, reading }: Talk,
  evidence: NameEvidence,
  lastSeq: ReadonlyMap<string, number>,
): Fact[] {
  const facts: Fact[] = [];
  const add = (found: Found) => facts.push(toFact(source, source.role, found));
  for (const statement of reading.statements) {
    const answered =
      statement.kind === 'question' && statement.marked !== true && isAnswered(source, lastSeq);
    add(answered ? { ...statement, weight: answeredQuestionWeight } : statement);
  }
  for (const found of reading.values) add(found);
  for (const sentence of reading.sentences) {
    for (const name of readNames(sentence, evidence)) {
      if (reading.isFree(name.start, name.end)) add(name);
    }
  }
  return facts;
}

function isAnswered(source: FactSource, lastSeq: ReadonlyMap<string, number>): boolean {
  const other = source.role === 'user' ? 'assistant' : 'user';
  return (lastSeq.get(other) ?? 0) > source.seq;
}
