import type { Span } from '../../text/sentences.ts';

/** Replaces a character of somebody else's text in a sentence. */
export const foreignCharacter = '\ufffc';

/** Kinds of foreign text in a message. Later marks do not overwrite earlier ones. */
const foreignKinds = [
  /** Fences, code, comments, diffs. */
  'code',
  /** Inside quotation marks, or lines that begin with `>`. */
  'quotation',
  /** An element such as `<document>` with everything inside, comments, markers of chat templates. */
  'element',
  /** Headers, forwarded and answered mails, letters. */
  'mail',
  /** A line with somebody's name or a label before it: `Eve: …`, `Context: …`. */
  'speaker',
  /** Logs, terminals, listings, tables, numbered lines. */
  'output',
  /** Pages, documents, long lists. */
  'document',
  /** The text that a request such as "translate this:" is about. */
  'material',
  /** Quotes of others, or suppositions. */
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
  /** Everything from here on is marked. So a mark to the end of the text is set only once, even if repeated. */
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

/** The text with foreign characters replaced, at the same offsets. */
export function maskedText({ text, start }: Span, marks: Marks): string {
  let masked = '';
  for (let at = 0; at < text.length; at += 1)
    masked += marks.isForeign(start + at) ? foreignCharacter : text[at]!;
  return masked;
}
