/** Whether a message asks for something or states it. What asks needs more of the past than what tells something new. */

import { asksByOrder } from '../facts/word-order.ts';
import { splitSentences } from '../text/sentences.ts';
import { asksIndirectly } from './indirect-question.ts';

/** Question words of the languages in which "when" also opens clauses that are no questions. "When" itself is left out. */
export const questionWords =
  "what|whats|where|who|whom|whose|which|why|how|que|qu(?=['’])|qui|où|pourquoi|comment|quel|quelle|quels|quelles|combien";
/** Words a request for something said before begins with, in a few languages. */
const openings = [
  `${questionWords}|when|quand|est-ce`,
  'did|do|does|is|are|was|were|can|could|should|shall|will|would|has|have|had|am',
  'tell me|show me|remind me|find|search|recall|look up|list|give me|any idea',
  'was|wann|wo|wer|wen|wem|wessen|welche|welcher|welches|warum|wieso|wie|haben wir|hatten wir|zeig|such|finde|erinnere',
  'qué|quién|cuándo|dónde|por qué|cómo|cuál|cuáles|cuánto|cuánta',
];
const opening = new RegExp(`^(?:${openings.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
/** At the end of any sentence, in a quotation or not. */
const questionMark = /[?？؟]["'”’)\]]*(?:\s|$)/u;
const politeness = /^(?:(?:hey|hi|hello|ok|okay|so|and|but|please|well|sorry)[,!.]?\s+)+/iu;

export function isQuestion(text: string): boolean {
  const trimmed = text.trim().replace(politeness, '');
  if (questionMark.test(trimmed) || asksIndirectly(trimmed)) return true;
  // Long texts that happen to begin with such a word are statements.
  if (trimmed.length > 200 || trimmed.includes('\n') || /[.!]$/u.test(trimmed)) return false;
  return opening.test(trimmed) || asksByOrder(trimmed);
}

const longestLookup = 500;

/** Requests to do something. Only a model can answer these; the archive can only quote. */
const requests =
  /^(?:can|could|would|will|should|shall)\s+(?:you|we|i)\s+(?!(?:please\s+)?(?:tell|show|remind|find|list|give|recall|look|search|say|remember|see)\b)/iu;

/** Whether a message only asks, without stating anything. In doubt it counts as a statement. */
export function isOnlyQuestion(text: string): boolean {
  if (text.length > longestLookup) return false;
  const said = sentencesOf(text);
  return said.length > 0 && said.every((sentence) => isQuestion(sentence) && !requests.test(sentence));
}

/** The questions of a message, without its statements. */
export function questionsIn(text: string): string {
  const asked = sentencesOf(text).filter(isQuestion);
  return asked.length === 0 ? text : asked.join(' ');
}

function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => splitSentences({ text: line, start: 0 }))
    .map((sentence) => `${sentence.text} `.replace(politeness, '').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
