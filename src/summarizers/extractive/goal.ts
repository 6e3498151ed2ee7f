/**
 * The user's goal: the first request or problem at the beginning of the conversation. Or the opening sentence of an
 * older summary, which tells the same.
 */
import type { Act } from './acts.ts';
import type { Candidate } from './candidates.ts';

const wishes: ReadonlySet<Act> = new Set<Act>(['request', 'question', 'problem', 'proposal', 'decision']);
/** Users may greet and introduce themselves before they say what they want. */
const openingTurns = 4;
/** A longer goal does not fit an opening: it would be the message itself, not a summary. */
const longestGoal = 400;

export function goalOf(candidates: readonly Candidate[]): Candidate | undefined {
  const opened = candidates.find(({ sentence }) => sentence.kind === 'previous' && sentence.index === 0);
  if (opened !== undefined) return opened;
  const byUser = candidates
    .filter(
      ({ narrated, sentence: { kind, speaker, turn } }) =>
        kind === 'prose' && speaker?.kind === 'user' && turn < openingTurns && narrated.length <= longestGoal,
    )
    .sort((left, right) => left.sentence.index - right.sentence.index);
  return byUser.find(({ sentence }) => wishes.has(sentence.act)) ?? byUser[0];
}
