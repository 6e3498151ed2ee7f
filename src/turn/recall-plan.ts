/**
 * Decides what a request may recall: how many tokens passages get, which places of earlier requests stay, whether
 * anything of the past is looked up, and up to which message. Nothing is read here.
 */
import { givenTokens } from '../context/fixed.ts';
import { recallBesideWork, recallRoom } from '../context/sections.ts';
import type { RecallSettings } from '../options.ts';
import type { RecalledPlace } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { ContextParts } from './context-parts.ts';
import { tokensOf, type UncoveredMessages } from './read-tail.ts';
import { anyRecall, type RecallAllowance } from './recall-allowance.ts';
import { type RecallNeed, recallNeed } from './recall-passages.ts';
import { type KeptPlaces, keptPlaces } from './recalled-places.ts';

export type RecallPlan = {
  /** Reference tokens that passages may take at most. */
  tokens: number;
  kept: KeptPlaces;
  /** The place of this very request, if the request is made again from its record. */
  recordedPlace: RecalledPlace | undefined;
  looksUp: boolean;
  /** What is looked up; undefined if nothing of the past is needed. */
  need: RecallNeed | undefined;
  /** Number of the newest message that may be found. */
  upTo: number;
};

export function planRecall(options: {
  ports: { recall: RecallSettings; counter: TokenCounter };
  state: Pick<ThreadState, 'revision'>;
  parts: ContextParts;
  messages: UncoveredMessages;
  /** Places of earlier requests; with `recorded`, those of this request. */
  places: readonly RecalledPlace[];
  recorded: boolean;
  allowance: RecallAllowance | undefined;
  /** False: room is kept for passages, but nothing is looked up. */
  looksUp: boolean;
  /** Whether the context shows a work record. */
  hasWork: boolean;
  /** Number of the newest message of the turn. */
  at: number;
  /** Reference tokens that the context has for everything. */
  usable: number;
}): RecallPlan {
  const { parts, messages, recorded, allowance = anyRecall, at, usable } = options;
  const { query } = parts;
  const { coveredTo, tail, unread } = messages;
  const tokens = roomFor(options);
  const kept: KeptPlaces =
    tokens > 0
      ? keptPlaces({ state: options.state, places: options.places, recorded, tail, query })
      : { places: [], wanted: undefined };
  const recordedPlace = recorded ? kept.places.find(({ fresh }) => fresh === true) : undefined;
  const isLookedFor = kept.wanted !== undefined || recordedPlace !== undefined;
  const looksUp = options.looksUp && parts.recall && isLookedFor;
  const isHidden = unread !== null || tokensOf(tail) > usable - tokens;
  const upTo = isHidden ? at - 1 : coveredTo;
  const need = looksUp && upTo >= 1 ? recallNeed({ query, tail, mostTokens: tokens, allowance }) : undefined;
  return { tokens, kept, recordedPlace, looksUp, need, upTo };
}

/** Beside a work record, passages get less, unless the caller sets their share or asks for a hand-off. */
function roomFor(options: {
  ports: { recall: RecallSettings; counter: TokenCounter };
  parts: ContextParts;
  hasWork: boolean;
  usable: number;
}): number {
  const { ports, parts, hasWork, usable } = options;
  const { system, profile, sectionShares, narrow } = parts;
  const reserved = recallRoom(ports.recall, usable, sectionShares);
  if (!hasWork || narrow || sectionShares.recall !== undefined) return reserved;
  const callerTokens = givenTokens({ system, profile, counter: ports.counter });
  return Math.min(reserved, recallBesideWork(usable - callerTokens));
}
