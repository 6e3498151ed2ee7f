/**
 * Measures text in terminal columns and fits it: characters of East Asian scripts and emoji take two columns, combining
 * marks none. Works on plain text, so text is styled after it is fitted.
 */
let segmenter: Intl.Segmenter | undefined;
/** The segmenter is made on first use: it takes longer to load than all the rest of the chat's prompt. */
export function graphemes(text: string): Iterable<{ segment: string; index: number }> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}])/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const plain = /^[\u0020-\u007e]*$/u;
const emojiSelector = '\ufe0f';

export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes(text)) width += graphemeWidth(segment);
  return width;
}

/** The text itself if it fits, otherwise cut, with an ellipsis at the end. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  return columns < 1 ? '' : `${text.slice(0, endWithin(text, columns - 1)).trimEnd()}…`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with one.
const colourCode = /(\u001b\[[0-9;]*m)/u;

/** Truncates a line with colour codes. They take no columns, and all of them stay, so that every style ends. */
export function truncateStyled(line: string, columns: number): string {
  const pieces = line.split(colourCode);
  const width = pieces.reduce((sum, piece, index) => sum + (index % 2 === 0 ? displayWidth(piece) : 0), 0);
  if (width <= columns) return line;
  let left = columns;
  return pieces
    .map((piece, index) => {
      if (index % 2 === 1 || left === 0) return index % 2 === 1 ? piece : '';
      const own = displayWidth(piece);
      const shown = own < left ? piece : truncate(`${piece}  `, left);
      left -= Math.min(left, own);
      return shown;
    })
    .join('');
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - displayWidth(text))) + text;
}

/** Lines of at most `columns`, wrapped between words; a word is split only if it is longer than a line. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(2, columns)));
}

function wrapLine(text: string, columns: number): string[] {
  const indent = /^ */u.exec(text)![0].slice(0, Math.floor(columns / 2));
  // Further lines of a list item are indented to its text.
  const mark = /^ *((?:[-*•]|\d{1,3}[.)]) )\S/u.exec(text)?.[1] ?? '';
  const hang = (indent + ' '.repeat(mark.length)).slice(0, Math.floor(columns / 2));
  const lines: string[] = [];
  let line = indent;
  // A number stays with its percent sign.
  for (const word of text.split(/ +(?!%)/u).filter((piece) => piece !== '')) {
    const joined = line.trim() === '' ? line + word : `${line} ${word}`;
    if (displayWidth(joined) <= columns) {
      line = joined;
      continue;
    }
    if (line.trim() !== '') lines.push(line);
    const pieces = breakWord((lines.length === 0 ? indent : hang) + word, columns);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1)!;
  }
  lines.push(line);
  return lines;
}

/** Splits a word into pieces that fit. Each has at least one character, so that the loop always ends. */
function breakWord(word: string, columns: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  let width = 0;
  for (const { segment, index } of graphemes(word)) {
    const own = graphemeWidth(segment);
    if (width + own > columns && index > start) {
      pieces.push(word.slice(start, index));
      start = index;
      width = 0;
    }
    width += own;
  }
  return [...pieces, word.slice(start)];
}

/** Index where the longest beginning of at most `columns` ends. */
function endWithin(text: string, columns: number): number {
  let width = 0;
  for (const { segment, index } of graphemes(text)) {
    width += graphemeWidth(segment);
    if (width > columns) return index;
  }
  return text.length;
}

function graphemeWidth(grapheme: string): number {
  if (invisible.test(grapheme)) return 0;
  return wide.test(grapheme) || grapheme.includes(emojiSelector) ? 2 : 1;
}
