/**
 * What the newest message needs of the past: decides whether it needs anything, what to look for, and turns
 * what was found into passages. Ranking itself is in search/.
 */

import type { Passage } from '../context/context.ts';
import type { Redaction } from '../engine/redaction.ts';
import { type Message, textOf } from '../message/message.ts';
import type { RecalledPlace } from '../records/sent-state.ts';
import { type AskedItem, askedItem } from '../search/asked-item.ts';
import { needsRecall } from '../search/intent.ts';
import { isOnlyQuestion, isQuestion } from '../search/is-question.ts';
import { olderValues, type ValueChange } from '../search/older-values.ts';
import { asksForDetail, asksForMany } from '../search/query.ts';
import { shownReasons } from '../search/reasons.ts';
import { type ContextHit, findForContext } from '../search/recall.ts';
import type { RecallPort } from '../search-index.ts';
import { otherFormsOf } from '../text/irregular-words.ts';
import { isStopTerm } from '../text/stop-terms.ts';
import { textTerms } from '../text/terms.ts';
import { type PieceLengths, type Quotation, quotationsOf } from './quotations.ts';
import type { RecallAllowance } from './recall-allowance.ts';

/**
 * Scores are log odds. Hits this far below the best one are not worth their tokens. For questions, a wider spread was
 * measured to find nothing more. A message that only states something needs a narrower one.
 */
const questionSpread = 10;
const statementSpread = 2.5;
/** Fewer tokens hold only the frame of a passage and half a sentence. */
const leastTokens = 100;
/** For a message that asks nothing, fewer tokens are not worth a search: the frame would take most of them. */
export const leastReminder = 150;
/** Most tokens for a message if hardly any of the hits matches its question. */
const mostOfLittle = 1_000;
/** Most hits that are looked at: more than any budget for passages can show. */
const mostPassages = 300;
/** Characters of a piece of a long message, and of a message that is still quoted whole. */
const onePlace: PieceLengths = { characters: 280, wholeCharacters: 480 };
/** Share of all tokens for passages that the quotation of one long message may take. */
const passagePart = 0.25;
/** If the answer stands in several places, many short pieces are worth more than a long one. */
const manyPlaces: PieceLengths = { characters: 200, wholeCharacters: 240 };
const oneOfManyCharacters = 600;
const charactersPerToken = 4;
/** Most characters of long messages that are searched for the right piece in one request, most relevant first. */
const mostLong = 400_000;
/** Characters read of a long message: its beginning and its end, because that is where people ask. */
const askedCharacters = 20_000;

export type Recalled = {
  /** Most relevant first. */
  passages: Passage[];
  /** Most tokens for all of them. */
  mostTokens: number;
  /** Most characters quoted of one message, and in `pieceCharacters` of a piece of it. */
  characters: number;
  pieceCharacters: number;
  /** True if the oldest messages of the tail may give way to them. */
  mayDisplace: boolean;
};

export const nothingRecalled: Recalled = {
  ...{ passages: [], mostTokens: 0, characters: 0, pieceCharacters: 0, mayDisplace: false },
};

export type RecallPorts = { recallPort: RecallPort; redaction: Redaction };

/** What to look for, and how many tokens it may take. */
export type RecallNeed = {
  text: string;
  /** The user's message before it, which it may refer to. */
  before: string | undefined;
  asks: boolean;
  onlyAsked: boolean;
  mostTokens: number;
};

