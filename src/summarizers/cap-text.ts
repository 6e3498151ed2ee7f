/** Cuts text to a size, at the end of a sentence if possible. Pure. */
import type { TokenCounter } from '../tokens/counter.ts';

/**
 * A word begins with a letter or a digit and extends to the next space. In scripts without spaces each character counts
 * as a word; otherwise a whole text would be one word.
 */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][^\s\p{L}\p{N}]*|[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]][^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*/gv;
const sentenceEnd = /[.!?…]["'”’»)\]*_`]*(?=\s|$)|[。！？][」』”’）]*|\n/gu;

export function countWords(text: string): number {
  let words = 0;
  for (const _ of text.matchAll(wordPattern)) words += 1;
  return words;
}

/** At most `words` words. Ends with a whole sentence if one ends in the second half of the remaining text. */
export function capWords(text: string, words: number): string {
  let seen = 0;
  let end = 0;
  for (const match of text.matchAll(wordPattern)) {
    if (seen === words) return endAtSentence(text.slice(0, end));
    seen += 1;
    end = match.index + match[0].length;
  }
  return text;
}

/** At most `tokens` tokens, cut in the same way as by `capWords`. */
export function capTokens(
  text: string,
  tokens: number,
  counter: Pick<TokenCounter, 'count' | 'truncate'>,
): string {
  if (counter.count(text) <= tokens) return text;
  let room = tokens;
  for (;;) {
    const cut = endAtSentence(counter.truncate(text, room));
    // The ellipsis after a cut inside a sentence may itself exceed the limit by one token.
    if (room <= 0 || counter.count(cut) <= tokens) return cut;
    room -= 1;
  }
}

/**
 * Removes an unfinished sentence at the end. If that would remove more than half of the text, ends it with "…" instead.
 */
export function endAtSentence(text: string): string {
  const trimmed = text.trimEnd();
  let end = 0;
  for (const match of trimmed.matchAll(sentenceEnd)) end = match.index + match[0].length;
  if (end === trimmed.length) return trimmed;
  if (end >= trimmed.length / 2) return trimmed.slice(0, end).trimEnd();
  if (trimmed === '') return '';
  const word = /\s\S*$/u.exec(trimmed);
  const whole = word !== null && word.index >= trimmed.length / 2 ? trimmed.slice(0, word.index) : trimmed;
  return `${withoutLoose(whole).toWellFormed()}…`;
}

const loose = /[\s,;:–—-]/u;

/**
 * Removes trailing blanks, commas and dashes, one at a time: a regular expression would try again from each of them.
 */
function withoutLoose(text: string): string {
  let end = text.length;
  while (end > 0 && loose.test(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}
