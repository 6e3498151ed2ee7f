/**
 * Text as the search index sees it. One analysis for every database, so that all find the same: lower case, without
 * accents, stemmed. Runs of characters of scripts without spaces become overlapping pairs, identifiers and paths are
 * kept whole and in parts. How much a term weighs is decided elsewhere.
 */
import { foldAccents } from './fold.ts';
import { ownText } from './remembered.ts';
import { characterPairs, pairedCharacter, pairedScripts } from './scripts.ts';
import { stem } from './stem.ts';
import { wordsIn } from './words.ts';

const longestTerm = 64;

const partPattern = /[\p{L}\p{M}\p{N}]+/gu;
const unjoined = /^[\p{L}\p{M}\p{N}]+$/u;
/** Two ordinary words that are joined: "dairy-free", "and/or", "done.Next". */
const ordinaryJoin = /^\p{L}+(?:[-/+~.:]\p{L}+)$/u;
const capitalInside = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
const capitalBorder = /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** The mark of a long vowel occurs in Japanese words but belongs to no script of its own. */
const pairedRun = new RegExp(`[${pairedScripts}\\u30fc]+|[^${pairedScripts}\\u30fc]+`, 'gu');
const han = /^\p{sc=Han}$/u;
/** What is attached to a word ("Anna's", "don't", "l'école") is not a word. */
const clitics = /(?<=\p{L})['’](?:s|t|d|m|re|ve|ll)(?!\p{L})|(?<!\p{L})(?:[ldjcnstm]|qu)['’](?=\p{L})/giu;

export function textTerms(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsIn(foldAccents(withoutClitics(text)))) addKnown(word, terms);
  return terms;
}

/** Most words repeat, and a look-up takes a tenth of the time of taking a word apart. */
const known = new Map<string, string | readonly string[]>();
const mostKnown = 20_000;
const longestKnown = 32;

function addKnown(word: string, terms: string[]): void {
  const before = known.get(word);
  if (typeof before === 'string') terms.push(before);
  else if (before !== undefined) for (const term of before) terms.push(term);
  else if (word.length > longestKnown) addWord(word, terms);
  else {
    const made: string[] = [];
    const own = ownText(word);
    addWord(own, made);
    for (const term of made) terms.push(term);
    if (known.size >= mostKnown) known.clear();
    known.set(own, made.length === 1 ? made[0]! : made);
  }
}

function withoutClitics(text: string): string {
  return /['’]/.test(text) ? text.replaceAll(clitics, ' ') : text;
}

function addWord(word: string, terms: string[]): void {
  if (unjoined.test(word)) {
    addPart(word, terms);
    return;
  }
  if (!ordinaryJoin.test(word) && word.length <= longestTerm) terms.push(word.toLowerCase());
  for (const [part] of word.matchAll(partPattern)) addPart(part, terms);
}

function addPart(part: string, terms: string[]): void {
  if (pairedCharacter.test(part)) {
    addPaired(part, terms);
    return;
  }
  terms.push(termOf(part));
  if (!capitalInside.test(part)) return;
  for (const piece of part.split(capitalBorder)) {
    if (piece.length > 1 && piece.length < part.length) terms.push(termOf(piece));
  }
}

/** A pair is about a word, but a Chinese character alone is often a word, too. */
function addPaired(part: string, terms: string[]): void {
  for (const [run] of part.matchAll(pairedRun)) {
    if (!pairedCharacter.test(run)) {
      terms.push(termOf(run));
      continue;
    }
    const pairs = characterPairs(run);
    for (const pair of pairs) terms.push(pair);
    for (const character of run) if (pairs.length === 0 || han.test(character)) terms.push(character);
  }
}

function termOf(word: string): string {
  return stem(word).slice(0, longestTerm);
}
