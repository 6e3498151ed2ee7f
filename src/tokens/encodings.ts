/**
 * The vocabularies counting is built on. This file loads them and asks for plain counts; cutting long text so
 * that counting stays linear is in slices.ts.
 *
 * Importing a vocabulary parses megabytes of source and indexing it takes as long again. So o200k, which every
 * thread needs, is imported (bundlers see it; see o200k-ranks.ts) but read and indexed on first use, and cl100k is
 * loaded only when asked for.
 */
// By its default: bundles are often begun with a line that declares `createRequire` itself.
import nodeModule from 'node:module';
import { GptEncoding } from 'gpt-tokenizer/GptEncoding';
import { rememberTexts } from '../text/remembered.ts';
import { readRanks } from './o200k-ranks.ts';

export const encodingNames = ['o200k_base', 'cl100k_base'] as const;
export type EncodingName = (typeof encodingNames)[number];

export type Encoding = {
  readonly name: EncodingName;
  /** Quadratic in the length of unbroken runs: give it slices. */
  count(text: string): number;
  encode(text: string): number[];
  /** UTF-16 units of a token's text; a character split over several tokens belongs to the first of them. */
  unitsOf(token: number): number;
  /** False where a token begins in the middle of a character. */
  startsCharacter(token: number): boolean;
};

/** By rank, what each token stands for: text, or bytes where it is part of a character. */
export type Ranks = readonly (string | readonly number[])[];

/** Enough for the words of a conversation that are no single token. */
const cachedPieces = 8192;

/** A cached piece is a view into the text it came from and keeps all of it in memory, so the cache is emptied now and then. */
const charactersBetweenClears = 4_000_000;

/** What was just counted to be sent is counted once more to be stored. */
const rememberedCharacters = 200_000;
const longestRemembered = 4_096;

/** An empty set forbids nothing: `<|endoftext|>` in a message is ordinary text, not the end of anything. */
const asPlainText = { disallowedSpecial: new Set<string>() };

const loaded = new Map<EncodingName, Encoding>();

export function loadEncoding(name: EncodingName): Encoding {
  let encoding = loaded.get(name);
  if (encoding === undefined) {
    encoding = createEncoding(name, name === 'o200k_base' ? readRanks() : requireRanks(name));
    loaded.set(name, encoding);
  }
  return encoding;
}

function requireRanks(name: EncodingName): Ranks {
  const module = nodeModule.createRequire(import.meta.url)(`gpt-tokenizer/bpeRanks/${name}`) as
    | { default: Ranks }
    | Ranks;
  return 'default' in module ? module.default : module;
}

function createEncoding(name: EncodingName, ranks: Ranks): Encoding {
  const tokenizer = GptEncoding.getEncodingApi(name, () => ranks);
  tokenizer.setMergeCacheSize(cachedPieces);
  let characters = 0;
  const tidied = (text: string): string => {
    characters += text.length;
    if (characters > charactersBetweenClears) {
      tokenizer.clearMergeCache();
      characters = 0;
    }
    return text;
  };
  const count = (text: string): number => tokenizer.countTokens(tidied(text), asPlainText);
  const remembered = rememberTexts(count, { mostCharacters: rememberedCharacters });
  return {
    name,
    count: (text) => (text.length > longestRemembered ? count(text) : remembered(text)),
    encode: (text) => tokenizer.encode(tidied(text), asPlainText),
    unitsOf: (token) => {
      const entry = ranks[token]!;
      return typeof entry === 'string' ? entry.length : unitsOfBytes(entry);
    },
    startsCharacter: (token) => {
      const entry = ranks[token]!;
      return typeof entry === 'string' || !isContinuation(entry[0]!);
    },
  };
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Four-byte characters are surrogate pairs in UTF-16. */
function unitsOfBytes(bytes: readonly number[]): number {
  let units = 0;
  for (const byte of bytes) {
    if (!isContinuation(byte)) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}
