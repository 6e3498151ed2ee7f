/**
 * Separates a sender's own words in a message from those of others: quoted, pasted, reported, printed by a machine, or
 * only supposed. Only own words can ask for anything: a rule, goal or decision in foreign text is just a
 * fact with a source. If the origin is unclear, words count as foreign. Pure, and linear in the length of the text.
 *
 * Works in two passes: `delimited.ts` marks text with explicit ends, then `walk.ts` text that only shows where it
 * begins.
 */
import { rememberTexts } from '../../text/remembered.ts';
import type { Span } from '../../text/sentences.ts';
import { speaksOfSelf } from './cues.ts';
import { markDelimited } from './delimited.ts';
import { createMarks, type ForeignKind, type Marks, maskedText } from './marks.ts';
import { walkLines } from './walk.ts';

export type Stretch = { start: number; end: number; kind: 'own' | ForeignKind };

export type OwnSentence = Span & {
  /** The sentence with foreign characters replaced by U+FFFC, at the same offsets. */
  masked: string;
  /** Part of a list, or under a label, that the sender announced as own rules. */
  announced: boolean;
};

/** A longer text without a break was not typed into a chat. */
const longestRun = 4_000;
/** Prose of this length without "I" is from a page. */
const longestImpersonal = 700;

/** The whole text, divided into own and foreign stretches. */
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

/** The sentences in the sender's own words, in order. */
export function ownSentences(text: string): readonly OwnSentence[] {
  return read(text).sentences;
}

/** Kinds of material that are certainly foreign. A text that only looks like a page may be the sender's own. */
const certain: ReadonlySet<ForeignKind> = new Set<ForeignKind>([
  'code',
  'quotation',
  'element',
  'mail',
  'material',
  'output',
]);

/** Whether the sentence at an offset is the sender's own, certainly somebody else's, or unclear. */
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

/** Cached, because a message is read for its rules, its title and more in short succession. */
const read = rememberTexts(readOnce, { mostCharacters: 200_000 });

function readOnce(text: string): Reading {
  const marks = createMarks(text.length);
  markDelimited(text, marks);
  const sentences = walkLines(text, marks)
    .filter(({ start, text: own }) => isMostlyOwn(own, marks.count(start, start + own.length)))
    .map((sentence) => ({ ...sentence, masked: maskedText(sentence, marks) }));
  return { marks, sentences: withoutPages(text, sentences, marks) };
}

/** A name in a code span is neither own nor foreign: "Never use `update_column`." is said by the sender. */
function isMostlyOwn(text: string, foreign: number): boolean {
  if (foreign < text.length / 2) return true;
  const rest = text.replace(/`[^`\s]{1,60}`/g, '');
  const names = text.length - rest.length;
  return names > 0 && foreign - names < rest.length / 2 && /\p{L}+\s+\p{L}+/u.test(rest);
}

/** Long stretches of text without a first person count as pages. */
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
