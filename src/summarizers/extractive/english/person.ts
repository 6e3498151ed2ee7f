/**
 * Turns a clause of one speaker into the third person: "I" becomes the speaker's name, "you" the addressee's, "we"
 * becomes "they", and verbs agree. shield.ts has removed quotations and code before.
 */
import { agreeing, baseVerbs, isAdverb, isAuxiliary, isFiniteVerb } from './verbs.ts';

export type Cast = {
  speaker: string;
  /** The person meant by "you"; null if unknown. */
  addressee: string | null;
};

/** A word, with the punctuation around it separated. */
export type Word = { before: string; core: string; after: string };

export function wordsOf(text: string): Word[] {
  return text
    .split(/\s+/u)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const match = /^([("'“‘[]*)(.*?)([.,;:!?)"'”’\]…]*)$/su.exec(piece);
      return { before: match?.[1] ?? '', core: match?.[2] ?? piece, after: match?.[3] ?? '' };
    });
}

export function textOfWords(words: readonly Word[]): string {
  return words.map(({ before, core, after }) => before + core + after).join(' ');
}

const contraction = /^(i|you|we)['’](m|ve|re|ll|d)$/i;
const expanded: Record<string, string> = { m: 'am', ve: 'have', re: 'are', ll: 'will', d: 'would' };
const causatives = new Set(
  'let lets make makes made help helps helped have has had see saw watch hear heard get for with to of at on in about from by than like want wants wanted need needs thank tell tells told ask asks asked give gives gave show shows showed send sent call called remind promise'.split(
    ' ',
  ),
);

/** Splits "I'm" into two words, so that each half can change by itself. */
export function expandContractions(words: readonly Word[]): Word[] {
  return words.flatMap((word, index) => {
    const match = contraction.exec(word.core);
    if (!match) return [word];
    const next = words[index + 1]?.core.toLowerCase() ?? '';
    const had =
      match[2]!.toLowerCase() === 'd' && (next === 'better' || next === 'been' || next.endsWith('ed'));
    const verb = had ? 'had' : expanded[match[2]!.toLowerCase()]!;
    return [
      { before: word.before, core: match[1]!, after: '' },
      { before: '', core: verb, after: word.after },
    ];
  });
}

export function convertWords(words: readonly Word[], cast: Cast): Word[] {
  const result = words.map((word) => ({ ...word }));
  for (let index = 0; index < result.length; index += 1) convertWord(result, index, cast);
  return result;
}

function convertWord(words: Word[], index: number, { speaker, addressee }: Cast): void {
  const word = words[index]!;
  const lower = word.core.toLowerCase();
  switch (lower) {
    case 'i':
      if (
        word.core === 'I' ||
        isFiniteVerb(lowerAt(words, index + 1)) ||
        isAdverb(lowerAt(words, index + 1))
      ) {
        word.core = speaker;
        agree(words, index);
      }
      return;
    case 'me':
      word.core = speaker;
      return;
    case 'my':
    case 'mine':
      word.core = namedLast(words, index, speaker, addressee) ? 'their' : possessive(speaker);
      return;
    case 'myself':
      word.core = 'themselves';
      return;
    case 'you':
      if (addressee === null) return;
      word.core = addressee;
      if (isSubject(words, index)) agree(words, index);
      return;
    case 'your':
    case 'yours':
      if (addressee !== null)
        word.core = namedLast(words, index, addressee, speaker) ? 'their' : possessive(addressee);
      return;
    case 'yourself':
      if (addressee !== null) word.core = 'themselves';
      return;
    case 'we':
      word.core = 'they';
      return;
    case 'us':
      if (word.core !== 'US') word.core = 'them';
      return;
    case 'our':
      word.core = 'their';
      return;
    case 'ours':
      word.core = 'theirs';
      return;
    case 'ourselves':
      word.core = 'themselves';
      return;
    default:
      return;
  }
}

const nearby = 8;

/**
 * "their" reads better than the name if its owner was named last: right after a name, or anywhere in a clause after
 * "the user", which would otherwise be repeated too often.
 */
function namedLast(words: readonly Word[], index: number, owner: string, other: string | null): boolean {
  const reach = owner.startsWith('the ') ? words.length : nearby;
  for (let position = index - 1; position >= Math.max(0, index - reach); position -= 1) {
    const { core } = words[position]!;
    if (core === owner) return true;
    if (other !== null && (core === other || core === possessive(other))) return false;
    if (/^(?:they|them)$/iu.test(core)) return false;
  }
  return false;
}

function possessive(name: string): string {
  return /s$/u.test(name) ? `${name}'` : `${name}'s`;
}

function lowerAt(words: readonly Word[], index: number): string {
  return words[index]?.core.toLowerCase() ?? '';
}

const opensClause = /^(?:if|when|once|whenever|unless|until|because|while)$/;
const notVerb = /(?:ing|ed)$|^(?:and|but|the|all|both|guys|for|from|with|not|here|there)$/;

/** "you" is the subject of the next verb, unless a verb or preposition before it makes it an object. */
function isSubject(words: readonly Word[], index: number): boolean {
  const next = lowerAt(words, index + 1);
  const follows = isAuxiliary(next) || baseVerbs.has(next) || isAdverb(next) || isFiniteVerb(next);
  if (!follows)
    return opensClause.test(lowerAt(words, index - 1)) && /^[a-z]{3,}$/.test(next) && !notVerb.test(next);
  if (index === 0 || words[index - 1]!.after !== '') return true;
  return isAuxiliary(next) || !causatives.has(lowerAt(words, index - 1));
}

/** Makes the verb of the subject at `index` agree with one person, after any adverbs; handles "do I", "are you". */
function agree(words: Word[], index: number): void {
  const before = words[index - 1];
  if (before && before.after === '' && isAuxiliary(before.core.toLowerCase())) {
    before.core = keepCase(before.core, agreeing(before.core.toLowerCase()));
    return;
  }
  if (words[index]!.after !== '') return;
  let position = index + 1;
  while (position < words.length - 1 && isAdverb(lowerAt(words, position)) && words[position]!.after === '')
    position += 1;
  const verb = words[position];
  if (!verb || !/^[a-z'’]+$/i.test(verb.core)) return;
  if (position > index + 1 && !isFiniteVerb(verb.core.toLowerCase())) return;
  if (/^(?:and|or|to|too|as|in|of|at)$/i.test(verb.core)) return;
  verb.core = keepCase(verb.core, agreeing(verb.core.toLowerCase().replace('’', "'")));
}

function keepCase(original: string, changed: string): string {
  return /^\p{Lu}/u.test(original) && original.length > 1 && /^[A-Z][a-z]/.test(original)
    ? changed[0]!.toUpperCase() + changed.slice(1)
    : changed;
}
