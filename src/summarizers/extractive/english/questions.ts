/** Questions as reported speech: "What time do you want to go?" becomes "asks what time Bob wants to go". */
import { type Cast, convertWords, expandContractions, textOfWords, type Word, wordsOf } from './person.ts';
import {
  agreeing,
  baseVerbs,
  hasFiniteVerb,
  isAdverb,
  isAuxiliary,
  isModal,
  isPast,
  pastTense,
  thirdPerson,
} from './verbs.ts';

const interrogative = /^(?:what|who|whom|whose|which|where|when|why|how)$/;
const preposition = /^(?:to|for|in|on|at|from|with|by|of|about)$/;
const simpleSubject =
  /^(?:i|you|he|she|it|we|they|this|that|there|these|those|anyone|anybody|someone|everyone|everybody)$/;
const determiner = /^(?:the|a|an|my|your|his|her|its|our|their|this|that|these|those|any|some)$/;
const singular = /^(?:he|she|it|this|that|there|anyone|anybody|someone|everyone|everybody)$/;
const asWish =
  /^(?:like|mind|prefer|rather|say|be|have|need|want|see|hear|believe|imagine|remember|guess|think|recommend|suggest)$/;

/** The reported question without its speaker ("asks if …"); null if the grammar is not clear enough. */
export function reportQuestion(text: string, cast: Cast): string | null {
  const plain = text.replace(/[?!.\s]+$/u, '');
  const words = splitIs(expandContractions(wordsOf(plain)));
  const cores = words.map((word) => word.core.toLowerCase());
  return (
    suggestion(words, cores, cast) ??
    request(words, cores, cast) ??
    openQuestion(words, cores, cast) ??
    closedQuestion(words, cores, cast) ??
    statedQuestion(words, cores, cast)
  );
}

