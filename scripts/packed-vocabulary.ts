/**
 * The tokenizer's vocabulary as one text that is taken apart when it is first counted with. As its own package has it,
 * an array of two hundred thousand literals, it costs every process and thread a tenth of a second to load.
 */
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';

/** No character of any text, so no token has it. */
const separator = '\uffff';

/** The source of `readRanks`: tokens that are bytes and no text stand apart, by their rank. */
export function packedSource(): string {
  const texts: string[] = [];
  const bytes: [rank: number, bytes: readonly number[]][] = [];
  for (const [rank, token] of ranks.entries()) {
    const isText = typeof token === 'string';
    if (isText && token.includes(separator)) throw new Error(`The token of rank ${rank} has the separator.`);
    texts.push(isText ? token : '');
    if (!isText) bytes.push([rank, token]);
  }
  return `const texts = ${JSON.stringify(texts.join(separator))};
const bytes = ${JSON.stringify(JSON.stringify(bytes))};
export function readRanks() {
  const ranks = texts.split(${JSON.stringify(separator)});
  for (const [rank, token] of JSON.parse(bytes)) ranks[rank] = token;
  return ranks;
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
