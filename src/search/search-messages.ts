/** `search` of one thread and of all: checks the query, ranks, and reads the neighbours of each hit. */

import type { Redaction } from '../engine/redaction.ts';
import { invalidInput } from '../errors.ts';
import { refuseUnknownInput } from '../input/member-checks.ts';
import { parseTime } from '../input/time.ts';
import { type Message, type Role, roles } from '../message/message.ts';
import type { RecallPort } from '../search-index.ts';
import { checkScopeList, type SearchScope } from '../search-index.ts';
import type { MessagePlace } from '../store.ts';
import { shownReasons } from './reasons.ts';
import { findPassages, type RecallHit } from './recall.ts';
import type { SearchHit, SearchOptions, SearchPage } from './results.ts';

const largestPage = 100;
const mostNeighbours = 10;
/** Hits that are ranked for one question; pages are cut from them. */
const mostHits = 500;
const longestQuery = 10_000;

const optionNames = ['roles', 'tools', 'after', 'before', 'neighbours', 'limit', 'cursor'];

export async function searchMessages(options: {
  port: RecallPort;
  redaction: Pick<Redaction, 'shown' | 'told'>;
  threadIds: SearchScope['threadIds'];
  query: string;
  search: SearchOptions;
  now: number;
}): Promise<SearchPage> {
  const { port, redaction, threadIds, query, search, now } = options;
  if (typeof query !== 'string' || query.trim() === '' || query.length > longestQuery) {
    throw invalidInput('query', `text of at most ${longestQuery.toLocaleString('en')} characters`, query);
  }
  checkNames(search);
  const { neighbours = 1, limit = 10 } = search;
  checkWithin('neighbours', neighbours, 0, mostNeighbours);
  checkWithin('limit', limit, 1, largestPage);
  const offset = readCursor(search.cursor);
  const passages = await findPassages(port, {
    query,
    scope: { threadIds, ...filtersOf(search) },
    now,
    limit: mostHits,
  });
  // Neighbours of a hit are shown with it, and not as hits of their own.
  const ranked = passages.filter((hit) => hit.isDirect());
  const page = ranked.slice(offset, offset + limit);
  const around = await neighboursOf(port, page, neighbours);
  const hits = await Promise.all(
    page.map((hit, index) => shownHit({ hit, ...around[index]!, query, redaction })),
  );
  const end = offset + page.length;
  return { hits, next: end < ranked.length ? writeCursor(end) : undefined };
}

type Neighbours = { before: Message[]; after: Message[] };

/** Of each hit in turn. */
async function neighboursOf(
  port: RecallPort,
  hits: readonly RecallHit[],
  neighbours: number,
): Promise<Neighbours[]> {
  const found = new Set(hits.map(({ message }) => placeOf(message)));
  const near = (seq: number) =>
    Array.from({ length: 2 * neighbours + 1 }, (_, index) => seq - neighbours + index);
  const places = hits.flatMap(({ message: { threadId, seq } }) =>
    near(seq)
      .filter((place) => place >= 1)
      .map((place) => ({ threadId, seq: place }))
      .filter((place) => !found.has(placeOf(place))),
  );
  const read = places.length === 0 ? [] : await port.readMessagesAt(places);
  const others = new Map(
    read.filter(({ removed }) => removed === undefined).map((message) => [placeOf(message), message]),
  );
  return hits.map(({ message: { threadId, seq } }) => {
    const around = near(seq).flatMap((place) => others.get(placeOf({ threadId, seq: place })) ?? []);
    return { before: around.filter((one) => one.seq < seq), after: around.filter((one) => one.seq > seq) };
  });
}

/** Hits are quotations, so they are redacted; the originals are in the history. */
async function shownHit(
  options: Neighbours & {
    hit: RecallHit;
    query: string;
    redaction: Pick<Redaction, 'shown' | 'told'>;
  },
): Promise<SearchHit> {
  const { hit, query, redaction } = options;
  const all = (messages: readonly Message[]) => Promise.all(messages.map(redaction.shown));
  const [message, before, after] = await Promise.all([
    redaction.shown(hit.message),
    all(options.before),
    all(options.after),
  ]);
  const reasons = hit.reasons();
  return {
    threadId: hit.message.threadId,
    message,
    before,
    after,
    score: hit.score,
    reasons: shownReasons(reasons, query, redaction.told),
    foundBy: [...new Set(reasons.map(({ kind }) => kind))],
  };
}

function placeOf({ threadId, seq }: MessagePlace): string {
  return `${seq}:${threadId}`;
}

function filtersOf({ roles: wanted, tools, after, before }: SearchOptions): Omit<SearchScope, 'threadIds'> {
  return {
    ...(wanted === undefined ? {} : { roles: checkList('roles', wanted, roles) as Role[] }),
    ...(tools === undefined ? {} : { tools: checkList('tools', tools) }),
    ...(after === undefined ? {} : { after: timeOf('after', after) }),
    ...(before === undefined ? {} : { before: timeOf('before', before) }),
  };
}

function checkNames(search: SearchOptions): void {
  if (typeof search !== 'object' || search === null) throw invalidInput('options', 'an object', search);
  refuseUnknownInput('', search, optionNames);
}

function checkList(
  field: 'roles' | 'tools',
  value: readonly string[],
  accepted?: readonly string[],
): string[] {
  if (Array.isArray(value)) checkScopeList(field, value);
  const isOne = (one: unknown) => typeof one === 'string' && (accepted?.includes(one) ?? one !== '');
  if (!Array.isArray(value) || value.length === 0 || !value.every(isOne)) {
    throw invalidInput(field, accepted ? `a list of ${accepted.join(', ')}` : 'a list of names', value);
  }
  return [...value];
}

function checkWithin(field: string, value: unknown, least: number, most: number): void {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most) {
    throw invalidInput(field, `a whole number from ${least} to ${most}`, value);
  }
}

function timeOf(field: string, value: Date | string): string {
  const time = value instanceof Date ? value.getTime() : parseTime(String(value));
  if (time === undefined || Number.isNaN(time)) {
    throw invalidInput(field, 'a Date or a time such as 2026-05-08T13:00:00Z', value);
  }
  return new Date(time).toISOString();
}

function writeCursor(offset: number): string {
  return `after-${offset}`;
}

function readCursor(cursor: unknown): number {
  if (cursor === undefined) return 0;
  const offset = typeof cursor === 'string' ? /^after-(\d{1,4})$/u.exec(cursor)?.[1] : undefined;
  if (offset === undefined) throw invalidInput('cursor', '`next` of the page before', cursor);
  return Number(offset);
}
