/**
 * The stretch of a long text that a search was about: whole lines where there are lines, marked where something was
 * left out. Short texts are given back as they are.
 */
import { atOnce, type Steps } from '../text/steps.ts';
import { textTerms } from '../text/terms.ts';

const leftOut = '[…]';
/** Lines longer than this are cut into pieces, or one line of a log would be all or nothing. */
const pieceCharacters = 240;
/** What is read of a huge text: an excerpt is a courtesy, the whole is in the archive. */
export const excerptReach = 200_000;

/** Pieces looked at between two pauses: a few milliseconds. */
const slicePieces = 64;

export type ExcerptOptions = {
  text: string;
  /** As textTerms gives them. */
  terms: ReadonlySet<string>;
  characters: number;
};

export function excerptAround(options: ExcerptOptions): string {
  return atOnce(excerptSteps(options));
}

/** The same for long texts. */
export function* excerptSteps({ text, terms, characters }: ExcerptOptions): Steps<string> {
  if (text.length <= characters) return text;
  const pieces = piecesOf(text.slice(0, excerptReach).toWellFormed());
  const scores: number[] = [];
  for (const piece of pieces) {
    scores.push(new Set(textTerms(piece).filter((term) => terms.has(term))).size);
    if (scores.length % slicePieces === 0) yield;
  }
  const { from, to } = bestWindow(pieces, scores, characters);
  const chosen = pieces.slice(from, to).join('').trim().slice(0, characters).toWellFormed();
  const before = from > 0 ? `${leftOut} ` : '';
  const after = to < pieces.length || text.length > excerptReach ? ` ${leftOut}` : '';
  return `${before}${chosen}${after}`;
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const line of text.split(/(?<=\n)/u)) {
    for (let start = 0; start < line.length; start += pieceCharacters) {
      pieces.push(line.slice(start, start + pieceCharacters));
    }
  }
  return pieces;
}

/** The window with the most matching terms; of equal ones the first. */
function bestWindow(
  pieces: readonly string[],
  scores: readonly number[],
  characters: number,
): { from: number; to: number } {
  let best = { from: 0, to: 1, score: -1 };
  let score = 0;
  let length = 0;
  let to = 0;
  for (let from = 0; from < pieces.length; from += 1) {
    while (to < pieces.length && (to === from || length + pieces[to]!.length <= characters)) {
      score += scores[to]!;
      length += pieces[to]!.length;
      to += 1;
    }
    if (score > best.score) best = { from, to, score };
    score -= scores[from]!;
    length -= pieces[from]!.length;
  }
  return best;
}
