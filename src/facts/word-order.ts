/**
 * English questions without a question mark, recognized by word order: "wich databse did we chose", "which one have we
 * agreed on". A helping verb before its subject indicates a question, whatever the word before it is and however it is
 * spelled. Only after a few words ("only then did we …") it is a statement. In other languages this order is as common
 * in statements, so a question word must come first ("welche Datenbank haben wir gewählt").
 */
export const helpingVerbs =
  'did|does|do|have|has|had|will|would|should|shall|can|could|may|might|are|were|was|is|am';
const verbBeforeSubject = new RegExp(
  `(?<![\\p{L}'’])(?:${helpingVerbs})\\s(?:we|you|i|they|he|she|our|the (?:team|client|board|user))(?![\\p{L}'’])`,
  'iu',
);
const statementBefore =
  /(?:^|[\s,])(?:only|never|nor|neither|not|so|as|than|rarely|seldom|hardly|what(?:ever)? we|if|when(?:ever)?|because|since|that|where(?:ever)?)(?:[\s,]|$)/iu;
/** A sentence that already named a subject is a statement. */
const subjectBefore = /(?:^|[\s,])(?:i|we|you|they|he|she|it|this|there)(?:[\s,'’]|$)/iu;
const questionWordFirst =
  /^(?:was|wann|wo|wer|wen|wem|wessen|welche[rsnm]?|warum|wieso|wie|quand|où|pourquoi|comment|quel(?:le)?s?|qué|cuándo|dónde|cuál(?:es)?|por qué)\s+(?:\S+\s+){0,2}(?:haben|hatten|habt|hat|hast|sind|ist|war|waren|wollen|sollen|avons|avez|a-t|ont|hemos|han|ha)(?![\p{L}'’])[^,]*$/iu;
/** "What was decided about the port", but not "what was decided is Postgres". */
const passive =
  /^(?:what|which(?:\s\S+){0,3}|who)\s(?:was|were|is|are|has|have|had)\s(?!.*\s(?:is|was|are|were)\s)/iu;
const mostWordsBefore = 6;

export function asksByOrder(sentence: string): boolean {
  const text = sentence.trim();
  if (/[.!…。！]["'”’)\]]*$/u.test(text)) return false;
  if (questionWordFirst.test(text) || passive.test(text)) return true;
  const match = verbBeforeSubject.exec(text.slice(0, 200));
  if (match === null) return false;
  const before = text.slice(0, match.index);
  if (before.trim() === '') return true;
  if (before.trim().split(/\s+/u).length > mostWordsBefore) return false;
  return !statementBefore.test(before) && !subjectBefore.test(before);
}
