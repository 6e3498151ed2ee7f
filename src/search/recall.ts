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
  isDirect(): boolean;
  /** Worked out when it is asked for: of hundreds found, a context shows some dozens. */
  reasons(): Reason[];
};

/** Best first: filled in from the top, any budget holds the most it can. */
export async function findPassages(port: RecallPort, request: RecallRequest): Promise<RecallHit[]> {
  const query = parseQuery(request.query, request.now, request.before);
  const candidates = await gatherCandidates(port, request, query);
  return rank(candidates, query).hits(request.limit);
}

/** What is quoted for a context. */
export type ContextHit = RecallHit & {
  /** For the part of the conversation it stands in: as it was said, not the piece that has the question's words. */
  asSaid: boolean;
};

export type FoundForContext = {
  hits: ContextHit[];
  /** Hardly anything says what is asked, so that what else was said was looked for, too. */
  isLittle: boolean;
};

/**
 * The same for one thread's context: where a part of the conversation may be what is asked for, also what stands in it
 * and has none of the question's words.
 */
export async function findForContext(
  port: RecallPort,
  request: RecallRequest & {
    /** Tokens there are for what is found. */
    room: number;
  },
): Promise<FoundForContext> {
  const query = parseQuery(request.query, request.now, request.before);
  const found = await gatherCandidates(port, request, query);
  const first = rank(found, query);
  const { set, ranking, isLittle } =
    request.breadth === 'statement'
      ? { set: found, ranking: first, isLittle: false }
      : await withFeedback(port, request, { set: found, ranking: first, query });
  const { room } = request;
  const region = request.breadth === 'statement' ? undefined : regionAsked({ set, ranking, query, room });
  const hits =
    region === undefined
      ? ranking.hits(request.limit).map((hit) => ({ ...hit, asSaid: false }))
      : await withRegion(port, request, { ranking, region });
  return { hits: hits.slice(0, request.limit), isLittle };
}

async function withRegion(
  port: RecallPort,
  { scope }: RecallRequest,
  { ranking, region }: { ranking: Ranking; region: Region },
): Promise<ContextHit[]> {
  const between = await readPlaces(port, scope, region.unread);
  const hits = [
    ...region.deserved.map(({ score, inRegion }, index) => ({
      ...ranking.hitOf(index, score),
      asSaid: inRegion,
    })),
    ...between.map((message) => {
      const { score, inRegion } = region.deservedAt(message.seq);
      return { message, score, isDirect: () => false, reasons: () => [samePart], asSaid: inRegion };
    }),
  ];
  return hits.sort((first, second) => second.score - first.score || first.message.seq - second.message.seq);
}
