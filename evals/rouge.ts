/**
 * ROUGE-1, -2 and -L as the common `rouge_score` package defines them: lower case, runs of anything but a-z and
 * 0-9 part the words, Porter stems of words longer than three letters, stop words kept, F1. `l` is the longest
 * common subsequence over the whole text taken as one sequence (`rougeL`); `lsum` is the summary-level variant,
 * the union of subsequences by sentence (`rougeLsum`, sentences by line).
 */
import { stem } from '../src/text/stem.ts';

export type RougeScores = { r1: number; r2: number; l: number; lsum: number };
export const rougeMeasures = ['r1', 'r2', 'l', 'lsum'] as const;

export function rougeTokens(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? stem(word) : word));
}

/** Puts each sentence on a line of its own, as `rougeLsum` expects. */
function linesOfSentences(text: string): string {
  return text.replace(/([.!?]["')]?)\s+/g, '$1\n');
}

export function rouge(reference: string, candidate: string): RougeScores {
  const wanted = rougeTokens(reference);
  const candidateTokens = rougeTokens(candidate);
  return {
    r1: overlap(grams(wanted, 1), grams(candidateTokens, 1)),
    r2: overlap(grams(wanted, 2), grams(candidateTokens, 2)),
    l: fMeasure(lcsLength(wanted, candidateTokens), wanted.length, candidateTokens.length),
    lsum: summaryLevel(reference, candidate),
  };
}

export function meanScores(scores: readonly RougeScores[]): RougeScores {
  const mean: RougeScores = { r1: 0, r2: 0, l: 0, lsum: 0 };
  for (const score of scores)
    for (const measure of rougeMeasures) mean[measure] += score[measure] / scores.length;
  return mean;
}

function fMeasure(hits: number, wanted: number, given: number): number {
  if (hits === 0 || wanted === 0 || given === 0) return 0;
  const recall = hits / wanted;
  const precision = hits / given;
  return (2 * precision * recall) / (precision + recall);
}

function grams(words: readonly string[], size: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let index = 0; index + size <= words.length; index += 1) {
    const gram = words.slice(index, index + size).join(' ');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function overlap(wanted: Map<string, number>, given: Map<string, number>): number {
  let hits = 0;
  for (const [gram, count] of wanted) hits += Math.min(count, given.get(gram) ?? 0);
  return fMeasure(hits, total(wanted), total(given));
}

function total(counts: Map<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function lcsTable(first: readonly string[], second: readonly string[]): Uint16Array[] {
  const table = [new Uint16Array(second.length + 1)];
  for (let row = 1; row <= first.length; row += 1) {
    const above = table[row - 1]!;
    const current = new Uint16Array(second.length + 1);
    for (let column = 1; column <= second.length; column += 1) {
      current[column] =
        first[row - 1] === second[column - 1]
          ? above[column - 1]! + 1
          : Math.max(above[column]!, current[column - 1]!);
    }
    table.push(current);
  }
  return table;
}

function lcsLength(first: readonly string[], second: readonly string[]): number {
  return lcsTable(first, second)[first.length]![second.length]!;
}

/** Positions of `first` that take part in one longest common subsequence. */
function lcsPositions(first: readonly string[], second: readonly string[]): number[] {
  const table = lcsTable(first, second);
  const positions: number[] = [];
  let row = first.length;
  let column = second.length;
  while (row > 0 && column > 0) {
    if (first[row - 1] === second[column - 1]) {
      positions.push(row - 1);
      row -= 1;
      column -= 1;
    } else if (table[row]![column - 1]! > table[row - 1]![column]!) column -= 1;
    else row -= 1;
  }
  return positions;
}

function summaryLevel(reference: string, candidate: string): number {
  const wanted = sentenceTokens(reference);
  const given = sentenceTokens(candidate);
  const wantedLeft = grams(wanted.flat(), 1);
  const givenLeft = grams(given.flat(), 1);
  let hits = 0;
  for (const sentence of wanted) {
    const union = new Set<number>();
    for (const other of given) for (const position of lcsPositions(sentence, other)) union.add(position);
    for (const position of union) {
      const word = sentence[position]!;
      const left = Math.min(wantedLeft.get(word) ?? 0, givenLeft.get(word) ?? 0);
      if (left <= 0) continue;
      hits += 1;
      wantedLeft.set(word, wantedLeft.get(word)! - 1);
      givenLeft.set(word, givenLeft.get(word)! - 1);
    }
  }
  return fMeasure(hits, wanted.flat().length, given.flat().length);
}

function sentenceTokens(text: string): string[][] {
  return linesOfSentences(text)
    .split('\n')
    .map(rougeTokens)
    .filter((words) => words.length > 0);
}
