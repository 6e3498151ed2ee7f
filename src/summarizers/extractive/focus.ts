/** The focus of a summary: sentences about it weigh more, and so do those around them. */
import { stopWordsOf } from '../../text/stop-words.ts';
import type { Document, Sentence } from './document.ts';
import { termsOf } from './terms.ts';

/** Factor for a sentence that contains all words of the focus. One with half of them gains half as much. */
const aboutIt = 8;
/** Factor for other sentences of the same turn and of its answer, which are mostly about the focus too. */
const besideIt = 1.3;

export type Focus = {
  terms: ReadonlySet<string>;
  weigh(sentence: Sentence): number;
  /** Whether a text is about the focus at all. */
  meets(text: string): boolean;
};

export function focusOf(document: Document, words: string | undefined): Focus | undefined {
  if (words === undefined) return undefined;
  const options = { stopWords: stopWordsOf(document.language), english: document.english };
  const terms = new Set(termsOf(words, options));
  if (terms.size === 0) return undefined;
  const share = (found: readonly string[]) => found.filter((term) => terms.has(term)).length / terms.size;
  const turns = new Set(document.sentences.filter((one) => share(one.terms) > 0).map(({ turn }) => turn));
  return {
    terms,
    meets: (text) => share([...new Set(termsOf(text, options))]) > 0,
    weigh(sentence) {
      const matched = share(sentence.terms);
      if (matched > 0) return 1 + (aboutIt - 1) * matched;
      const isBeside =
        sentence.kind !== 'previous' && (turns.has(sentence.turn) || turns.has(sentence.turn - 1));
      return isBeside ? besideIt : 1;
    },
  };
}