/** Undefined if nothing of the past is needed. */
export function recallNeed(options: {
  /** The caller's search text; undefined if the newest message of the user is what to recall for. */
  query: string | undefined;
  /** The newest messages, in order. */
  tail: readonly Message[];
  mostTokens: number;
  /** Limits for a message. A query of the caller may use all of `mostTokens`. */
  allowance: RecallAllowance;
}): RecallNeed | undefined {
  const { query, tail } = options;
  if (options.mostTokens <= 0) return undefined;
  const userTexts = tail
    .filter(({ role }) => role === 'user')
    .slice(-2)
    .map(({ parts }) => beginningAndEnd(textOf(parts)));
  // In a tool loop the user's message is still the one that is being answered.
  const text = query === undefined ? userTexts.at(-1) : beginningAndEnd(query);
  if (text === undefined || (query === undefined && !needsRecall(text))) return undefined;
  const asks = query !== undefined || isQuestion(text);
  const onlyAsked = query !== undefined || isOnlyQuestion(text);
  const kind = onlyAsked ? 'question' : asks ? 'mixed' : 'statement';
  const allowed = query !== undefined ? options.mostTokens : options.allowance[kind];
  const mostTokens = Math.min(options.mostTokens, allowed);
  if (mostTokens < (onlyAsked ? leastTokens : leastReminder)) return undefined;
  return {
    text,
    before: query === undefined ? (userTexts.at(-2) ?? '') : undefined,
    asks,
    onlyAsked,
    mostTokens,
  };
}

export async function recallPassages(options: {
  ports: RecallPorts;
  threadId: string;
  need: RecallNeed;
  query: string | undefined;
  /** Time of the turn. */
  now: number;
  tail: readonly Message[];
  /** The newest message that may be found. */
  upTo: number;
  /** Values that changed, according to the summaries. */
  changes: readonly ValueChange[];
}): Promise<Recalled> {
  const { ports, threadId, tail, upTo } = options;
  const { text: question, before, asks, onlyAsked } = options.need;
  const { recallPort, redaction } = ports;
  const newest = tail.at(-1);
  // A turn of the past is read with its own time, or the same turn would find other days tomorrow.
  const now = options.query === undefined && newest ? Date.parse(newest.createdAt) : options.now;
  const { hits, fewMatches } = await findForContext(recallPort, {
    query: question,
    ...(before !== undefined && { before }),
    scope: { threadIds: [threadId], upTo },
    now,
    limit: mostPassages,
    room: options.need.mostTokens,
    breadth: asks ? 'question' : 'statement',
  });
  // A caller's query may return all hits. A conversation only pays for those that probably answer its message.
  const affordable = fewMatches && options.query === undefined ? mostOfLittle : Number.POSITIVE_INFINITY;
  const mostTokens = Math.min(options.need.mostTokens, affordable);
  const withoutSecrets = cachedRedaction(redaction.told);
  const many = asks && asksForMany(question);
  const part = (share: number) => Math.floor(mostTokens * share * charactersPerToken);
  const pieces = many ? manyPlaces : onePlace;
  const characters = !asks
    ? onePlace.wholeCharacters
    : hits.some(({ inRegion }) => inRegion)
      ? part(1)
      : Math.min(many ? oneOfManyCharacters : Number.POSITIVE_INFINITY, part(passagePart));
  const least = (hits[0]?.score ?? 0) - (asks ? questionSpread : statementSpread);
  const within = hits.filter(({ score }) => score >= least);
  const older = olderValues({
    asked: question,
    found: within.map(({ message }) => message),
    // The question itself states no value.
    shown: options.query === undefined ? tail.slice(0, -1) : tail,
    changes: options.changes,
  });
  const near = newestFirst(within, older);
  const inRegion = new Set(near.filter((hit) => hit.inRegion).map(({ message }) => message));
  const quotations = await quotationsOf({
    redaction,
    messages: near.map(({ message }) => message),
    ...quotationTarget(question),
    characters,
    brief: pieces,
    isWhole: (message) => inRegion.has(message),
    mostLong,
  });
  const passages = near.flatMap(({ message, reasons, inRegion: whole }) => {
    const quotation = quotations.get(message);
    if (quotation === undefined) return [];
    const newerIn = older.get(message.seq);
    const reason = () =>
      reasonText([...shownReasons(reasons(), question, withoutSecrets), ...olderReason(newerIn)]);
    return [passageOf({ message, quotation, withoutSecrets, newerIn, reason, whole })];
  });
  return { passages, mostTokens, characters, pieceCharacters: pieces.characters, mayDisplace: onlyAsked };
}

