/** Reads a text of a message for every kind of fact, independent of other messages. */
import { looksLikeCode } from '../text/code.ts';
import { rememberTexts } from '../text/remembered.ts';
import { type Span, splitSentences } from '../text/sentences.ts';
import { type Claims, createClaims, type Found } from './found.ts';
import { isOutput } from './own-words/line-shapes.ts';
import { whoseWords } from './own-words/own-words.ts';
import { readLocators } from './read-locators.ts';
import { readSpans } from './read-spans.ts';
import { readStatements, type Statement } from './read-statements.ts';
import { subjectBefore } from './read-subject.ts';
import { readValues } from './read-values.ts';
import { type Line, splitLines, withoutListMark } from './text.ts';

export type TalkReading = {
  sentences: readonly Span[];
  statements: readonly Statement[];
  /** Code, quotes, places and values. */
  values: readonly Found[];
  /** Whether a range contains none of these. */
  isFree: Claims['free'];
};

/** Cached, because the same messages are read again when a summary is prepared, merged or rebuilt, and in recall. */
const remembered = rememberTexts(
  (keyed) => {
    const end = keyed.indexOf('\n');
    return readText(keyed.slice(0, end), keyed.slice(end + 1));
  },
  { mostCharacters: 400_000 },
);

export function readTalk(role: string, text: string): TalkReading {
  return remembered(`${role}\n${text}`);
}

function readText(role: string, text: string): TalkReading {
  const lines = splitLines(text);
  const { sentences, spoken } = sentencesOf(lines);
  const claims = createClaims(text.length);
  return {
    sentences,
    statements: statementsOf(role, text, spoken),
    values: valuesOf(text, lines, claims),
    isFree: claims.free,
  };
}

/** `spoken`: the sentences that are not in a line of a log, a listing or a linter. */
function sentencesOf(lines: readonly Line[]): { sentences: Span[]; spoken: Span[] } {
  const sentences: Span[] = [];
  const spoken: Span[] = [];
  for (const line of lines) {
    if (line.code || line.heading || looksLikeCode(line.text)) continue;
    for (const found of splitSentences(withoutListMark(line))) {
      sentences.push(found);
      if (!isOutput(line.text)) spoken.push(found);
    }
  }
  return { sentences, spoken };
}

function statementsOf(role: string, text: string, spoken: readonly Span[]): Statement[] {
  // Text that a user quotes or pastes is not the user's rule, and machine output binds nobody.
  const whose = role === 'user' ? whoseWords(text) : () => 'own';
  return spoken.flatMap((sentence) => {
    const words = whose(sentence.start);
    return words === 'foreign' ? [] : readStatements(sentence, words === 'own' ? role : 'quoted');
  });
}

function valuesOf(text: string, lines: readonly Line[], claims: Claims): Found[] {
  const values: Found[] = [];
  for (const line of lines) {
    for (const span of line.code || !looksLikeCode(line.text) ? readSpans(line) : []) {
      values.push(span);
      if (span.kind !== 'quote') claims.take(span.start, span.end);
    }
  }
  const prose = blankCode(text, lines);
  for (const found of readLocators(prose.withCode, createJoinedClaims(claims, text.length), {
    loose: false,
  })) {
    if (prose.isCode(found.start)) values.push(found);
  }
  for (const found of readLocators(prose.withoutCode, claims, { loose: true })) {
    values.push({ ...found, ...subjectOf(prose.withoutCode, found) });
  }
  for (const found of readValues(prose.withoutCode, claims, { talk: true })) values.push(found);
  return values;
}

/**
 * Two views of the text with equal offsets, one with code lines blanked and one with only them, and a test for code.
 */
function blankCode(
  text: string,
  lines: readonly Line[],
): { withCode: string; withoutCode: string; isCode(offset: number): boolean } {
  const codeLines = lines.filter((line) => line.code || looksLikeCode(line.text));
  if (codeLines.length === 0) return { withCode: '', withoutCode: text, isCode: () => false };
  const pieces: string[] = [];
  const marks = new Uint8Array(text.length);
  let from = 0;
  for (const line of codeLines) {
    pieces.push(text.slice(from, line.start), ' '.repeat(line.text.length));
    from = line.start + line.text.length;
    marks.fill(1, line.start, from);
  }
  pieces.push(text.slice(from));
  return { withCode: text, withoutCode: pieces.join(''), isCode: (offset) => marks[offset] === 1 };
}

/** Matches in code must not occupy text that the reading of the prose around it still needs. */
function createJoinedClaims(outer: Claims, length: number): Claims {
  const own = createClaims(length);
  return { take: own.take, free: (start, end) => outer.free(start, end) && own.free(start, end) };
}

function subjectOf(text: string, found: Found): { subject?: string } {
  if (found.kind === 'name' || (found.kind === 'identifier' && !/\d/.test(found.value))) return {};
  const subject = subjectBefore(text, found.start);
  // "file: a.ts" and then "file: b.ts" are two files. Only something with one value at a time can be replaced.
  return subject === undefined || found.kind === 'path' || found.kind === 'identifier' ? {} : { subject };
}
