/**
 * An answer that grows entry by entry and never over its limit, in neither of its forms. Entries are measured one by
 * one; because tokens of a whole are not quite the sum of its parts, the whole is counted before it is given away.
 */
import type { TokenCounter } from '../../tokens/counter.ts';
import type { ArchiveAnswer } from './archive-tool.ts';

export type Entry<Data> = { text: string; data: Data };

export type Page<Item> = {
  /** Whether it would fit behind what is there. */
  fits(entry: Entry<Item>): boolean;
  /** False when it does not fit, and was not added. */
  add(entry: Entry<Item>): boolean;
  readonly length: number;
  /** The longest beginning of `text` whose entry still fits; empty when not even one character does. */
  fitting(text: string, entryOf: (piece: string) => Entry<Item>): string;
  /** Takes off entries from the end while the whole is too large. `cursorAt(n)` continues after n entries. */
  finish<Data>(
    write: (entries: readonly Entry<Item>[], cursor: string | undefined) => ArchiveAnswer<Data>,
    cursorAt: (count: number) => string | undefined,
  ): ArchiveAnswer<Data>;
};

/** Between two entries: a line break, a comma, and what a cut between tokens may cost. */
const joint = 3;
/** Where a text is cut, the last of these in its last part is preferred. */
const boundaries = ['\n', ' '];
const lastPart = 0.8;
const charactersPerToken = 10;

export function createPage<Item>(options: {
  counter: TokenCounter;
  maxTokens: number;
  /** What stands around the entries, with a cursor as long as it can be. */
  frame: ArchiveAnswer<unknown>;
}): Page<Item> {
  const { counter, maxTokens } = options;
  const sizeOf = ({ text, data }: { text: string; data: unknown }) => ({
    text: counter.count(text),
    data: counter.count(JSON.stringify(data)),
  });
  const entries: Entry<Item>[] = [];
  const frame = sizeOf(options.frame);
  const room = { text: maxTokens - frame.text, data: maxTokens - frame.data };

  /** What an entry takes; undefined where that is more than there is. */
  const sizeWithin = (entry: Entry<Item>) => {
    // Longer text need not be counted to be known too long.
    if (entry.text.length > maxTokens * 64) return undefined;
    const size = sizeOf(entry);
    return size.text + joint <= room.text && size.data + joint <= room.data ? size : undefined;
  };
  const fits = (entry: Entry<Item>): boolean => sizeWithin(entry) !== undefined;

  return {
    fits,
    get length() {
      return entries.length;
    },
    add(entry) {
      const size = sizeWithin(entry);
      if (size === undefined) return false;
      room.text -= size.text + joint;
      room.data -= size.data + joint;
      entries.push(entry);
      return true;
    },
    fitting(text, entryOf) {
      const tokens = Math.max(0, Math.min(room.text, room.data));
      let piece = counter.truncate(text.slice(0, tokens * charactersPerToken), tokens);
      while (piece !== '' && !fits(entryOf(piece)))
        piece = wholeBefore(piece, Math.floor(piece.length * 0.9));
      return piece.length === text.length ? piece : atBoundary(piece);
    },
    finish(write, cursorAt) {
      for (;;) {
        const answer = write(entries, cursorAt(entries.length));
        const size = sizeOf(answer);
        if ((size.text <= maxTokens && size.data <= maxTokens) || entries.length === 0) return answer;
        entries.pop();
      }
    },
  };
}

function atBoundary(piece: string): string {
  const earliest = Math.floor(piece.length * lastPart);
  for (const boundary of boundaries) {
    const cut = piece.lastIndexOf(boundary);
    if (cut > earliest) return piece.slice(0, cut + 1);
  }
  return wholeBefore(piece, piece.length);
}

/** The first `length` characters, without half of a surrogate pair at the end. */
function wholeBefore(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
