/** Whether a message asks for something or states it. What asks needs more of the past than what tells something new. */

/** Words a request for something said before begins with, in a few languages. */
const openings = [
  "what|what’s|what's|whats|when|where|who|who’s|who's|whom|whose|which|why|how|did|do|does|is|are|was|were|can|could|should|shall|will|would|has|have|had|am",
  'tell me|show me|remind me|find|search|recall|look up|list|give me|any idea',
  'was|wann|wo|wer|wen|wem|wessen|welche|welcher|welches|warum|wieso|wie|haben wir|hatten wir|zeig|such|finde|erinnere',
  "que|qui|quand|où|pourquoi|comment|quel|quelle|quels|quelles|combien|est-ce|qu’|qu'",
  'qué|quién|cuándo|dónde|por qué|cómo|cuál|cuáles|cuánto|cuánta',
];
const opening = new RegExp(`^(?:${openings.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
/** At the end of any sentence, in a quotation or not. */
const questionMark = /[?？؟]["'”’)\]]*(?:\s|$)/u;
const politeness = /^(?:(?:hey|hi|hello|ok|okay|so|and|but|please|well|sorry)[,!.]?\s+)+/iu;

export function asksSomething(text: string): boolean {
  const trimmed = text.trim().replace(politeness, '');
  if (questionMark.test(trimmed)) return true;
  // Long texts that happen to begin with such a word are told, not asked.
  return trimmed.length <= 200 && !trimmed.includes('\n') && opening.test(trimmed) && !/[.!]$/u.test(trimmed);
}
