/**
 * Names of people, places, products and projects, distinguished from ordinary words by their capitals. The first word
 * of a sentence proves nothing, so evidence is first collected from all sentences and used in a second pass.
 */

import type { Span } from '../text/sentences.ts';
import { generalWords } from '../text/stop-words.ts';
import type { Found } from './found.ts';
import {
  commonAcronyms,
  monthNumbers,
  productNames,
  sentenceStarters,
  shortWeekdays,
  weekdayNumbers,
} from './word-lists.ts';

export type NameEvidence = {
  /** Words seen in lower case, so they are ordinary language. */
  lower: Set<string>;
  /** Words seen with a capital where grammar requires none. */
  capital: Set<string>;
};

const word = /[\p{L}][\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{N}]+)*\.?/gu;
const connectors = new Set([
  'of',
  'de',
  'van',
  'von',
  'der',
  'den',
  'la',
  'le',
  'da',
  'di',
  'del',
  'du',
  'bin',
  'al',
  '&',
  'for',
  'and',
  'the',
]);
/** Things only people do: they make a capitalized first word a name. */
const personVerb =
  /^(?:said|says|asked|asks|agreed|agrees|wants|wanted|prefers|preferred|likes|liked|loves|loved|lives|lived|works|worked|told|suggested|suggests|proposed|mentioned|plans|planned|promised|confirmed|replied|explained|joined|visited|bought|called|sent|owns|leads|thinks|thought|feels|felt|hopes|hoped|shared|offered|invited|met|believes|enjoys|enjoyed|recommended|reported|approved|rejected|volunteered|attended|married|and)$/;
const germanWords =
  /(?:^|\s)(?:der|die|das|und|ist|nicht|ein|eine|bitte|wir|ich|mit|für|auf|zu|den|dem)(?=\s)/giu;

/** Words that titles keep in lower case. */
const titleSmallWords = new Set('a an and as at by de for from in is of on or the to via vs with'.split(' '));
/** Ordinary words that begin many names: "New York", "Great Barrier Reef". */
const nameOpeners = new Set('new great little first last good big old best'.split(' '));

type Word = { text: string; start: number; end: number; capital: boolean; initial: boolean };

