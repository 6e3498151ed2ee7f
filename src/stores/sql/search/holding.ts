/** Finds messages that contain groups of words, to find copies of a message that is to be forgotten. */
import { checkRange } from '../../rules/checks.ts';
import { hiddenTerm, queryTerms } from '../../rules/index-entry.ts';
import type { SqlContext } from '../context.ts';
import type { TextMatch } from '../text-index.ts';
import { threadsOf } from './scope.ts';
import { waitingOf, withWaiting } from './waiting-messages.ts';

/** Groups for one statement, so that no statement takes long. */
const groupsAtOnce = 8;

/** Also finds messages that searches leave out. */
export async function findHolding(
  database: SqlContext,
  { threadId, groups, limit }: { threadId: string; groups: readonly (readonly string[])[]; limit: number },
): Promise<number[][]> {
  checkRange({ threadId, limit });
  const [thread] = await threadsOf(database, [threadId]);
  const matches = groups.map((group): TextMatch => queryTerms(group).map((term) => [term, hiddenTerm(term)]));
  if (!thread) return matches.map(() => []);
  const context = await withWaiting(database, waitingOf([thread]));
  const nonEmpty = matches.filter((match) => match.length > 0);
  const range = { threadKey: thread.key, upTo: thread.messages };
  const found: number[][] = [];
  for (let from = 0; from < nonEmpty.length; from += groupsAtOnce) {
    const lookup = { range, matches: nonEmpty.slice(from, from + groupsAtOnce), limit };
    const [places = []] = await context.dialect.textIndex.find(context.db, [lookup]);
    found.push(...places.map(({ seqs }) => [...seqs]));
  }
  let next = 0;
  return matches.map((match) => (match.length === 0 ? [] : found[next++]!));
}
