/**
 * A text without the encodings around it. Resolves escapes of JSON, percent-encoding, character references of HTML,
 * terminal colours, characters without width and broken lines of mails, and keeps each character's place in the
 * original.
 */
export type PlainView = { text: string; offsets: Uint32Array };

const colour = `(?:\u001b|\\\\{1,8}(?:u001[bB]|x1[bB]|e|033))\\[[0-9;?]{0,20}[A-Za-z]`;
/** Characters that a reader does not see, and line breaks added by mail. */
const invisible = '[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|=(?<=[\\w+/-]=)\\r?\\n(?=[\\w+/-])';
const anyEscape = new RegExp(
  `\\\\["'nrtuxe/0]|%[0-9A-Fa-f]{2}|&(?:#\\w{2,5}|quot|amp|apos|lt|gt);|${invisible}`,
);
const escaped = new RegExp(
  `${colour}|${invisible}|(?<!\\\\)\\\\+(?:u(?<code>[0-9A-Fa-f]{4})|(?<letter>["'nrt/]))|%(?<percent>[2-7][0-9A-Fa-f]|0[AaDd9])|&(?:#x(?<hex>[0-9A-Fa-f]{1,4})|#(?<decimal>\\d{1,5})|(?<name>quot|amp|apos|lt|gt));`,
  'g',
);
const letters: { [letter: string]: string } = { n: '\n', r: '\r', t: '\t' };
const names: { [name: string]: string } = { quot: '"', amp: '&', apos: "'", lt: '<', gt: '>' };

/** Undefined if there is nothing to resolve. */
export function plainViewOf(text: string): PlainView | undefined {
  if (!anyEscape.test(text) && !text.includes('\u001b[')) return undefined;
  const pieces: string[] = [];
  const offsets = new Uint32Array(text.length + 1);
  let [from, length] = [0, 0];
  const copy = (to: number) => {
    pieces.push(text.slice(from, to));
    for (let index = from; index < to; index += 1) offsets[length++] = index;
  };
  for (const match of text.matchAll(escaped)) {
    copy(match.index);
    const meant = meaningOf(match.groups!);
    pieces.push(meant);
    from = match.index + match[0].length;
    if (meant !== '') offsets[length++] = from - 1;
  }
  copy(text.length);
  return { text: pieces.join(''), offsets };
}

function meaningOf(groups: { [name: string]: string | undefined }): string {
  const { code, letter, percent, hex, decimal, name } = groups;
  if (letter !== undefined) return letters[letter] ?? letter;
  if (name !== undefined) return names[name]!;
  const number = code ?? percent ?? hex;
  if (number !== undefined) return String.fromCharCode(Number.parseInt(number, 16));
  // A colour is replaced by nothing: a blank would separate a name from its value.
  return decimal === undefined ? '' : String.fromCharCode(Number(decimal));
}
