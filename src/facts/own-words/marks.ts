import type { Span } from '../../text/sentences.ts';

/** Stands in a sentence for a character that is somebody else's. */
export const foreignCharacter = '\ufffc';

/** Which characters of a message are somebody else's, and of what kind. Later marks do not undo earlier ones. */
const foreignKinds = [
  /** Fences, code, comments, diffs. */
  'code',
  /** Between quotation marks, or in lines that begin with `>`. */
  'quotation',
  /** An element such as `<document>` with everything in it, comments, markers of chat templates. */
  'element',
  /** Headers, forwarded and answered mails, letters. */
  'mail',
  /** A line under somebody's name or under a label: `Eve: …`, `Context: …`. */
  'speaker',
  /** Logs, terminals, listings, tables, numbered lines. */
  'output',
  /** Pages, documents, long lists. */
  'document',
  /** What a request such as "translate this:" is about. */
  'material',
  /** Said by others, or only supposed. */
  'reported',
] as const;
export type ForeignKind = (typeof foreignKinds)[number];

export type Marks = {
  set(kind: ForeignKind, from: number, to: number): void;
  isForeign(at: number): boolean;
  kindAt(at: number): ForeignKind | undefined;
  /** How many characters from `from` to `to` are foreign. */
  count(from: number, to: number): number;
};

export function createMarks(length: number): Marks {
  const codes = new Uint8Array(length);
  /** Up to here everything is marked: a mark to the end of the text is set once, however often it is asked for. */
  let fullFrom = length;
  return {
    set(kind, from, to) {
      const code = foreignKinds.indexOf(kind) + 1;
      const end = Math.min(to, fullFrom);
      for (let at = Math.max(0, from); at < end; at += 1) if (codes[at] === 0) codes[at] = code;
      if (to >= length && from < fullFrom) fullFrom = Math.max(0, from);
    },
    isForeign: (at) => codes[at] !== undefined && codes[at] !== 0,
    kindAt: (at) => foreignKinds[codes[at]! - 1],
    count(from, to) {
      let sum = 0;
      for (let at = from; at < to; at += 1) if (codes[at] !== 0) sum += 1;
      return sum;
    },
  };
}

/** The text with foreign characters replaced, in the same places. */
export function maskedText({ text, start }: Span, marks: Marks): string {
  let masked = '';
  for (let at = 0; at < text.length; at += 1)
    masked += marks.isForeign(start + at) ? foreignCharacter : text[at]!;
  return masked;
}
