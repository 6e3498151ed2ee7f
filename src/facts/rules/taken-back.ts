/**
 * Revocations that name a rule by its place ("drop the first rule"), by what it no longer is ("not German any more"), or
 * by what holds again instead ("let's switch back to English").
 */
import type { RevocationReader } from './revocation.ts';
import { noun, pattern, tail, undo } from './revocation-words.ts';

const ordinals: { readonly [word: string]: number } = {
  first: 0,
  oldest: 0,
  second: 1,
  third: 2,
  fourth: 3,
  fifth: 4,
  last: -1,
  latest: -1,
  newest: -1,
  'most recent': -1,
};

export const takenBack: readonly RevocationReader[] = [
  // "Drop the first rule.", "Forget the last one.", "Cancel rule 2."
  {
    pattern: pattern(
      `${undo}\\s+(?:about\\s+)?(?:(?:that|the|my|your)\\s+(?:very\\s+)?(${Object.keys(ordinals).join('|')})\\s(?:of (?:the|my|your) )?(?:one|${noun})|${noun}\\s(?:no\\.?\\s?|number\\s|#\\s?)?(\\d{1,2}))(?:\\s(?:i|we) (?:gave|set|told|made)(?: you)?)?${tail}`,
    ),
    read: (match) => ({
      scope: 'last',
      place: match[2] === undefined ? ordinals[match[1]!.toLowerCase()]! : Number(match[2]) - 1,
    }),
  },
  // "Not German any more, Spanish please."
  {
    pattern: pattern(
      '(?:not|no(?: more)?)\\s+([^,.;:!?]{2,60}?)\\s(?:any ?more|any longer)(?:[.!]*$|[,.;:!–—-])',
    ),
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', alsoRule: true, loose: true }),
  },
  // "Let's switch back to English."
  {
    pattern: pattern(
      '(?:please\\s+)?(?:switch|go|change|move|come|turn) back to (?:using |writing |speaking )?(.{2,40}?)(?:,? (?:please|from (?:now|here) on|going forward|again|now))*[.!]*$',
    ),
    read: (match) => ({
      scope: 'matching',
      about: `use ${match[1] ?? ''}`,
      onlyForbidding: true,
      loose: true,
    }),
  },
  // "Answers may be longer than 100 words again."
  {
    pattern:
      /^(?:(?:ok(?:ay)?|actually|and|but|so|well|fine)[\s,]+){0,2}(?!(?:i|we|he|she|they|you|it|my|his|her|people|someone)\b)(\p{L}+(?:\s\p{L}+){0,2} (?:may|can) [^,;:]{2,80}?)\s(?:again|after all)[.!]*$/iu,
    read: (match) => ({ scope: 'matching', about: match[1] ?? '', loose: true }),
  },
];
