/**
 * Checks the claims of a summary that its reader would have to follow: rules, permissions, revocations, decisions. Each
 * must be supported by a single place in the sources. A false claim such as "the user revoked all rules"
 * would do great harm, and contains no exact fact by which the other checks could detect it.
 */
import { readStatements } from '../facts/read-statements.ts';
import { splitLines, withoutListMark } from '../facts/text.ts';
import { splitSentences } from '../text/sentences.ts';
import { carriedTerms } from './carrying-terms.ts';

const bound = /\b(?:assistant|agent|model|ai|bot|chatbot|claude)\b/i;
const binding =
  /\b(?:must|always|never|shall|should (?:always|never)|has to|have to|is to|are to|may (?:now|not)|needs? to|required|obliged|instructed|ordered|forbidden|prohibited|allowed|permitted|authori[sz]ed|free to|no longer|exempt|bypass|obey)\b/i;
/** A user's rule in reported speech: "the user asked to always copy Ingrid". */
const reportedRule =
  /\b(?:users?|they|he|she)\b.{0,60}\b(?:ask(?:s|ed)?|told|tells?|want(?:s|ed)?|instruct(?:s|ed)?|request(?:s|ed)?|insist(?:s|ed)?|requires?d?|demand(?:s|ed)?|order(?:s|ed)?)\b.{0,80}\b(?:always|never|from now on|at all times|every time|without exception)\b/i;
const rules =
  /\b(?:rules?|instructions?|restrictions?|guidelines?|polic(?:y|ies)|safeguards?|permissions?|limits|constraints?|regeln?|anweisungen|règles?|instructions|consignes|reglas?|instrucciones|regole|istruzioni|regras|instruções|regels)\b|правил|инструкци|规则|規則|指示|指令|ルール|규칙|지시|قواعد|تعليمات/iu;
const ended =
  /\b(?:revok|cancel|lift|withdr[ae]w|waiv|void|suspend|overr[iu]d|overrul|disabl|remov|dropp|abolish|rescind|annul|ignor|disregard|forg[eo]t|no longer appl|lapse|supersed|aufgehoben|aufhob|widerrufen|zurückgenommen|révoqu|annul|levé|revoc|anul|levant|revog|ingetrokken)|отмен|отозва|снял|撤销|撤銷|取消|废除|解除|철회|취소|ألغ/iu;

/** Share of the terms of a claim that one place must contain. */
const leastTogether = 0.6;
/** Sentences of a source that count as one place. */
const reach = 3;

/** The first claim without support; undefined if there is none. */
export function unsupportedClaim(text: string, sources: readonly string[]): string | undefined {
  const claims = sentencesOf(text).filter(binds);
  if (claims.length === 0) return undefined;
  const places = sources.flatMap(placesOf);
  return claims.find((claim) => !isSupported(claim, places));
}

function binds(sentence: string): boolean {
  if (rules.test(sentence) && ended.test(sentence)) return true;
  if ((bound.test(sentence) && binding.test(sentence)) || reportedRule.test(sentence)) return true;
  const statements = readStatements({ text: sentence, start: 0 }, 'user');
  return statements.some(({ kind }) => kind === 'rule');
}

function sentencesOf(text: string): string[] {
  return splitLines(text)
    .flatMap(splitSentences)
    .map((sentence) => withoutListMark(sentence).text);
}

function placesOf(source: string): ReadonlySet<string>[] {
  const terms = sentencesOf(source).map((sentence) => [...termsOf(sentence)]);
  if (terms.length <= reach) return [new Set(terms.flat())];
  return terms.slice(0, 1 - reach).map((_, index) => new Set(terms.slice(index, index + reach).flat()));
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(carriedTerms(text).content.keys());
}

function isSupported(claim: string, places: readonly ReadonlySet<string>[]): boolean {
  const terms = [...termsOf(claim)];
  if (terms.length === 0) return true;
  const needed = Math.ceil(terms.length * leastTogether);
  return places.some((place) => terms.filter((term) => place.has(term)).length >= needed);
}
