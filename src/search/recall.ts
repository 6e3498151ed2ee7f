/**
 * Finds the old messages that matter for a text: asks the index for candidates, reads them and their neighbours, and
 * ranks them. Does no I/O of its own: everything comes through the port.
 */

import type { Message } from '../message/message.ts';
import type { RecallPort, SearchScope } from '../search-index.ts';
import { type Breadth, gatherCandidates, readPlaces } from './candidates.ts';
import { parseQuery } from './query.ts';
import { rank, samePart } from './ranking.ts';
import type { Reason } from './reasons.ts';
import { regionAsked } from './regions.ts';

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
  return rank(candidates, query).hits().slice(0, request.limit);
}

/**
 * The same for one thread's context. A question for what was said about something, all of it in one part of the
 * conversation, gets that part as it was said, also what has none of its words: best first, from its middle outwards.
 */
export async function findPassagesOrRegion(
  port: RecallPort,
  request: RecallRequest,
): Promise<{ hits: RecallHit[]; isRegion: boolean }> {
  const query = parseQuery(request.query, request.now, request.before);
  const set = await gatherCandidates(port, request, query);
  const ranking = rank(set, query);
  const region = request.breadth === 'statement' ? undefined : regionAsked(set, ranking.scores, query);
  if (region === undefined) return { hits: ranking.hits().slice(0, request.limit), isRegion: false };
  const between = await readPlaces(port, request.scope, region.unread);
  const hits = [
    ...region.scores.map((score, index) => ranking.hitOf(index, score)),
    ...between.map((message) => ({
      message,
      score: region.scoreAt(message.seq),
      direct: false,
      reasons: [samePart],
    })),
  ];
  hits.sort((first, second) => second.score - first.score || first.message.seq - second.message.seq);
  return { hits: hits.slice(0, request.limit), isRegion: true };
}
