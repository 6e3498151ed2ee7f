/**
 * Messages that tell again, in their own words, what a message was the first to say: they share several words that
 * nobody in the thread used before it, and few since. Told by the index alone, so that it costs a look-up a word.
 */
import type { Message } from '../message/message.ts';
import type { Store } from '../store.ts';
import { pairedScripts } from '../text/scripts.ts';
import { isStopTerm } from '../text/stop-terms.ts';
import { textTerms } from '../text/terms.ts';

/** Words looked up, and of how long a text. */
const mostTerms = 200;
const readCharacters = 100_000;
/** Two of a subject are shared by whoever speaks of it. A long message says much that is said again by chance. */
const leastShared = 3;
const sharedByLength = 0.6;
const pairs = new RegExp(`[${pairedScripts}]`, 'u');

export async function findRetold(options: {
  store: Store;
  threadId: string;
  forgotten: readonly Message[];
  texts: readonly string[];
  /** In more messages than this a word is common. */
  commonFrom: number;
}): Promise<number[]> {
  const { store, threadId, forgotten, texts, commonFrom } = options;
  const own = new Set(forgotten.map(({ seq }) => seq));
  const first = Math.min(...own);
  const terms = tellingTerms(texts);
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

/** Addresses, paths and names of modules are looked for whole; of their parts many others are made. */
const joined = /[/@\\]|[.:]\w/u;

/** Pairs of characters, which stand for words in some scripts, are shared by chance. */
export function tellingTerms(texts: readonly string[]): string[] {
  const terms = texts.flatMap((text) => textTerms(withoutJoined(text.slice(0, readCharacters))));
  const telling = terms.filter((term) => term.length > 2 && !pairs.test(term) && !isStopTerm(term));
  return [...new Set(telling)].slice(0, mostTerms);
}

function withoutJoined(text: string): string {
  return text
    .split(/\s+/u)
    .filter((word) => !joined.test(word))
    .join(' ');
}
