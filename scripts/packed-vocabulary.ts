/**
 * Packs the tokenizer's vocabulary into one text, which is indexed when tokens are first counted. The package itself
 * has an array of two hundred thousand literals, which takes every process and thread a tenth of a second to load.
 */
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { packRanks } from '../src/tokens/vocabulary.ts';

/** Source code of a module that exports `readRanks`. */
export function packedSource(): string {
  const { size, texts, bytes } = packRanks(ranks);
  return `const texts = ${JSON.stringify(texts)};
const bytes = ${JSON.stringify(JSON.stringify(bytes))};
export function readRanks() {
  return { size: ${size}, texts, bytes: JSON.parse(bytes) };
}`;
}

export const vocabulary = {
  name: 'packed-vocabulary',
  setup(build: {
    onLoad(at: { filter: RegExp }, load: () => { contents: string; loader: 'js' }): void;
  }): void {
    build.onLoad({ filter: /[/\\]src[/\\]tokens[/\\]o200k-ranks\.ts$/ }, () => ({
      contents: packedSource(),
      loader: 'js',
    }));
  },
};
