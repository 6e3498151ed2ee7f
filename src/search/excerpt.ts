/**
 * The part of a long text that a search was about: the sentences and lines that say most of what is asked, in their
 * order, marked where something was left out between them. Short texts are given back as they are.
 */

import { listItems } from '../text/list-items.ts';
import { createMemory } from '../text/remembered.ts';
import { sentenceEnds } from '../text/sentences.ts';
import { atOnce, type Steps } from '../text/steps.ts';
import { textTerms } from '../text/terms.ts';
import type { AskedItem } from './asked-item.ts';

const leftOut = '[…]';
const between = ` ${leftOut} `;
/** Longer sentences and lines are cut into pieces, or one line of a log would be all or nothing. */
const pieceCharacters = 240;
/** What is read of a huge text: an excerpt is a courtesy, the whole is in the archive. */
export const excerptReach = 200_000;
/** Share of its neighbour's score that a piece gets, because a thought often continues in the next sentence. */
const afterShare = 0.3;
const beforeShare = 0.15;

/** Score of a figure, name, quotation or code if the query asks for a detail, relative to that of a rare word. */
const detailShare = 0.3;
/** Score of the list item that the query asks for by its number, relative to that of a rare word. */
const itemShare = 2;

/** Pieces looked at between two pauses: a few milliseconds. */
const slicePieces = 64;

export type ExcerptOptions = {
  text: string;
  /** As textTerms gives them. */
  terms: ReadonlySet<string>;
  characters: number;
  /** Whether one thing is asked for: "which command", "how much". */
  seeksDetail?: boolean;
  /** Which item of a list is asked for. */
  item?: AskedItem | undefined;
};

export function excerptAround(options: ExcerptOptions): string {
  return atOnce(excerptSteps(options));
}

/** The same for long texts. */
export function* excerptSteps({
  text,
  terms,
  characters,
  seeksDetail = false,
  item,
}: ExcerptOptions): Steps<string> {
  if (text.length <= characters) return text;
  const { pieces, said, begins } = yield* analysed(text.slice(0, excerptReach).toWellFormed());
  const scores = scoresOf({ pieces, said, begins, terms, seeksDetail, item });
  const chosen = choose(pieces, scores, characters);
  return joined(pieces, chosen, characters, text.length > excerptReach);
}

type Analysed = {
  pieces: readonly string[];
  said: readonly (readonly string[])[];
  /** The first piece of each line. */
  begins: readonly number[];
};

/** Cached, because the same messages are quoted for many questions. */
const remembered = createMemory<string, Analysed>({ mostSize: 4_000_000 });

function* analysed(text: string): Steps<Analysed> {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const { pieces, begins } = piecesOf(text);
  const said: string[][] = [];
  for (const piece of pieces) {
    said.push([...new Set(textTerms(piece))]);
    if (said.length % slicePieces === 0) yield;
  }
  const result = { pieces, said, begins };
  remembered.set(text, result, text.length * 2);
  return result;
}

const itemMark = /^\s*(?:\p{Nd}{1,3}[.)]|[-*•])\s*/u;

function piecesOf(text: string): { pieces: string[]; begins: number[] } {
  const pieces: string[] = [];
  const begins: number[] = [];
  for (const line of text.split(/(?<=\n)/u)) {
    begins.push(pieces.length);
    let from = 0;
    // The number of an item is kept together with its text.
    const marked = itemMark.exec(line)?.[0].length ?? 0;
    for (const to of [...(line.length > pieceCharacters / 4 ? sentenceEnds(line) : []), line.length]) {
      if (to <= marked) continue;
      for (let start = from; start < to; start += pieceCharacters) {
        pieces.push(line.slice(start, Math.min(to, start + pieceCharacters)));
      }
      from = to;
    }
  }
  return { pieces, begins };
}

