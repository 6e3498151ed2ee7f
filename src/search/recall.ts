/**
 * Finds the old messages that matter for a text: asks the index for candidates, reads them and their neighbours, and
 * ranks them. Does no I/O of its own: everything comes through the port.
 */

import type { Message } from '../message/message.ts';
import type { RecallPort, SearchScope } from '../search-index.ts';
import { gatherPool } from './pool.ts';
import { readQuestion } from './question.ts';
import { rank } from './ranking.ts';

export type RecallRequest = {
  query: string;
  /** What was said just before: lends its words to a query that leans on it ("and where does she live?"). */
  before?: string;
  scope: SearchScope;
  /** Milliseconds since 1970: what "last Tuesday" is counted from. */
  now: number;
  /** Messages to return at most. */
  limit: number;
};

export type RecallHit = {
  message: Message;
  /** Comparable within one answer only. */
  score: number;
  /** False where it only stands beside what was found. */
  direct: boolean;
  /** Why it was found, each a short phrase: "matches adopt, agenc", "next to #12", "in May 2023". */
  reasons: string[];
};

/** Best first: filled in from the top, any budget holds the most it can. */
export async function findPassages(port: RecallPort, request: RecallRequest): Promise<RecallHit[]> {
  const question = readQuestion(request.query, request.now, request.before);
  const pool = await gatherPool(port, request, question);
  return rank(pool, question).slice(0, request.limit);
}
