/**
 * Chooses sentences within a size: repeatedly the one that adds most for its length. Terms that are already covered add
 * little, so the summary avoids repetitions without comparing pairs of sentences.
 */
import type { Candidate } from './candidates.ts';
import { coverage, perLength, type Weights } from './ranking.ts';
import { holds, minus, type Size } from './size.ts';

/** A question and its answer belong together, so each raises the value of the other. */
const pairBonus = 1.4;
/** How much one mention of the focus counts as covered, compared with any other mention. */
const focusMention = 0.25;

export type Selection = { chosen: Candidate[]; left: Size };

export function select(options: {
  candidates: readonly Candidate[];
  weights: Weights;
  size: Size;
  /** Sentences already chosen. They stay, and their content counts as covered. */
  chosen?: readonly Candidate[];
  /** Terms of the focus, of which further sentences still add much. */
  focus?: ReadonlySet<string>;
}): Selection {
  const { candidates, weights, focus } = options;
  const covered = new Map<string, number>();
  const chosen: Candidate[] = [];
  const taken = new Set<Candidate>();
  const pairs = new Map<number, number>();
  let left = options.size;
  const take = (candidate: Candidate) => {
    chosen.push(candidate);
    taken.add(candidate);
    for (const term of candidate.sentence.terms) {
      covered.set(term, (covered.get(term) ?? 0) + (focus?.has(term) ? focusMention : 1));
    }
    notePair(pairs, candidate.sentence.turn, candidate.sentence.act === 'question');
  };
  for (const candidate of options.chosen ?? []) take(candidate);
  for (;;) {
    let best: Candidate | undefined;
    let bestGain = 0;
    for (const candidate of candidates) {
      if (taken.has(candidate) || !holds(left, candidate.size)) continue;
      const { sentence } = candidate;
      let gain = perLength(
        coverage(sentence.terms, weights, covered) * candidate.importance,
        candidate.size.words,
      );
      if (sentence.kind !== 'previous' && completesPair(pairs, sentence.turn, sentence.act === 'question'))
        gain *= pairBonus;
      if (gain > bestGain) {
        best = candidate;
        bestGain = gain;
      }
    }
    if (!best) return { chosen, left };
    take(best);
    left = minus(left, best.size);
  }
}

const questionHere = 1;
const answerHere = 2;

function notePair(pairs: Map<number, number>, turn: number, isQuestion: boolean): void {
  pairs.set(turn, (pairs.get(turn) ?? 0) | (isQuestion ? questionHere : answerHere));
}

function completesPair(pairs: ReadonlyMap<number, number>, turn: number, isQuestion: boolean): boolean {
  if (isQuestion) return ((pairs.get(turn + 1) ?? 0) & answerHere) !== 0 && !pairs.has(turn);
  return ((pairs.get(turn - 1) ?? 0) & questionHere) !== 0 && !pairs.has(turn);
}
