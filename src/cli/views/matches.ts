/** Finds the words of a text that a query matches, by the analysis of the index, so that marks agree with search. */

import { pairedCharacter } from '../../text/scripts.ts';
import { generalWords } from '../../text/stop-words.ts';
import { textTerms } from '../../text/terms.ts';

export type MatchFinder = {
  /** The line with every matching word marked. */
  emphasise(line: string, mark: (word: string) => string): string;
  /** The text from shortly before its first match on, if it is longer than `characters`. */
  excerpt(text: string, characters: number): string;
};

const word = /[\p{L}\p{M}\p{N}]+/gu;
const lead = 80;

export function matchFinder(query: string): MatchFinder {
  const wanted = wantedTerms(query.slice(0, 1_000));
  const matches = (text: string) => textTerms(text).some((term) => wanted.has(term));

  return {
    emphasise: (line, mark) =>
      line.replace(word, (text) => {
        if (!matches(text)) return text;
        return pairedCharacter.test(text) ? markPairs(text, mark) : mark(text);
      }),
    excerpt(text, characters) {
      if (text.length <= characters) return text;
      for (const { 0: found, index } of text.matchAll(word)) {
        if (!matches(found)) continue;
        if (index <= lead) return text;
        const space = text.indexOf(' ', index - lead);
        return `… ${text.slice(space === -1 || space >= index ? index : space + 1)}`;
      }
      return text;
    },
  };

  function markPairs(text: string, mark: (word: string) => string): string {
    const characters = [...text];
    const hit = characters.map(
      (character, index) =>
        wanted.has(character) ||
        wanted.has(character + (characters[index + 1] ?? '')) ||
        wanted.has((characters[index - 1] ?? '') + character),
    );
    let marked = '';
    for (let start = 0; start < characters.length; ) {
      let end = start + 1;
      while (end < characters.length && hit[end] === hit[start]) end += 1;
      const run = characters.slice(start, end).join('');
      marked += hit[start] === true ? mark(run) : run;
      start = end;
    }
    return marked;
  }
}

/**
 * Terms of the query's words without the general ones, unless it has no others. Only whole words count: the index also
 * knows `PostgreSQL` by its parts, but a search for it should not mark every `SQL`.
 */
function wantedTerms(query: string): Set<string> {
  const words = query.match(word) ?? [];
  const telling = words.filter((text) => !generalWords.has(text.toLowerCase()));
  return new Set(
    (telling.length > 0 ? telling : words).flatMap((text) =>
      pairedCharacter.test(text) ? pairsOf(text) : textTerms(text).slice(0, 1),
    ),
  );
}

/** Pairs of characters; a single character counts only if there are no pairs. */
function pairsOf(text: string): string[] {
  const terms = textTerms(text);
  const longer = terms.filter((term) => [...term].length > 1);
  return longer.length > 0 ? longer : terms;
}
