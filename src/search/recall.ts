/**
 * Finds the old messages that matter for a text: asks the index for candidates, reads them and their neighbours, and
 * ranks them. Does no I/O of its own: everything comes through the port.
 */

import type { Message } from '../message/message.ts';
import type { RecallPort, SearchScope } from '../search-index.ts';
import { type Breadth, gatherCandidates } from './candidates.ts';
import { withFeedback } from './feedback.ts';
import { parseQuery } from './query.ts';
import { type Ranking, rank, samePart } from './ranking.ts';
import { readPlaces } from './read-candidates.ts';
import type { Reason } from './reasons.ts';
import { type Region, regionAsked } from './regions.ts';

export type RecallRequest = {
  query: string;
  /** The message before. A query that refers to it takes over its terms ("and where does she live?"). */
  before?: string;
  scope: SearchScope;
  /** Milliseconds since 1970, to resolve expressions such as "last Tuesday". */
  now: number;
  /** Messages to return at most. */
  limit: number;
  /** How many candidates are gathered. Default: as for a question. */
  breadth?: Breadth;
};

export type RecallHit = {
  message: Message;
  /** Comparable only within one result. */
  score: number;
  /** False if it is only a neighbour of a match. */
  isDirect(): boolean;
  /** Computed on demand, because a context shows only some dozens of hundreds of hits. */
  reasons(): Reason[];
};

/** Best first, so that taking hits from the top makes the best use of any budget. */
export async function findPassages(port: RecallPort, request: RecallRequest): Promise<RecallHit[]> {
  const query = parseQuery(request.query, request.now, request.before);
  const candidates = await gatherCandidates(port, request, query);
  return rank(candidates, query).hits(request.limit);
}

/** A hit for a context. */
export type ContextHit = RecallHit & {
  /** True if it was chosen for its region. It is then quoted as it was said, and not by the piece that matches best. */
  inRegion: boolean;
};

export type FoundForContext = {
  hits: ContextHit[];
  /** True if hardly anything matched, so that the search was extended to function words. */
  fewMatches: boolean;
};

/**
 * The same for the context of one thread. If the query probably asks about a whole part of the conversation, it also
 * returns messages of that part that contain none of the query's words.
 */
export async function findForContext(
  port: RecallPort,
  request: RecallRequest & {
    /** Tokens available for the hits. */
    room: number;
  },
): Promise<FoundForContext> {
  const query = parseQuery(request.query, request.now, request.before);
  const found = await gatherCandidates(port, request, query);
  const first = rank(found, query);
  const { set, ranking, fewMatches } =
    request.breadth === 'statement'
      ? { set: found, ranking: first, fewMatches: false }
      : await withFeedback(port, request, { set: found, ranking: first, query });
  const { room } = request;
  const region = request.breadth === 'statement' ? undefined : regionAsked({ set, ranking, query, room });
  const hits =
    region === undefined
      ? ranking.hits(request.limit).map((hit) => ({ ...hit, inRegion: false }))
      : await withRegion(port, request, { ranking, region });
  return { hits: hits.slice(0, request.limit), fewMatches };
}

async function withRegion(
  port: RecallPort,
  { scope }: RecallRequest,
  { ranking, region }: { ranking: Ranking; region: Region },
): Promise<ContextHit[]> {
  const between = await readPlaces(port, scope, region.unread);
  const hits = [
    ...region.scores.map(({ score, inRegion }, index) => ({
      ...ranking.hitOf(index, score),
      inRegion,
    })),
    ...between.map((message) => {
      const { score, inRegion } = region.scoreAt(message.seq);
      return { message, score, isDirect: () => false, reasons: () => [samePart], inRegion };
    }),
  ];
  return hits.sort((first, second) => second.score - first.score || first.message.seq - second.message.seq);
}
