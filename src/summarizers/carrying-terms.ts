/**
 * The terms of a text that can be found again in a retelling, in any script: beginnings of words in inflected
 * languages, pairs of characters in scripts without spaces, and numbers as they are.
 */
import { characterPairs, unspacedCharacter } from '../text/scripts.ts';
import { wordBeginning } from '../text/stem.ts';
import { anyGrammar, stopWordsOf } from '../text/stop-words.ts';

export type Terms = {
  /** Distinct terms with content, and how often each occurs. */
  content: Map<string, number>;
  /** Words of ordinary prose in order, grammar included, which show the language. Without code, names and numbers. */
  running: string[];
};

const word = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)?/gu;
const longestWord = 40;

/** Words about the conversation itself. Any summary may contain them, so they say nothing about a particular one. */
const ofTalk = new Set(
  (
    'user users assistant conversation summary summaries summarize summarized summarizing transcript message ' +
    'messages chat dialog dialogue discussion person1 person2 text content following provided above below'
  ).split(' '),
);
/** Verbs of retelling. Every summary adds some, so they count neither for nor against it. */
const ofRetelling = new Set(
  (
    'tell ask discuss decide suggest offer agree recommend explain mention introduce inquire insist describe ' +
    'express inform reply answer propose refuse find try feel help show start want think like plan'
  )
    .split(' ')
    .map(wordBeginning),
);
const grammar: ReadonlySet<string> = new Set([...anyGrammar, ...stopWordsOf('en')]);

/** With `anchorsOnly`: only numbers, names and code, which are the same in every language. */
export function carriedTerms(text: string, { anchorsOnly = false }: { anchorsOnly?: boolean } = {}): Terms {
  const content = new Map<string, number>();
  const running: string[] = [];
  const add = (term: string) => content.set(term, (content.get(term) ?? 0) + 1);
  for (const [raw] of text.normalize('NFKC').matchAll(word)) {
    if (raw.length > longestWord && !unspacedCharacter.test(raw)) continue;
    if (unspacedCharacter.test(raw)) {
      const pairs = anchorsOnly ? [] : characterPairs(raw).filter((pair) => !grammarPair.test(pair));
      for (const pair of pairs) add(pair);
      running.push(...raw);
      continue;
    }
    const lower = raw.toLowerCase();
    if (ofTalk.has(lower)) continue;
    if (/\p{N}/u.test(raw)) {
      if (raw.length > 1) add(lower);
      continue;
    }
    if (/^\p{Lu}?[\p{Ll}\p{Lo}\p{M}'’]+$/u.test(raw)) running.push(lower);
    const bare = lower.replace(/['’].*$/u, '');
    if (grammar.has(bare) || grammar.has(lower) || ofTalk.has(bare)) continue;
    if (isShort(bare) && !/^\p{Lu}{2,}$/u.test(raw)) continue;
    if (anchorsOnly && !/\p{Lu}/u.test(raw)) continue;
    const term = wordBeginning(bare);
    if (!ofRetelling.has(term)) add(term);
  }
  return { content, running };
}

/**
 * Two syllables of Hangul, or three letters of a script without capitals, are a word; shorter ones are mostly grammar.
 */
function isShort(bare: string): boolean {
  const length = [...bare].length;
  if (/\p{Script=Hangul}/u.test(bare)) return length < 2;
  return length < 3;
}

/** Hiragana alone is grammar. A pair with a Chinese character or in katakana names something. */
const grammarPair = /^\p{Script=Hiragana}+$/u;
