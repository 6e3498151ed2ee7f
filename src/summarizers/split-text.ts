/**
 * Splits text that is too large for one call at natural boundaries: paragraphs, lines, sentences, words, in that order.
 * The pieces joined give the original text, character for character.
 */
import type { TokenCounter } from '../tokens/counter.ts';

/** A boundary counts only in the last part of a piece, otherwise there would be too many pieces. */
const earliestShare = 0.5;
/** No ordinary text has more characters per token. Limits how much is read for one piece. */
const charactersPerToken = 10;

const boundaries: readonly RegExp[] = [
  /\n[ \t]*\n\s*/gu,
  /\n/gu,
  /[.!?…]["'”’»)\]]*\s+|[。！？][」』”’）]*/gu,
  /\s+/gu,
];

export function* splitText(
  text: string,
  { maxTokens, counter }: { maxTokens: number; counter: Pick<TokenCounter, 'truncate'> },
): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = start + maxTokens * charactersPerToken;
    const window = text.slice(start, isHighSurrogate(text, end - 1) ? end + 1 : end);
    const fitting = counter.truncate(window, maxTokens);
    const whole = start + fitting.length === text.length;
    const piece = whole ? fitting : fitting.slice(0, cutOf(fitting));
    // A single character with more tokens than a piece allows still has to be returned.
    const taken = piece === '' ? String.fromCodePoint(text.codePointAt(start)!) : piece;
    yield taken;
    start += taken.length;
  }
}

/** Where to cut a piece: after the last boundary of the best kind in its second half. */
function cutOf(piece: string): number {
  const earliest = Math.floor(piece.length * earliestShare);
  for (const boundary of boundaries) {
    let cut = 0;
    for (const match of piece.matchAll(boundary)) cut = match.index + match[0].length;
    if (cut > earliest) return cut;
  }
  return piece.length;
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}
