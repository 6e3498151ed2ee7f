/**
 * Finds messages that repeat a message in other words: they share several words that first appeared in that message and
 * are rare since. Uses only the index, at the cost of one look-up per word.
 */
import type { Message } from '../message/message.ts';
import type { Store } from '../store.ts';
import { pairedScripts } from '../text/scripts.ts';
import { isStopTerm } from '../text/stop-terms.ts';
import { textTerms } from '../text/terms.ts';

/** Most words looked up, and most characters they are taken from. */
const mostTerms = 200;
const readCharacters = 100_000;
/** Any two messages on one subject share some words, and a long message shares more by chance. */
const leastShared = 3;
const sharedByLength = 0.6;
const pairs = new RegExp(`[${pairedScripts}]`, 'u');

export async function findRetold(options: {
  store: Store;
  threadId: string;
  forgotten: readonly Message[];
  texts: readonly string[];
  /** A word found in more messages than this is common. */
  commonFrom: number;
}): Promise<number[]> {
  const { store, threadId, forgotten, texts, commonFrom } = options;
  const own = new Set(forgotten.map(({ seq }) => seq));
  const first = Math.min(...own);
  const terms = distinctiveTerms(texts);
  const groups = terms.map((term) => [term]);
  const lists = await store.search.holding({ threadId, groups, limit: commonFrom + own.size + 1 });
  const fresh = lists
    .map((list) => list.filter((seq) => !own.has(seq)))
    .filter((list) => list.length <= commonFrom && list.every((seq) => seq > first));
  const shared = new Map<number, number>();
  for (const list of fresh) for (const seq of list) shared.set(seq, (shared.get(seq) ?? 0) + 1);
  const enough = Math.max(leastShared, Math.ceil(sharedByLength * Math.sqrt(fresh.length)));
  return [...shared].filter(([, count]) => count >= enough).map(([seq]) => seq);
}

/** Addresses, paths and module names are searched as a whole elsewhere; their parts occur in many others. */
const joined = /[/@\\]|[.:]\w/u;

/**
 * The words of the texts worth looking up. Pairs of characters, which stand for words in some scripts, are left out
 * because they are shared by chance.
 */
export function distinctiveTerms(texts: readonly string[]): string[] {
  const terms = texts.flatMap((text) => textTerms(withoutJoined(text.slice(0, readCharacters))));
  const distinctive = terms.filter((term) => term.length > 2 && !pairs.test(term) && !isStopTerm(term));
  return [...new Set(distinctive)].slice(0, mostTerms);
}

function withoutJoined(text: string): string {
  return text
    .split(/\s+/u)
    .filter((word) => !joined.test(word))
    .join(' ');
}
