/**
 * Loads the vocabularies that counting uses, and counts plain text. Cutting long text, so that counting stays linear,
 * is in slices.ts.
 *
 * Importing a vocabulary parses megabytes of source, and indexing it takes as long again. So o200k, which every thread
 * needs, is imported (so that bundlers see it; see o200k-ranks.ts) but read and indexed on first use, and cl100k is
 * loaded only on request.
 */
// The default import, because bundles often begin with a line that declares `createRequire` itself.
import nodeModule from 'node:module';
import { BytePairEncodingCore } from 'gpt-tokenizer/BytePairEncodingCore';
import { getEncodingParams } from 'gpt-tokenizer/modelParams';
import { rememberTexts } from '../text/remembered.ts';
import { readRanks } from './o200k-ranks.ts';
import { indexRanks, type PackedRanks, packRanks, type Ranks } from './vocabulary.ts';

export const encodingNames = ['o200k_base', 'cl100k_base'] as const;
export type EncodingName = (typeof encodingNames)[number];

export type Encoding = {
  readonly name: EncodingName;
  /** Quadratic in the length of unbroken runs, so it must be given slices. */
  count(text: string): number;
  encode(text: string): number[];
  /** UTF-16 units of a token's text. A character split over several tokens belongs to the first of them. */
  unitsOf(token: number): number;
  /** False if the token begins inside a character. */
  startsCharacter(token: number): boolean;
};

/** Enough for the words of a conversation that are not a single token. */
const cachedPieces = 8192;

/**
 * A cached piece refers to the text it was cut from and keeps all of it in memory, so the cache is emptied now and
 * then.
 */
const charactersBetweenClears = 4_000_000;

/** A text counted for sending is soon counted again for storing. */
const rememberedCharacters = 200_000;
const longestRemembered = 4_096;

const loaded = new Map<EncodingName, Encoding>();

export function loadEncoding(name: EncodingName): Encoding {
  let encoding = loaded.get(name);
  if (encoding === undefined) {
    encoding = createEncoding(name, name === 'o200k_base' ? readRanks() : requireRanks(name));
    loaded.set(name, encoding);
  }
  return encoding;
}

function requireRanks(name: EncodingName): PackedRanks {
  const module = nodeModule.createRequire(import.meta.url)(`gpt-tokenizer/bpeRanks/${name}`) as
    | { default: Ranks }
    | Ranks;
  return packRanks('default' in module ? module.default : module);
}

/** No special tokens are passed, so `<|endoftext|>` in a message counts as ordinary text. */
function createEncoding(name: EncodingName, packed: PackedRanks): Encoding {
  const vocabulary = indexRanks(packed);
  const bytes = new Map(packed.bytes);
  // The tokenizer only indexes the tokens it iterates over. Text tokens are left out, because the vocabulary finds
  // those.
  const others = {
    forEach: (index: (token: readonly number[], rank: number) => void) => bytes.forEach(index),
  };
  const parameters = getEncodingParams(name, () => others as unknown as Ranks);
  const tokenizer = new BytePairEncodingCore({ ...parameters, mergeCacheSize: cachedPieces });
  Object.assign(tokenizer, { bytePairStringRankEncoder: { get: vocabulary.rankOf } });
  let characters = 0;
  const tidied = (text: string): string => {
    characters += text.length;
    if (characters > charactersBetweenClears) {
      tokenizer.clearMergeCache();
      characters = 0;
    }
    return text;
  };
  const merged = tokenizer as unknown as { bytePairEncode(piece: string): readonly number[] };
  /** Same as the tokenizer's own `countNative`, which creates a match object with all its properties for every piece. */
  const count = (text: string): number => {
    let tokens = 0;
    for (const piece of tidied(text).match(parameters.tokenSplitRegex) ?? [])
      tokens += vocabulary.rankOf(piece) === undefined ? merged.bytePairEncode(piece).length : 1;
    return tokens;
  };
  const remembered = rememberTexts(count, { mostCharacters: rememberedCharacters });
  return {
    name,
    count: (text) => (text.length > longestRemembered ? count(text) : remembered(text)),
    encode: (text) => tokenizer.encodeNative(tidied(text)),
    unitsOf(token) {
      const parts = bytes.get(token);
      return parts === undefined ? vocabulary.unitsOf(token) : unitsOfBytes(parts);
    },
    startsCharacter(token) {
      const [first] = bytes.get(token) ?? [];
      return first === undefined || !isContinuation(first);
    },
  };
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Characters of four bytes are surrogate pairs in UTF-16. */
function unitsOfBytes(bytes: readonly number[]): number {
  let units = 0;
  for (const byte of bytes) {
    if (!isContinuation(byte)) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}
