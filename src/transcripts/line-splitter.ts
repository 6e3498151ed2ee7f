/**
 * Splits text that arrives in chunks into numbered lines. A line over the limit is counted and dropped, so that a file
 * without line breaks cannot fill the memory.
 */
export type RawLine =
  | { number: number; text: string }
  /** The line was too long; only its length is known. */
  | { number: number; text: undefined; characters: number };

export type LineSplitter = {
  push(chunk: string): RawLine[];
  /** Returns the last line if the text does not end with a line feed. */
  end(): RawLine[];
};

export function createLineSplitter({ maxCharacters }: { maxCharacters: number }): LineSplitter {
  let number = 0;
  let pieces: string[] = [];
  let characters = 0;

  const append = (piece: string): void => {
    characters += piece.length;
    if (characters <= maxCharacters) pieces.push(piece);
    else pieces = [];
  };
  const finish = (): RawLine => {
    number += 1;
    const line: RawLine =
      characters > maxCharacters
        ? { number, text: undefined, characters }
        : { number, text: pieces.length === 1 ? pieces[0]! : pieces.join('') };
    pieces = [];
    characters = 0;
    return line;
  };

  return {
    push(chunk) {
      const lines: RawLine[] = [];
      let start = 0;
      for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
        append(chunk.slice(start, end));
        lines.push(finish());
        start = end + 1;
      }
      if (start < chunk.length) append(chunk.slice(start));
      return lines;
    },
    end: () => (characters > 0 ? [finish()] : []),
  };
}
