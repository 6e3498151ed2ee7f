/** Which messages of a thread hold groups of words: for finding copies of what is to be forgotten. */
import { checkRange } from '../../rules/checks.ts';
import { hiddenTerm, queryTerms } from '../../rules/index-entry.ts';
import type { SqlContext } from '../context.ts';
import { threadsOf } from './scope.ts';
import type { TextMatch } from './text-index.ts';
import { waitingOf, withWaiting } from './waiting-messages.ts';

/** Many groups of words are looked up in pieces, so that no statement takes long. */
const groupsAtOnce = 8;

/** Also what is kept out of every search. */
export async function findHolding(
  given: SqlContext,
  { threadId, groups, limit }: { threadId: string; groups: readonly (readonly string[])[]; limit: number },
): Promise<number[][]> {
  checkRange({ threadId, limit });
  const [thread] = await threadsOf(given, [threadId]);
  const matches = groups.map((group): TextMatch => queryTerms(group).map((term) => [term, hiddenTerm(term)]));
  if (!thread) return matches.map(() => []);
  const context = await withWaiting(given, waitingOf([thread]));
  const asked = matches.filter((match) => match.length > 0);
  const range = { threadKey: thread.key, upTo: thread.messages };
  const found: number[][] = [];
  for (let from = 0; from < asked.length; from += groupsAtOnce) {
    const look = { range, matches: asked.slice(from, from + groupsAtOnce), limit };
    const [places = []] = await context.dialect.textIndex.find(context.db, [look]);
    found.push(...places.map(({ seqs }) => [...seqs]));
  }
  let next = 0;
  return matches.map((match) => (match.length === 0 ? [] : found[next++]!));
}
