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

export async function findParaphrases(options: {
  store: Store;
  threadId: string;
  forgotten: readonly Message[];
  texts: readonly string[];
  /** A word found in more messages than this is common. */
  commonFrom: number;
}): Promise<number[]> {
  const { store, threadId, forgotten, texts, commonFrom } = options;
  const forgottenSeqs = new Set(forgotten.map(({ seq }) => seq));
  const first = Math.min(...forgottenSeqs);
  const terms = distinctiveTerms(texts);
  const groups = terms.map((term) => [term]);
  const lists = await store.search.holding({ threadId, groups, limit: commonFrom + forgottenSeqs.size + 1 });
  const newSince = lists
    .map((list) => list.filter((seq) => !forgottenSeqs.has(seq)))
    .filter((list) => list.length <= commonFrom && list.every((seq) => seq > first));
  const sharedCounts = new Map<number, number>();
  for (const list of newSince)
    for (const seq of list) sharedCounts.set(seq, (sharedCounts.get(seq) ?? 0) + 1);
  const sharedNeeded = Math.max(leastShared, Math.ceil(sharedByLength * Math.sqrt(newSince.length)));
  return [...sharedCounts].filter(([, count]) => count >= sharedNeeded).map(([seq]) => seq);
}

/** Addresses, paths and module names. Traces compare them as a whole, because their parts occur in many others. */
const compound = /[/@\\]|[.:]\w/u;

/**
 * The words of the texts worth looking up. Pairs of characters, which stand for words in some scripts, are left out
 * because they are shared by chance.
 */
export function distinctiveTerms(texts: readonly string[]): string[] {
  const terms = texts.flatMap((text) => textTerms(withoutCompounds(text.slice(0, readCharacters))));
  const distinctive = terms.filter((term) => term.length > 2 && !pairs.test(term) && !isStopTerm(term));
  return [...new Set(distinctive)].slice(0, mostTerms);
}

function withoutCompounds(text: string): string {
  return text
    .split(/\s+/u)
    .filter((word) => !compound.test(word))
    .join(' ');
}