/** Splits "what's" and "how's" into two words. */
function splitIs(words: Word[]): Word[] {
  return words.flatMap((word, index) => {
    const match = index === 0 ? /^(what|who|where|when|why|how)['’](s|re)$/i.exec(word.core) : null;
    if (!match) return [word];
    return [
      { before: word.before, core: match[1]!, after: '' },
      { before: '', core: match[2] === 's' ? 'is' : 'are', after: word.after },
    ];
  });
}

function suggestion(words: Word[], cores: string[], cast: Cast): string | null {
  const [first, second, third] = cores;
  if ((first === 'how' || first === 'what') && second === 'about' && words.length > 2)
    return `suggests ${converted(words.slice(2), cast)}`;
  if (first === 'shall' && second === 'we' && words.length > 2)
    return `suggests that they ${converted(words.slice(2), cast)}`;
  if (first === 'why' && second === "don't" && (third === 'we' || third === 'you') && words.length > 3) {
    const who = third === 'we' ? 'they' : cast.addressee;
    return who === null ? null : `suggests that ${who} ${converted(words.slice(3), cast)}`;
  }
  return null;
}

function request(words: Word[], cores: string[], cast: Cast): string | null {
  const [first = '', second] = cores;
  if (!/^(?:can|could|will|would|may|might)$/.test(first)) return null;
  let verb = 2;
  while (cores[verb] === 'please' || isAdverb(cores[verb] ?? '')) verb += 1;
  if (words.length <= verb) return null;
  const rest = words.slice(verb).filter((word) => word.core.toLowerCase() !== 'please');
  if (second === 'you' && baseVerbs.has(cores[verb] ?? '')) {
    if ((first === 'would' || first === 'will') && asWish.test(cores[verb]!)) return null;
    if (first === 'can' && /^(?:see|hear|believe|imagine|remember|guess)$/.test(cores[verb]!)) return null;
    return cast.addressee === null
      ? `asks to ${converted(rest, cast)}`
      : `asks ${cast.addressee} to ${converted(rest, cast)}`;
  }
  if (second === 'i' && first !== 'would' && baseVerbs.has(cores[verb] ?? '')) {
    if (cores[verb] === 'help' || cores[verb] === 'ask') return `offers to ${converted(rest, cast)}`;
    return `asks to ${converted(rest, cast)}`;
  }
  return null;
}

function openQuestion(words: Word[], cores: string[], cast: Cast): string | null {
  const start = preposition.test(cores[0] ?? '') ? 1 : 0;
  if (!interrogative.test(cores[start] ?? '')) return null;
  const auxiliary = cores.findIndex(
    (core, index) => index > start && index <= start + 4 && isAuxiliary(core),
  );
  if (auxiliary === -1) return `asks ${converted(words, cast)}`;
  const question = words.slice(0, auxiliary);
  const subject = subjectLength(cores, auxiliary + 1);
  if (subject === 0) return `asks ${converted(words, cast)}`;
  const clause = uninverted(words, cores, auxiliary, subject);
  return clause === null ? null : `asks ${converted([...question, ...clause], cast)}`;
}

function closedQuestion(words: Word[], cores: string[], cast: Cast): string | null {
  if (!isAuxiliary(cores[0] ?? '')) return null;
  const subject = subjectLength(cores, 1);
  if (subject === 0) return null;
  const clause = uninverted(words, cores, 0, subject);
  return clause === null ? null : `asks if ${converted(clause, cast)}`;
}

/** "You like it?" asks without inversion. */
function statedQuestion(words: Word[], cores: string[], cast: Cast): string | null {
  const addressed = words.slice(0, 3).some(({ after }) => after.includes(','));
  if (words.length < 3 || addressed || !hasFiniteVerb(cores.join(' '))) return null;
  return `asks if ${converted(words, cast)}`;
}

function subjectLength(cores: readonly string[], start: number): number {
  const first = cores[start];
  if (first === undefined) return 0;
  if (simpleSubject.test(first) && !(determiner.test(first) && nounFollows(cores, start + 1))) return 1;
  return fullSubject(cores, start);
}

const longestMovedSubject = 6;

function isCopula(word: string): boolean {
  return /^(?:is|are|was|were)$/.test(word);
}

function isPersonal(word: string): boolean {
  return /^(?:i|you|he|she|it|we|they|that|which|who|to)$/.test(word);
}

/** A subject of several words ends where the main verb begins. */
function fullSubject(cores: readonly string[], start: number): number {
  const helper = cores[start - 1] ?? '';
  const takesBase = /^(?:do|does|did|don't|doesn't|didn't)$/.test(helper) || isModal(helper);
  for (let index = start + 1; index < cores.length && index <= start + 5; index += 1) {
    const core = cores[index]!;
    if (takesBase ? baseVerbs.has(core) || core === 'be' : /(?:ing|ed|en)$/.test(core) || isAdverb(core))
      return index - start;
  }
  if (!determiner.test(cores[start] ?? '')) return 0;
  const rest = cores.length - start;
  // "What is the capital of Peru": all of it is the subject, and a longer one reads better after its verb.
  if (isCopula(helper)) return rest > longestMovedSubject || cores.slice(start).some(isPersonal) ? 0 : rest;
  return cores[start + (takesBase ? 2 : 1)] !== undefined ? 2 : 0;
}

function nounFollows(cores: readonly string[], index: number): boolean {
  const next = cores[index];
  if (next === undefined || index === cores.length - 1) return false;
  return (
    !isAuxiliary(next) &&
    !baseVerbs.has(next) &&
    !isAdverb(next) &&
    !/^(?:a|an|the|in|on|to|for|going|any|your|my|what|how|ok|okay)$/.test(next)
  );
}

/** Puts the subject before the verb again. "do" merges into its main verb. */
function uninverted(
  words: Word[],
  cores: readonly string[],
  auxiliary: number,
  subject: number,
): Word[] | null {
  const helper = cores[auxiliary]!;
  const who = words.slice(auxiliary + 1, auxiliary + 1 + subject);
  const rest = words.slice(auxiliary + 1 + subject);
  if (rest.length === 0 && !isCopula(helper) && helper !== 'am') return null;
  if (helper === 'do' || helper === 'does' || helper === 'did') {
    let verb = 0;
    while (verb < rest.length - 1 && isAdverb(rest[verb]!.core.toLowerCase())) verb += 1;
    const base = rest[verb]?.core.toLowerCase();
    if (base === undefined || !/^[a-z]+$/.test(base)) return null;
    const core = helper === 'did' ? pastTense(base) : helper === 'does' ? thirdPerson(base) : base;
    // A base form after "I" and "you" is changed later, when the name is inserted.
    return [...who, ...rest.slice(0, verb), { ...rest[verb]!, core }, ...rest.slice(verb + 1)];
  }
  const pronoun = cores[auxiliary + 1]!;
  const form = singular.test(pronoun) && !isModal(helper) && !isPast(helper) ? agreeing(helper) : helper;
  const moved = { ...words[auxiliary]!, core: form, before: '' };
  return [...who, moved, ...rest];
}

function converted(words: readonly Word[], cast: Cast): string {
  const text = textOfWords(convertWords(words, cast)).trim();
  return text.replace(/^(\p{Lu})(?=\p{Ll}+\b)/u, (letter, _first, offset: number) =>
    offset === 0 && startsPlainly(words) ? letter.toLowerCase() : letter,
  );
}

function startsPlainly(words: readonly Word[]): boolean {
  const first = words[0]?.core.toLowerCase() ?? '';
  return (
    interrogative.test(first) ||
    preposition.test(first) ||
    determiner.test(first) ||
    (simpleSubject.test(first) && first !== 'i' && first !== 'you')
  );
}
