/**
 * How wide text is on a terminal, and fitting it: characters of East Asian scripts and emoji take two columns,
 * combining marks none. Works on plain text; style after fitting.
 */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f1e6}-\u{1f1ff}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const plain = /^[\u0020-\u007e]*$/u;
const emojiSelector = '\ufe0f';

export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** As it is when it fits, otherwise cut, with an ellipsis at the end. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  return columns < 1 ? '' : `${firstColumns(text, columns - 1).trimEnd()}…`;
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - displayWidth(text))) + text;
}

/** Lines of at most `columns`, broken between words, inside a word only where it is too long for a line. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(2, columns)));
}

function wrapLine(text: string, columns: number): string[] {
  const indent = /^ */u.exec(text)![0].slice(0, Math.floor(columns / 2));
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/ +/u).filter((piece) => piece !== '')) {
    const joined = line.trim() === '' ? line + word : `${line} ${word}`;
    if (displayWidth(joined) <= columns) {
      line = joined;
      continue;
    }
    if (line.trim() !== '') lines.push(line);
    line = indent + word;
    while (displayWidth(line) > columns) {
      const start = firstColumns(line, columns);
      lines.push(start);
      line = line.slice(start.length);
    }
  }
  lines.push(line);
  return lines;
}

/** The longest beginning that fits; at least one character, so that cutting always gets on. */
function firstColumns(text: string, columns: number): string {
  let width = 0;
  let end = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    width += graphemeWidth(segment);
    if (width > columns && end > 0) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

function graphemeWidth(grapheme: string): number {
  if (invisible.test(grapheme)) return 0;
  return wide.test(grapheme) || grapheme.includes(emojiSelector) ? 2 : 1;
}