function readWords(sentence: string): Word[] {
  const words: Word[] = [];
  for (const match of sentence.matchAll(word)) {
    const dotted = match[0].endsWith('.') && !/^(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr)\.$/u.test(match[0]);
    const text = (dotted ? match[0].slice(0, -1) : match[0]).replace(/['’]s$/i, '');
    const before = sentence.slice(Math.max(0, match.index - 3), match.index);
    words.push({
      text,
      start: match.index,
      end: match.index + text.length,
      capital: /^\p{Lu}/u.test(text),
      initial: words.length === 0 || /[:"“”«„(*_\-–—•|>/…][\s*"]{0,2}$/.test(before),
    });
  }
  return words;
}

/** False for Title Case lines, German nouns and shouted text, where capitals mean nothing. */
function capitalsCount(sentence: string, words: readonly Word[]): boolean {
  const inner = words.filter((item) => !item.initial && item.text.length > 2);
  const capitals = inner.filter((item) => item.capital).length;
  if (
    inner.length >= 3 &&
    capitals / inner.length > 0.6 &&
    words.every((item) => item.capital || titleSmallWords.has(item.text))
  )
    return false;
  return inner.length < 4 || (sentence.match(germanWords)?.length ?? 0) < 2;
}

/** A line of only capitalized words: a title, or a name. */
function isTitle(sentence: string, words: readonly Word[]): boolean {
  return (
    words.length <= 6 &&
    words.every((item) => item.capital || connectors.has(item.text)) &&
    !/[.!?]$/.test(sentence)
  );
}

export function gatherNameEvidence(sentences: readonly Span[], evidence: NameEvidence): void {
  for (const { text } of sentences) {
    const words = readWords(text);
    const meaningful = capitalsCount(text, words) && !isTitle(text, words);
    for (const [index, item] of words.entries()) {
      if (!item.capital) evidence.lower.add(item.text.toLowerCase());
      else if (!item.initial && meaningful && item.text.length > 1 && !followsOpening(words, index)) {
        evidence.capital.add(item.text);
      }
    }
  }
}

/** "Cost Difference is …": the second capital may belong to the same title as the first. */
function followsOpening(words: readonly Word[], index: number): boolean {
  const before = words[index - 1];
  return before?.initial === true && isCandidate(before);
}

export function readNames(sentence: Span, evidence: NameEvidence): Found[] {
  const words = readWords(sentence.text);
  const meaningful = capitalsCount(sentence.text, words);
  const title = isTitle(sentence.text, words);
  const found: Found[] = [];
  let index = 0;
  while (index < words.length) {
    if (!isCandidate(words[index]!) && !opensName(index)) {
      index += 1;
      continue;
    }
    const last = phraseEnd(index);
    const opens = words[index]!.initial;
    let first = index;
    // "Winifred Drummond agreed": the one who acts is a person, even if the name looks like a verb.
    const acts = last > index && personVerb.test(words[last + 1]?.text ?? '') && !isOrdinary(words[index]!);
    while (first < last && !acts && words[first]!.initial && !isName(words[first]!, words[first + 1], true))
      first += 1;
    if (isNamePhrase(first, last, opens)) {
      const start = words[first]!.start;
      const value = sentence.text.slice(start, words[last]!.end).replace(/\.$/, '');
      if (value.length > 1 && value.length <= 80) {
        found.push({
          kind: 'name',
          value,
          start: sentence.start + start,
          end: sentence.start + start + value.length,
          weight: first < last ? 4 : isAcronym(value) ? -8 : 0,
        });
      }
    }
    index = last + 1;
  }
  return found;

  /** The last word of the phrase that begins at `from`: capitalized words, also across "of", "de" and the like. */
  function phraseEnd(from: number): number {
    let last = from;
    while (last + 1 < words.length && last - from < 5) {
      const next = words[last + 1]!;
      const afterNext = words[last + 2];
      if (!adjacent(last, last + 1)) break;
      if (isCandidate(next) && !next.initial) last += 1;
      else if (
        connectors.has(next.text) &&
        !/^(?:and|for|the)$/.test(next.text) &&
        afterNext !== undefined &&
        isCandidate(afterNext) &&
        adjacent(last + 1, last + 2)
      )
        last += 2;
      else break;
    }
    return last;
  }

  function isOrdinary(item: Word): boolean {
    return evidence.lower.has(item.text.toLowerCase()) || sentenceStarters.has(item.text.toLowerCase());
  }

  function opensName(at: number): boolean {
    const item = words[at]!;
    const next = words[at + 1];
    return (
      item.capital &&
      !item.initial &&
      nameOpeners.has(item.text.toLowerCase()) &&
      next !== undefined &&
      isCandidate(next) &&
      adjacent(at, at + 1)
    );
  }

  function adjacent(left: number, right: number): boolean {
    return /^\.?\s{1,2}$/.test(sentence.text.slice(words[left]!.end, words[right]!.start));
  }

  function isNamePhrase(first: number, last: number, opens: boolean): boolean {
    const phrase = words.slice(first, last + 1).filter((item) => item.capital);
    const known = phrase.every((item) => evidence.capital.has(item.text));
    const after = sentence.text.slice(words[last]!.end, words[last]!.end + 4);
    if (opens && /^\*{0,2}\s?:/.test(after)) return known;
    if (first === last)
      return opens && !words[first]!.initial ? known : isName(words[first]!, words[first + 1], false);
    if (title) return known || !phrase.some(isOrdinary);
    return (meaningful && !phrase.every(isOrdinary)) || known;
  }

  function isName(item: Word, next: Word | undefined, inPhrase: boolean): boolean {
    const lower = item.text.toLowerCase();
    if (productNames.has(item.text)) return true;
    if (isAcronym(item.text))
      return (
        !commonAcronyms.has(item.text) &&
        !generalWords.has(lower) &&
        !sentenceStarters.has(lower) &&
        !evidence.lower.has(lower)
      );
    if (item.text.length < 3 && !inPhrase) return false;
    if (item.initial) {
      if (evidence.lower.has(lower) || sentenceStarters.has(lower)) return false;
      if (evidence.capital.has(item.text)) return true;
      if (inPhrase) return !/(?:ing|ed|ly)$/.test(lower);
      return (
        next !== undefined &&
        personVerb.test(next.text) &&
        !/(?:ing|ed|ly|ion|ity|ness|ment|s)$/.test(lower) &&
        next.text !== 'and'
      );
    }
    return meaningful && !(evidence.lower.has(lower) && sentenceStarters.has(lower));
  }
}

function isCandidate(item: Word): boolean {
  const lower = item.text.toLowerCase().replace(/\.$/, '');
  if (!item.capital || monthNumbers.has(lower) || weekdayNumbers.has(lower) || shortWeekdays.has(lower))
    return false;
  return !generalWords.has(lower) && !/^(?:i['’]\p{L}+|\p{L}+n['’]t)$/iu.test(lower);
}

function isAcronym(text: string): boolean {
  return /^\p{Lu}[\p{Lu}\p{N}]{1,9}$/u.test(text);
}
