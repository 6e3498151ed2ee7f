/**
 * What a user came for: the first thing that was asked for, or told as a problem, when the talk began; or the sentence
 * that an older summary opens with, which says the same.
 */
import type { Act } from './acts.ts';
import type { Candidate } from './candidates.ts';

const wishes: ReadonlySet<Act> = new Set<Act>(['request', 'question', 'problem', 'proposal', 'decision']);
/** Users greet, and say who they are, before they say what they want. */
const openingTurns = 4;
/** What is longer is told by no opening: it would be the message itself, not its summary. */
const longestGoal = 400;

export function goalOf(candidates: readonly Candidate[]): Candidate | undefined {
  const opened = candidates.find(({ sentence }) => sentence.kind === 'previous' && sentence.index === 0);
  if (opened !== undefined) return opened;
  const byUser = candidates
    .filter(
      ({ told, sentence: { kind, speaker, turn } }) =>
        kind === 'prose' && speaker?.kind === 'user' && turn < openingTurns && told.length <= longestGoal,
    )
    .sort((left, right) => left.sentence.index - right.sentence.index);
  return byUser.find(({ sentence }) => wishes.has(sentence.act)) ?? byUser[0];
}
