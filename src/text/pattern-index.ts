/**
 * Finds out of many regular expressions the few that could match a text, by the pieces of text that each of them needs.
 * Expressions are compiled when they are first tried. With hundreds of them in twenty languages most never are, and
 * compiling all at once would hold the event loop for a quarter of a second.
 */
import { neededPieces } from './needed-pieces.ts';
import { atOnce, type Steps } from './steps.ts';

export type PatternIndex = {
  /** Makes the index with pauses. Without this, the first text that is looked at waits for it. */
  prepare(): Steps<void>;
  /** Compiles all expressions ahead, with pauses, so that no text that is looked at later waits for that. */
  compile(): Steps<void>;
  test(text: string): boolean;
  /** The first expression that matches, in the order given. */
  find(text: string): { index: number; match: RegExpExecArray } | undefined;
  /** The match that begins first, as one expression of all alternatives would find it. */
  leftmost(text: string): RegExpExecArray | undefined;
};

type Piece = { text: string; offset: number; patterns: number[] };

/** Characters of a piece by which it is looked up. */
const keyLength = 3;
/** A filter of this many bits answers for most places of a text. It is small enough to stay in the processor's cache. */
const filterBits = 1 << 14;
const sampleText = 'text';
const frequentLetters = ' etaoinshrdlucmwfgypbvkjxqz';

export function createPatternIndex({
  sources,
  flags,
}: {
  sources: readonly string[];
  flags: 'u' | 'iu';
}): PatternIndex {
  const folded = flags === 'iu' ? foldCase : (text: string) => text;
  let candidatesIn: ((text: string) => readonly number[]) | undefined;
  function* prepare(): Steps<void> {
    if (candidatesIn !== undefined) return;
    const needed = yield* neededPieces(sources);
    candidatesIn = indexPieces(needed.map((pieces) => pieces?.map(folded)));
  }
  /** The last text with its candidates, which are those of its ends, too, and maybe some more. */
  let last: { text: string; found: readonly number[] } | undefined;
  const candidates = (text: string): readonly number[] => {
    if (candidatesIn === undefined) atOnce(prepare());
    if (last?.text.endsWith(text) !== true) last = { text, found: candidatesIn!(folded(text)) };
    return last.found;
  };
  const compiled: RegExp[] = [];
  const expression = (index: number) => {
    compiled[index] ??= new RegExp(sources[index]!, flags);
    return compiled[index];
  };

  return {
    prepare,
    *compile() {
      for (const index of sources.keys()) {
        // V8 compiles an expression when it is used, and a second time when it is used again.
        for (let use = 0; use < 2; use += 1) {
          expression(index).test(sampleText);
          yield;
        }
      }
    },
    test: (text) => candidates(text).some((index) => expression(index).test(text)),
    find(text) {
      for (const index of candidates(text)) {
        const match = expression(index).exec(text);
        if (match !== null) return { index, match };
      }
      return undefined;
    },
    leftmost(text) {
      let leftmost: RegExpExecArray | undefined;
      for (const index of candidates(text)) {
        const match = expression(index).exec(text);
        if (match !== null && !(leftmost !== undefined && leftmost.index <= match.index)) leftmost = match;
      }
      return leftmost;
    },
  };
}

/** The expressions whose pieces a text contains, in their order. Those of unknown pieces are always among them. */
function indexPieces(
  needed: readonly (readonly string[] | undefined)[],
): (text: string) => readonly number[] {
  const pieces = new Map<string, Piece>();
  const always: number[] = [];
  for (const [pattern, texts] of needed.entries()) {
    if (texts === undefined) always.push(pattern);
    for (const text of texts ?? []) {
      const piece = pieces.get(text) ?? { text, offset: rarestPlace(text), patterns: [] };
      piece.patterns.push(pattern);
      pieces.set(text, piece);
    }
  }
  const byKey = new Map<number, Piece[]>();
  const filter = new Uint32Array(filterBits / 32);
  for (const piece of pieces.values()) {
    const key = keyAt(piece.text, piece.offset, keyLengthOf(piece.text));
    byKey.set(key, [...(byKey.get(key) ?? []), piece]);
    filter[(key % filterBits) >>> 5]! |= 1 << (key & 31);
  }
  const collect = (text: string, at: number, key: number, found: Set<number> | undefined) => {
    let collected = found;
    for (const piece of byKey.get(key) ?? []) {
      if (!text.startsWith(piece.text, at - piece.offset)) continue;
      collected ??= new Set(always);
      for (const pattern of piece.patterns) collected.add(pattern);
    }
    return collected;
  };
  const isKey = (key: number) => (filter[(key % filterBits) >>> 5]! & (1 << (key & 31))) !== 0;

  return (text) => {
    let found: Set<number> | undefined;
    for (let at = 0; at < text.length; at += 1) {
      // Pieces of one or two characters are not ASCII (see needed-pieces.ts).
      for (let length = text.charCodeAt(at) < 0x80 ? keyLength : 1; length <= keyLength; length += 1) {
        if (at + length > text.length) break;
        const key = keyAt(text, at, length);
        if (isKey(key)) found = collect(text, at, key, found);
      }
    }
    return found === undefined ? always : [...found].sort((a, b) => a - b);
  };
}

function keyLengthOf(piece: string): number {
  return Math.min(keyLength, piece.length);
}

/** The place of a piece at which its characters are the rarest. */
function rarestPlace(piece: string): number {
  let [rarest, highest] = [0, -1];
  for (let at = 0; at + keyLength <= piece.length; at += 1) {
    let rarity = 0;
    for (let place = at; place < at + keyLength; place += 1) {
      const rank = frequentLetters.indexOf(piece[place]!);
      rarity += rank === -1 ? frequentLetters.length : rank;
    }
    if (rarity > highest) [rarest, highest] = [at, rarity];
  }
  return rarest;
}

/** A number of 30 bits at most, which V8 keeps without an object. */
function keyAt(text: string, at: number, length: number): number {
  let key = length;
  for (let place = at; place < at + length; place += 1)
    key = (Math.imul(key, 1_031) + text.charCodeAt(place)) & 0x3fffffff;
  return key;
}

/** Expressions that ignore case count these small letters as equal to `s` and `σ`. */
function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ſ', 's').replaceAll('ς', 'σ');
}
