/**
 * Writes a reply as plain text, piece by piece. Control characters become visible signs, even if a sequence is split
 * between two pieces. Lines wrap between words, so a word is held back until it is complete.
 */
import { createPieceSanitizer } from './sanitize.ts';
import { displayWidth } from './width.ts';
import { breaksAlone, piecesOf } from './words.ts';

export type ReplyWriter = {
  write(piece: string): void;
  /** Writes what was held back, and ends the line. Resolves when all is written. */
  end(): Promise<void>;
};

export function createReplyWriter(options: {
  output: { write(text: string): unknown };
  columns(): number;
}): ReplyWriter {
  const { output, columns } = options;
  const pieces = createPieceSanitizer();
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
    // A word longer than a line is wrapped by the terminal, so that it stays one word when it is copied.
    text += word;
    column += displayWidth(word);
    if (column > room) column %= Math.max(1, columns());
    spaces = '';
    word = '';
    return text;
  };

  function take(text: string): string {
    let written = '';
    for (const token of piecesOf(text)) {
      if (token === '\n') {
        written += `${writeWord()}\n`;
        spaces = '';
        column = 0;
      } else if (token.startsWith(' ')) {
        written += writeWord();
        spaces += token;
      } else {
        word += token;
        if (breaksAlone(token)) written += writeWord();
      }
    }
    return written;
  }

  return {
    write(piece) {
      let text = pieces.push(piece);
      // Models often begin with an empty line.
      if (!started) text = text.replace(/^\s+/u, '');
      if (text === '') return;
      started = true;
      const written = take(text);
      if (written !== '') output.write(written);
    },
    async end() {
      const rest = take(pieces.end()) + writeWord();
      if (!started && rest === '') return;
      output.write(`${rest}${column > 0 ? '\n' : ''}`);
      column = 0;
    },
  };
}
