/**
 * Cuts a long text into slices whose counts add up to the count of the whole.
 *
 * Tokenizers first split text into pieces (a word, a number, a run of punctuation or space) and then merge bytes inside
 * each piece, in time that grows with the square of its length: 100,000 equal letters take ten seconds. A slice
 * therefore ends before any run of one kind gets long, and a text of any size is read slice by slice. tokenizer.ts
 * counts the slices.
 */

/** `exact`: a piece certainly ends here. Otherwise the last tokens of the slice are only probable. */
export type Slice = { end: number; exact: boolean };

/** Longest run counted at once: 256 CJK characters are 768 bytes, about half a millisecond. */
export const longestRun = 256;

const letter = 1;
const number = 2;
const space = 3;
const newline = 4;
const apostrophe = 5;
const other = 6;
/** A combining mark follows letters as well as symbols, so it never ends a run. */
const mark = 7;

/** Kinds that can be in one piece share a group. */
const groupOf = [0, 1, 2, 3, 3, 6, 6, 7];

const kinds = new Uint8Array(0x10000);

function kindOf(text: string, index: number): number {
  const code = text.charCodeAt(index);
  const known = kinds[code]!;
  if (known !== 0) return known;
  const point = text.codePointAt(index)!;
  const kind = classify(String.fromCodePoint(point));
  if (point < 0xd800 || (point > 0xdfff && point < 0x10000)) kinds[code] = kind;
  return kind;
}

function classify(character: string): number {
  if (/\p{L}/u.test(character)) return letter;
  if (/\p{N}/u.test(character)) return number;
  if (/[\r\n]/.test(character)) return newline;
  if (/\s/.test(character)) return space;
  if (character === "'") return apostrophe;
  return /\p{M}/u.test(character) ? mark : other;
}

/**
 * True for every known pre-tokenizer: a word or number ends where another kind begins (an apostrophe may still belong
 * to the word), and a blank after anything but white space begins a new piece.
 */
function endsPiece(before: number, after: number): boolean {
  if (after === mark || after === apostrophe) return false;
  if (after === space) return before !== space && before !== newline;
  return before === letter || before === number;
}

/** The next slice of at most about `limit` characters from `start`; never parts a surrogate pair. */
export function nextSlice(text: string, start: number, limit: number): Slice {
  const stop = Math.min(text.length, start + limit);
  let index = start;
  let previous = 0;
  let runStart = start;
  let runGroup = 0;
  let lastExact = start;
  while (index < stop) {
    const kind = kindOf(text, index);
    const group = groupOf[kind]!;
    if (kind !== mark && group !== runGroup) {
      if (index > start && endsPiece(previous, kind)) lastExact = index;
      if (runGroup !== 0 || previous === 0) runStart = index;
      runGroup = group;
    }
    if (index - runStart >= longestRun) return { end: index, exact: false };
    previous = kind;
    index += isPair(text, index) ? 2 : 1;
  }
  if (index >= text.length) return { end: text.length, exact: true };
  // An exact end far behind would make slices small, so a probable one near the limit is preferred.
  if (lastExact - start > limit / 2) return { end: lastExact, exact: true };
  return { end: index, exact: false };
}

export function isPair(text: string, index: number): boolean {
  const high = text.charCodeAt(index);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(index + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}
