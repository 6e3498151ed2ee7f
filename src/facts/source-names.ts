/**
 * Words of the sources, and names as words that stood together. A faithful summary may call people and things by a part
 * of their name, by initials or by their place of origin; all of these count as supported.
 */

import { stem } from '../text/stem.ts';
import { generalWords } from '../text/stop-words.ts';
import type { SourceTokens } from './source-tokens.ts';
import { capitalizedRun, ownWords, roleWords, spelledAcronym } from './spoken-forms.ts';
import { normalizeText } from './text.ts';
import { commonAcronyms, sentenceStarters } from './word-lists.ts';

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}]+)?/gu;
const mostPairs = 1_000_000;
/** Capitalized words this close to each other may be one name ("Alice (née Smith)", "Smith, Alice"). */
const nameReach = 6;

export type SourceNames = {
  add(text: string): void;
  hasWord(stemmed: string): boolean;
  has(name: string): boolean;
};

/** Adds acronyms to `tokens`, too. */
export function createSourceNames(tokens: Pick<SourceTokens, 'addWhole' | 'holds'>): SourceNames {
  const words = new Set<string>();
  const pairs = new Set<string>();
  /** Words seen without a capital: ordinary language, which may stand beside any other word. */
  const lowered = new Set<string>();
  /** First letters of neighbouring capitalized words. */
  const initials = new Set<string>();

  /** "L_C_D_", "U.K." and "T. V." are LCD, UK and TV; "United Kingdom" may be called UK. */
  function addAcronyms(text: string): void {
    for (const [spelled] of text.matchAll(spelledAcronym)) {
      const letters = spelled.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
      words.add(letters);
      tokens.addWhole(letters);
      lowered.add(letters);
    }
    for (const [run] of text.matchAll(capitalizedRun)) {
      const letters = Array.from(run.matchAll(/\p{Lu}(?=\p{Ll})/gu), ([letter]) => letter.toLowerCase());
      for (let from = 0; from < letters.length - 1; from += 1)
        for (let to = from + 2; to <= letters.length; to += 1) initials.add(letters.slice(from, to).join(''));
    }
  }

  /** Remembers a name as standing beside the names before it. */
  function addBeside(name: string, recent: string[]): void {
    for (const other of recent) {
      pairs.add(`${other} ${name}`);
      pairs.add(`${name} ${other}`);
    }
    recent.push(name);
    if (recent.length > nameReach) recent.shift();
  }

  function addWords(text: string): void {
    let previous = '';
    const recent: string[] = [];
    for (const match of text.matchAll(word)) {
      if (match[0].length > 60) continue;
      const base = stem(match[0]);
      words.add(base);
      words.add(match[0].toLowerCase().replace(/['’]s$/, ''));
      // Ordinary words may stand beside anything, so only names are remembered as pairs.
      if (/^\p{Ll}/u.test(match[0])) {
        lowered.add(base);
        previous = '';
        continue;
      }
      if (pairs.size < mostPairs) {
        if (previous !== '') pairs.add(`${previous} ${base}`);
        if (/^\p{Lu}/u.test(match[0])) addBeside(base, recent);
      }
      previous = base;
    }
  }

  /** Californian, Korean, Japanese: for people from a place that the sources name. */
  function inhabited(part: string): string | undefined {
    const place = /^(.{3,})(?:ian|an|n|ese|ish)$/.exec(part)?.[1];
    if (place === undefined) return undefined;
    return [place, `${place}a`, `${place}ia`].find((name) => words.has(name));
  }

  function hasName(value: string): boolean {
    const parts = Array.from(normalizeName(value).matchAll(word), ([part]) =>
      part.toLowerCase().replace(/['’]s$/, ''),
    ).filter((part) => !generalWords.has(part) && part.length > 1);
    const known = (part: string) =>
      words.has(part) ||
      words.has(stem(part)) ||
      tokens.holds(part) ||
      isAdverbOfKnown(part) ||
      inhabited(part) !== undefined ||
      isShortForm(part, value);
    const ordinary = (part: string) =>
      sentenceStarters.has(part) || ownWords.has(part) || roleWords.has(part);
    if (parts.some((part) => !known(part) && !ordinary(part) && !commonAcronyms.has(part.toUpperCase())))
      return false;
    const rest = parts.filter((part) => !ordinary(part));
    return rest.every((part, index) => index === 0 || stoodTogether(rest[index - 1]!, part));
  }

  function stoodTogether(left: string, right: string): boolean {
    const [first, second] = [stem(left), stem(right)];
    if (pairs.has(`${first} ${second}`) || pairs.has(`${second} ${first}`)) return true;
    if (lowered.has(first) || lowered.has(second)) return true;
    const place = inhabited(right);
    return place !== undefined && pairs.has(`${first} ${stem(place)}`);
  }

  /** "Thirdly", if the sources contain "third": an adverb with a capital at the beginning of a sentence, not a name. */
  function isAdverbOfKnown(part: string): boolean {
    return part.length > 5 && part.endsWith('ly') && words.has(stem(part.slice(0, -2)));
  }

  /** TVs, and UK if the sources name the United Kingdom. */
  function isShortForm(part: string, value: string): boolean {
    if (!/\p{Lu}{2}/u.test(value) || part.length > 7) return false;
    const singular = part.replace(/s$/, '');
    return words.has(singular) || initials.has(part) || initials.has(singular);
  }

  return {
    add(text) {
      addWords(text);
      addAcronyms(text);
    },
    hasWord: (stemmed) => words.has(stemmed),
    has: hasName,
  };
}

function normalizeName(value: string): string {
  return normalizeText(value).replace(/[.]/g, ' ');
}
