/**
 * A model's reply on its way to the screen, piece by piece: control characters become visible signs, also where a
 * piece ends in the middle of one, and lines break between words. A word is held back until it is whole.
 */
import { sanitize } from '../terminal/sanitize.ts';
import { displayWidth } from '../terminal/width.ts';

export type ReplyWriter = {
  write(piece: string): void;
  /** Writes what was held back, and ends the line. */
  end(): void;
};

/** Scripts without spaces: a line may break after any of their characters. */
const breakable =
  '\\u2e80-\\u9fff\\ua000-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\uff00-\\uffef\\u{20000}-\\u{3fffd}';
const tokens = new RegExp(`\\n| +|[${breakable}]|[^ \\n${breakable}]+`, 'gu');
const unfinished = /[\ud800-\udbff\r]$/;

export function createReplyWriter(options: {
  output: { write(text: string): unknown };
  columns(): number;
}): ReplyWriter {
  const { output, columns } = options;
  let carried = '';
  let word = '';
  let spaces = '';
  let column = 0;
  let started = false;

  const writeWord = (): string => {
    if (word === '') return '';
    const room = Math.max(10, columns() - 1);
    let text = '';
    if (column + spaces.length + displayWidth(word) > room && column > 0) {
      text += '\n';
      column = 0;
    } else {
      text += spaces;
      column += spaces.length;
    }
    // A word longer than a line is left to the terminal: it stays one word when it is copied.
    text += word;
    column += displayWidth(word);
    if (column > room) column %= Math.max(1, columns());
    spaces = '';
    word = '';
    return text;
  };

  function take(text: string): string {
    let written = '';
    for (const [token] of text.matchAll(tokens)) {
      if (token === '\n') {
        written += `${writeWord()}\n`;
        spaces = '';
        column = 0;
      } else if (token.startsWith(' ')) {
        written += writeWord();
        spaces += token;
      } else {
        word += token;
        if (token.length <= 2 && new RegExp(`^[${breakable}]$`, 'u').test(token)) written += writeWord();
      }
    }
    return written;
  }

  return {
    write(piece) {
      let text = carried + piece;
      carried = unfinished.exec(text)?.[0] ?? '';
      if (carried !== '') text = text.slice(0, -carried.length);
      text = sanitize(text);
      // Models like to begin with an empty line.
      if (!started) text = text.replace(/^\s+/u, '');
      if (text === '') return;
      started = true;
      const written = take(text);
      if (written !== '') output.write(written);
    },
    end() {
      const rest = take(sanitize(carried)) + writeWord();
      carried = '';
      if (!started && rest === '') return;
      output.write(`${rest}${column > 0 ? '\n' : ''}`);
      column = 0;
    },
  };
}