/** Puts the newest value of something before its older ones, because a small room shows only the first passages. */
function newestFirst(hits: readonly ContextHit[], older: ReadonlyMap<number, number>): ContextHit[] {
  const bySeq = new Map(hits.map((hit) => [hit.message.seq, hit]));
  const ordered = new Set<ContextHit>();
  for (const hit of hits) {
    const newest = bySeq.get(older.get(hit.message.seq) ?? 0);
    if (newest) ordered.add(newest);
    ordered.add(hit);
  }
  return [...ordered];
}

/** Why a passage stands where it stood in an earlier request. */
export function keptReason({ asked }: RecalledPlace, newerIn: number | undefined): string {
  return reasonText([`for message #${asked}`, ...olderReason(newerIn)]);
}

function reasonText(reasons: readonly string[]): string {
  return reasons.length === 0 ? 'recalled' : `recalled: ${reasons.join('; ')}`;
}

function olderReason(newerIn: number | undefined): string[] {
  return newerIn === undefined ? [] : [`an earlier value, newer in #${newerIn}`];
}

/** What a piece of a long message should say. */
function quotationTarget(question: string): {
  terms: ReadonlySet<string>;
  seeksDetail: boolean;
  item: AskedItem | undefined;
} {
  const all = textTerms(question);
  const contentTerms = all.filter((term) => !isStopTerm(term));
  const terms = (contentTerms.length === 0 ? all : contentTerms).flatMap((term) => [
    term,
    ...otherFormsOf(term),
  ]);
  return { terms: new Set(terms), seeksDetail: asksForDetail(question), item: askedItem(question) };
}

/** The passages of an earlier request, in the same order and of the same length. Messages that are gone are left out. */
export async function repeatedPassages(options: {
  ports: Pick<RecallPorts, 'redaction'>;
  question: string;
  place: RecalledPlace;
  /** The quoted messages that are still there, by number. */
  quoted: ReadonlyMap<number, Message>;
}): Promise<Passage[]> {
  const { ports, place, quoted: bySeq } = options;
  const { redaction } = ports;
  const messages = place.seqs.flatMap((seq) => bySeq.get(seq) ?? []);
  const withoutSecrets = cachedRedaction(redaction.told);
  const brief = new Set(place.pieces?.seqs);
  const newest = new Map(place.older?.seqs.map((seq, index) => [seq, place.older?.newerIn[index]]));
  const quotations = await quotationsOf({
    redaction,
    messages,
    ...quotationTarget(beginningAndEnd(options.question)),
    characters: place.characters,
    ...(place.pieces && { brief: { ...onePlace, characters: place.pieces.characters } }),
    isBrief: ({ seq }) => brief.has(seq),
  });
  return place.seqs.flatMap((seq) => {
    const message = bySeq.get(seq);
    const quotation = message && quotations.get(message);
    if (message === undefined || quotation === undefined) return [];
    const newerIn = newest.get(seq);
    return [
      passageOf({ message, quotation, withoutSecrets, newerIn, reason: () => keptReason(place, newerIn) }),
    ];
  });
}

function beginningAndEnd(text: string): string {
  if (text.length <= askedCharacters) return text;
  const half = askedCharacters / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`.toWellFormed();
}

/** Hundreds of hits have the same query, few names and few reasons. */
function cachedRedaction(replaceSecrets: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const shown = known.get(text) ?? replaceSecrets(text);
    known.set(text, shown);
    return shown;
  };
}

function passageOf(options: {
  message: Message;
  quotation: Quotation;
  withoutSecrets: (text: string) => string;
  newerIn: number | undefined;
  reason: () => string;
  /** No shorter piece of it is shown. */
  whole?: boolean;
}): Passage {
  const { message, quotation, withoutSecrets, newerIn, whole = false } = options;
  const { id, seq, role, name, createdAt } = message;
  const { leastTokens } = quotation;
  return {
    messageId: id,
    seq,
    role,
    ...(name === undefined ? {} : { name: withoutSecrets(name) }),
    at: createdAt,
    ...(newerIn === undefined ? {} : { newerIn }),
    ...(leastTokens === undefined ? {} : { leastTokens }),
    get text() {
      return quotation.text();
    },
    get brief() {
      return whole ? undefined : quotation.brief();
    },
    get reason() {
      return options.reason();
    },
  };
}
