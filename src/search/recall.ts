/**
 * Finds the old messages that matter for a text: asks the index for candidates, reads them and their neighbours, and
 * ranks them. Does no I/O of its own: everything comes through the port.
 */

import type { Message } from '../message/message.ts';
import type { RecallPort, SearchScope } from '../search-index.ts';
import { type Breadth, gatherCandidates } from './candidates.ts';
import { parseQuery } from './query.ts';
import { rank } from './ranking.ts';
import type { Reason } from './reasons.ts';

export type RecallRequest = {
  query: string;
  /** What was said just before: a query that points back to it borrows its words ("and where does she live?"). */
  before?: string;
  scope: SearchScope;
  /** Milliseconds since 1970: what "last Tuesday" is counted from. */
  now: number;
  /** Messages to return at most. */
  limit: number;
  /** How far is looked around. Default: as for a question. */
  breadth?: Breadth;
};

export type RecallHit = {
  message: Message;
  /** Comparable within one answer only. */
  score: number;
  /** False where it only stands beside what was found. */
  direct: boolean;
  reasons: Reason[];
};

/** Best first: filled in from the top, any budget holds the most it can. */
export async function findPassages(port: RecallPort, request: RecallRequest): Promise<RecallHit[]> {
  const query = parseQuery(request.query, request.now, request.before);
  const candidates = await gatherCandidates(port, request, query);
  return rank(candidates, query).slice(0, request.limit);
}