/** Terms that occur in most pieces count little. */
function scoresOf(
  options: Analysed & {
    terms: ReadonlySet<string>;
    seeksDetail: boolean;
    item: AskedItem | undefined;
  },
): number[] {
  const { pieces, terms, seeksDetail } = options;
  const said = options.said.map((piece) => piece.filter((term) => terms.has(term)));
  const frequencies = new Map<string, number>();
  for (const held of said) for (const term of held) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const own = said.map((held) => {
    let score = 0;
    for (const term of held) score += Math.log(1 + pieces.length / frequencies.get(term)!);
    return score;
  });
  for (const index of askedPieces(options)) own[index]! += itemShare * Math.log(1 + pieces.length);
  const perDetail = seeksDetail ? detailShare * Math.log(1 + pieces.length) : 0;
  return own.map(
    (score, index) =>
      score +
      afterShare * (own[index - 1] ?? 0) +
      beforeShare * (own[index + 1] ?? 0) +
      (perDetail === 0 ? 0 : perDetail * detailsIn(pieces[index]!)),
  );
}

/** The pieces at which the requested list items begin. */
function askedPieces({ pieces, begins, item }: Analysed & { item: AskedItem | undefined }): number[] {
  if (item === undefined) return [];
  const items = listItems(begins.map((index) => pieces[index]!));
  return begins.filter((_, line) => {
    const listed = items[line];
    return item === 'last' ? listed?.isLast === true : listed?.number === item;
  });
}

const figure = /\p{Nd}/u;
const name = /(?<=[\p{Ll},] )\p{Lu}\p{L}*/u;
const quotedOrCode = /["“”«»„`]|\p{L}[_/@\\]\p{L}/u;

/** The number of kinds of exact details in a piece, at most two. */
function detailsIn(piece: string): number {
  const told = piece.replace(itemMark, '');
  const kinds = [figure, name, quotedOrCode].filter((kind) => kind.test(told)).length;
  return Math.min(2, kinds);
}

/** The best pieces that fit, then their neighbours. If nothing matches, the beginning. */
function choose(pieces: readonly string[], scores: readonly number[], characters: number): Set<number> {
  const far = distances(scores);
  const order = [...pieces.keys()].sort(
    (first, second) => scores[second]! - scores[first]! || far[first]! - far[second]! || first - second,
  );
  const chosen = new Set<number>();
  let left = characters;
  for (const index of order) {
    const needed = pieces[index]!.length + (isBeside(index) || chosen.size === 0 ? 0 : between.length);
    if (needed > left) {
      if (chosen.size === 0) chosen.add(index);
      if (left < pieceCharacters / 4) break;
      continue;
    }
    chosen.add(index);
    left -= needed;
  }
  return chosen;

  function isBeside(index: number): boolean {
    return chosen.has(index - 1) || chosen.has(index + 1);
  }
}

/** For each piece, the distance to the nearest matching piece. */
function distances(scores: readonly number[]): number[] {
  const far = scores.map((score) => (score > 0 ? 0 : scores.length));
  for (let index = 1; index < far.length; index += 1) far[index] = Math.min(far[index]!, far[index - 1]! + 1);
  for (let index = far.length - 2; index >= 0; index -= 1)
    far[index] = Math.min(far[index]!, far[index + 1]! + 1);
  return far;
}

function joined(
  pieces: readonly string[],
  chosen: ReadonlySet<number>,
  characters: number,
  isCut: boolean,
): string {
  const runs: string[] = [];
  let last = -2;
  for (const index of [...chosen].sort((first, second) => first - second)) {
    if (index === last + 1) runs[runs.length - 1] += pieces[index]!;
    else runs.push(pieces[index]!);
    last = index;
  }
  const quoted = runs
    .map((run) => run.trim())
    .filter((run) => run !== '')
    .join(between)
    .slice(0, characters)
    .toWellFormed();
  const before = chosen.has(0) ? '' : `${leftOut} `;
  const after = chosen.has(pieces.length - 1) && !isCut ? '' : ` ${leftOut}`;
  return `${before}${quoted}${after}`;
}
