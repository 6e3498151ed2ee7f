/** Parses a query: its content terms, the times it names, and the kind of answer it asks for. */
import type { Role } from '../message/message.ts';
import { inflectedTerms, joinedParts } from '../text/inflections.ts';
import { otherFormsOf } from '../text/irregular-words.ts';
import { detectLanguage } from '../text/language.ts';
import { pairAcrossWords, pairedCharacter } from '../text/scripts.ts';
import { isSmallTalkTerm, isStopTerm } from '../text/stop-terms.ts';
import { textTerms } from '../text/terms.ts';
import { type AskedItem, askedItem } from './asked-item.ts';
import { roleAsked, speaksOfSpeakers } from './asked-role.ts';
import { asksForTime } from './asks-time.ts';
import { framesIn } from './indirect-question.ts';
import { expansionsOf } from './query-expansion.ts';
import { readTimeExpressions, type TimeExpression } from './time-expressions.ts';

export type ParsedQuery = {
  /** Content words, in order, each once. */
  terms: readonly string[];
  /** How many words they are about: fewer than terms, where pairs of characters stand for words. */
  wordCount: number;
  /** Those of the terms that were taken over from the message before, which count less. */
  borrowed: ReadonlySet<string>;
  /** Every term of the text, stop words included, with its word as written. */
  words: ReadonlyMap<string, string>;
  /** Other forms of the same word, by content word: as good as the word itself. */
  forms: ReadonlyMap<string, readonly string[]>;
  /** Related terms, by content word. */
  expansions: ReadonlyMap<string, readonly string[]>;
  times: readonly TimeExpression[];
  /** Day, month and year of those times as they are written. */
  dateTerms: readonly string[];
  wantsTime: boolean;
  wantsNumber: boolean;
  /** The answer probably stands in several places: "what activities", "how many times", "which … both". */
  wantsMany: boolean;
  /** One thing with a name: "which file", "who", "what colour". */
  wantsDetail: boolean;
  /** The role whose words it asks for, if it names no speaker: "what did I say", "what did you suggest". */
  role: Role | undefined;
  /** Whether it speaks of those who talk here, whoever said what it asks for. */
  ofSpeakers: boolean;
  /** Which item of a list: "the seventh". */
  item: AskedItem | undefined;
};

/** Most terms of a query. Of a long text, the first content words count. */
const mostTerms = 40;

const wantsNumber =
  /(?<!\p{L})(?:how (?:many|much|often|old|long|far)|number of|wie ?viele?|wie oft|combien|cuánt[oa]s?|quant[oie]|hoeveel|сколько)(?!\p{L})|いくつ|何回|多少|几个|얼마/iu;
const wantsMany =
  /^\W*(?:what|which|who)\b[^?]*?(?<!s)s (?:do|does|did|has|have|had|are|were|is|would|could)\b|^\W*(?:what|which|who) (?:are|were|all)\b|(?<!\p{L})(?:both|all|every|each|how many|how often|list|examples|several|in common|welche|alle|beide|wie viele|quels|quelles|tous|toutes|combien|cuáles|todos|todas|ambos|cuántos|cuántas|(?:which|what) (?:order|sequence)|one after (?:the other|another)|summar(?:y|i[sz]e)|overview|timeline|over time|how (?:did|has|have|was|were) [^?]{0,80}(?:chang|develop|evolv|mov|improv|progress|grow|grew)\w*|reihenfolge|nacheinander|zusammenfass\w*|überblick|entwickel\w*|ordre|résum\w*|évolu\w*|orden|resum\w*|evolucion\w*)(?!\p{L})|^\W*what (?:has|have)\b|\b(?:has|have) \w+ (?:been|done|made|read|visited|met|bought|seen|used|tried)\b/iu;
