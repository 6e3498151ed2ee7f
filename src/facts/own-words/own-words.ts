/**
 * What in a message are its sender's own words, and what is somebody else's: quoted, pasted, reported, printed by a
 * machine, or only supposed. Only own words can ask for anything: a rule, a goal or a decision found in
 * foreign material is a fact with a source and nothing more. Where it cannot be told whose words they are, they are
 * foreign. Pure, and linear in the length of the text.
 *
 * Two readings, one after the other: `delimited.ts` marks what says itself where it ends, `walk.ts` what only shows
 * where it begins.
 */
import { rememberTexts } from '../../text/remembered.ts';
import type { Span } from '../../text/sentences.ts';
import { speaksOfSelf } from './cues.ts';
import { markDelimited } from './delimited.ts';
import { createMarks, type ForeignKind, type Marks, maskedText } from './marks.ts';
import { walkLines } from './walk.ts';

export type Stretch = { start: number; end: number; kind: 'own' | ForeignKind };

export type OwnSentence = Span & {
  /** The sentence with foreign characters in it replaced by U+FFFC, in the same places. */
  masked: string;
  /** Stands in a list, or under a label, that its sender announced as own rules. */
  announced: boolean;
};

/** More than this in one go was not typed into a chat. */
const longestRun = 4_000;
/** Prose of this length in which nobody says "I" is a page. */
const longestImpersonal = 700;

/** The whole text, cut into own and foreign stretches. */
export function readStretches(text: string): Stretch[] {
  const { marks } = read(text);
  const stretches: Stretch[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const kind = marks.kindAt(at) ?? 'own';
    const last = stretches.at(-1);
    if (last?.kind === kind) last.end = at + 1;
    else stretches.push({ start: at, end: at + 1, kind });
  }
  return stretches;
}

/** The sentences whose words are the sender's own, in order. */
export function ownSentences(text: string): readonly OwnSentence[] {
  return read(text).sentences;
}

/** Material that says itself that it is: where a message only looks like a page, its sender may have written it. */
const certain: ReadonlySet<ForeignKind> = new Set<ForeignKind>([
  'code',
  'quotation',
  'element',
  'mail',
  'material',
  'output',
]);

/** Whether a sentence that begins at an offset is the sender's own, surely somebody else's, or neither for certain. */
export function whoseWords(text: string): (start: number) => 'own' | 'foreign' | 'unclear' {
  const { marks, sentences } = read(text);
  const own = new Set(sentences.map(({ start }) => start));
  return (start) => {
    if (own.has(start)) return 'own';
    const kind = marks.kindAt(start);
    return kind !== undefined && certain.has(kind) ? 'foreign' : 'unclear';
  };
}

type Reading = { marks: Marks; sentences: readonly OwnSentence[] };

/** A message is read for its rules, its title and more, one soon after the other. */
const read = rememberTexts(readOnce, { mostCharacters: 200_000 });

function readOnce(text: string): Reading {
  const marks = createMarks(text.length);
  markDelimited(text, marks);
  const sentences = walkLines(text, marks)
    .filter(({ start, text: own }) => marks.count(start, start + own.length) < own.length / 2)
    .map((sentence) => ({ ...sentence, masked: maskedText(sentence, marks) }));
  return { marks, sentences: withoutPages(text, sentences, marks) };
}

/** Long stretches of talk are judged by whether anybody speaks in them. */
function withoutPages(text: string, sentences: OwnSentence[], marks: Marks): OwnSentence[] {
  const kept: OwnSentence[] = [];
  let run: OwnSentence[] = [];
  let previousEnd = -1;
  const close = () => {
    const first = run[0];
    const last = run.at(-1);
    if (first === undefined || last === undefined) return;
    const end = last.start + last.text.length;
    const length = run.reduce((sum, one) => sum + one.text.length, 0);
    const isPage =
      length > longestRun ||
      (length > longestImpersonal &&
        !run.some((one) => one.announced) &&
        !speaksOfSelf(text.slice(first.start, end)));
    if (isPage) marks.set('document', first.start, end);
    else kept.push(...run);
  };
  for (const sentence of sentences) {
    if (previousEnd !== -1 && marks.count(previousEnd, sentence.start) > 0) {
      close();
      run = [];
    }
    run.push(sentence);
    previousEnd = sentence.start + sentence.text.length;
  }
  close();
  return kept;
}
