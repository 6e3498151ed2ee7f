/**
 * Collects entries for an answer whose text and data both stay under a limit. Entries are measured one by one. Because
 * the tokens of a whole differ slightly from the sum of its parts, the whole is counted before it is returned.
 */
import type { TokenCounter } from '../../tokens/counter.ts';
import type { ArchiveAnswer } from './archive-tool.ts';

export type Entry<Data> = { text: string; data: Data };

export type Page<Item> = {
  /** Whether the entry would still fit. */
  fits(entry: Entry<Item>): boolean;
  /** Returns false if the entry does not fit; it is then not added. */
  add(entry: Entry<Item>): boolean;
  readonly length: number;
  /** The longest beginning of `text` whose entry still fits; empty if not even one character does. */
  fitting(text: string, entryOf: (piece: string) => Entry<Item>): string;
  /** Removes entries from the end while the whole is too large. `cursorAt(n)` continues after n entries. */
  finish<Data>(
    write: (entries: readonly Entry<Item>[], cursor: string | undefined) => ArchiveAnswer<Data>,
    cursorAt: (count: number) => string | undefined,
  ): ArchiveAnswer<Data>;
};

/** Tokens between two entries: a line break, a comma, and the effect of cutting between tokens. */
const joint = 3;
/** A text is preferably cut after one of these, if it occurs in the last part of the text. */
const boundaries = ['\n', ' '];
const lastPart = 0.8;
const charactersPerToken = 10;

export function createPage<Item>(options: {
  counter: TokenCounter;
  maxTokens: number;
  /** The answer without entries, with the longest possible cursor. */
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

  /** Size of an entry; undefined if it exceeds the remaining room. */
  const sizeWithin = (entry: Entry<Item>) => {
    // A text this long exceeds the limit without being counted.
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