const wantsDetail =
  /^\W*(?:when|where|who|whose|which|how (?!did|does|do|was|were|has|have|can|could|should|would|to\b)\p{L}+|(?:on|in|at) what|what(?:['’]s)? (?!did|does|do|was|were|is|are|has|have|had|would|could|should|made|about)\p{L}+|is|are|did|does|do|was|were|would|has|have|wann|wo|wer|wem|wen|wessen|welche[rsnm]?|wie ?viele?|wie (?:lange|alt|oft|weit|hoch|groß)|quand|où|qui|quel(?:le)?s?|combien|cuándo|dónde|quién(?:es)?|cuál(?:es)?|cuánt[oa]s?)(?!\p{L})/iu;
/** Words that only describe the form of the answer, and do not occur in it. */
const askingWords =
  /(?:which|what|welche[rsn]?|quel|qué) (?:order|sequence|reihenfolge|ordre|orden)(?!\p{L})|^\W*summari[sz]e(?!\p{L})|(?:^\W*|[.?!]\s+)(?:list|name|give|tell|show)(?= (?:me|us|all|every|each|both|the|my|our)(?!\p{L}))|(?<!\p{L})an? (?:summary|overview|timeline)(?= of )/giu;
/** Those of them that also stand over the answer ("order of rollout: first …"): they count a little. */
const formNames = /(?:order|sequence|reihenfolge|ordre|orden)(?!\p{L})/giu;
/** Most terms taken over from the message before, for a text that refers to it. */
const mostBorrowed = 8;
const mostOwnTerms = 3;
const mostCharacters = 120;
const backReference =
  /(?<!\p{L})(?:he|she|it|they|him|her|his|hers|its|them|their|that|this|those|these|there|then|one|ones|er|sie|ihn|ihm|ihr|ihre|sein|seine|das|dort|davon|darüber|dazu|il|elle|ils|elles|lui|leur|ça|cela|él|ella|ellos|ellas|eso|esto|ahí|lo)(?!\p{L})/iu;

export function parseQuery(text: string, now: number, before = ''): ParsedQuery {
  const times = readTimeExpressions(text, now);
  const all = textTerms(text);
  const asked = [...[...text.matchAll(askingWords)].map(([words]) => words), ...framesIn(text)];
  const asking = new Set(asked.flatMap(textTerms));
  const telling = [...new Set(all)].filter(
    (term) => !isStopTerm(term) && !asking.has(term) && !pairAcrossWords.test(term),
  );
  // The day, month and year of a named time are compared as a time.
  const timeless = times.length === 0 ? telling : telling.filter((term) => !isDateWord(term));
  const own = (telling.length === 0 ? [...new Set(all)] : timeless).slice(0, mostTerms);
  const refersBack =
    telling.length <= mostOwnTerms && text.length <= mostCharacters && backReference.test(text);
  const borrowed = refersBack ? borrowedTerms(before, new Set(all)) : [];
  const named = [...text.matchAll(formNames)].flatMap(([words]) => textTerms(words));
  const weak = [...new Set(named)].filter((term) => asking.has(term) && !isStopTerm(term));
  const terms = [...own, ...borrowed, ...weak];
  const words = spelling(text);
  const language = detectLanguage(text);
  const inflected = (term: string) => inflectedTerms(words.get(term) ?? term, language);
  return {
    terms,
    wordCount: terms.reduce((sum, term) => sum + wordShare(term), 0),
    borrowed: new Set([...borrowed, ...weak]),
    words,
    forms: new Map(
      terms.map((term) => [
        term,
        [...otherFormsOf(term), ...inflected(term)].filter((form) => !isStopTerm(form)),
      ]),
    ),
    expansions: new Map(
      own.map((term) => [term, [...expansionsOf(term), ...joinedParts(words.get(term) ?? term, language)]]),
    ),
    times,
    dateTerms: times.length === 0 ? [] : telling.filter(isDateWord),
    wantsTime: asksForTime(text),
    wantsNumber: wantsNumber.test(text),
    wantsMany: asksForMany(text),
    wantsDetail: wantsDetail.test(text),
    role: roleAsked(text),
    ofSpeakers: speaksOfSpeakers(text),
    item: askedItem(text),
  };
}

/** Whether the answer probably stands in several places. */
export function asksForMany(text: string): boolean {
  return wantsMany.test(text);
}

/** Whether one thing with a name or a figure is asked for. */
export function asksForDetail(text: string): boolean {
  return wantsDetail.test(text) || wantsNumber.test(text);
}

/** A word of two characters is a pair and perhaps its characters; one of four is three pairs. */
function wordShare(term: string): number {
  if (!pairedCharacter.test(term)) return 1;
  return [...term].length === 1 ? 0 : 0.5;
}

function borrowedTerms(before: string, own: ReadonlySet<string>): string[] {
  const terms = [...new Set(textTerms(before))].filter((term) => !isStopTerm(term) && !own.has(term));
  return terms.filter((term) => !isSmallTalkTerm(term)).slice(0, mostBorrowed);
}

function spelling(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const piece of text.split(/\s+/u)) {
    const word = piece.length > longestSpelling ? undefined : piece.replace(aroundWord, '');
    for (const term of textTerms(piece)) if (!words.has(term)) words.set(term, word ?? term);
  }
  return words;
}

/** Longer words are not shown as written. Limits the text that is searched around a term. */
const longestSpelling = 48;
const aroundWord = /^[^\p{L}\p{N}]+|(?:['’]s)?[^\p{L}\p{N}]*$/gu;

const dateWords = new Set(
  textTerms(
    'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday yesterday today week weekend month year day ago last 1st 2nd 3rd',
  ),
);

function isDateWord(term: string): boolean {
  return dateWords.has(term) || /^\d{1,2}(?:th|st|nd|rd)?$|^(?:19|20)\d\d$/.test(term);
}
