/**
 * Whether a question asks for a time. Some words always do. "When" and similar words may also open a subordinate clause
 * ("what did she say when we met"); their position shows which it is.
 */
import { helpingVerbs } from '../facts/word-order.ts';
import { questionWords } from './is-question.ts';

const asksAnywhere =
  /(?<!\p{L})(?:how long|(?:what|which) (?:year|month|date|day|time)|wann|cuándo)(?!\p{L})|いつ|什么时候|언제/iu;
const when = /(?<!\p{L})(?:when|quand|quando|wanneer|когда)(?!\p{L})/giu;
const asksForOther = new RegExp(`(?<!\\p{L})(?:${questionWords})(?!\\p{L})`, 'iu');
const verbFollows = new RegExp(`^(?:\\s+(?:${helpingVerbs})(?:n['’]t)?|['’]s)(?!\\p{L})`, 'iu');
const participleFollows = /^\s+\p{L}+ing(?!\p{L})/iu;
const joined = /(?<!\p{L})(?:and|or|et|ou)\s+$/iu;
const clauseBegins = /(?:^|,)\W*(?:(?:and|so|but|et|mais)\s+)?$/iu;
/** Characters around the word that are read. They are enough, however long the sentence is. */
const beside = 40;

export function asksForTime(text: string): boolean {
  return asksAnywhere.test(text) || text.split(/[.?!\n]+/u).some(asksWhen);
}

function asksWhen(sentence: string): boolean {
  const other = sentence.search(asksForOther);
  const lastComma = sentence.lastIndexOf(',');
  for (const { 0: word, index } of sentence.matchAll(when)) {
    const end = index + word.length;
    const before = sentence.slice(Math.max(0, index - beside), index);
    const after = sentence.slice(end, end + beside);
    if (verbFollows.test(after)) return true;
    const isBehindOther = other >= 0 && other < index && !joined.test(before);
    const isClauseAhead = lastComma > end && clauseBegins.test(before);
    if (!isBehindOther && !isClauseAhead && !participleFollows.test(after)) return true;
  }
  return false;
}
