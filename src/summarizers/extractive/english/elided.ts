/**
 * Restores a subject that speech leaves out: "Sounds great" becomes "It sounds great", "Gonna try it" "I'm gonna try
 * it", "Got any news?" "Have you got any news?". Without a subject, such a sentence would look like a command.
 */
import { baseVerbs, isAdverb, isAuxiliary, isParticiple, isPast, isState, isThirdPerson } from './verbs.ts';

/** What something is like for the speaker, which is never a command. */
const impersonal = /^(?:sounds|looks|seems|feels|means|depends|turns out|makes sense|helps|works)\b/i;
const negated =
  /^(?:can't|cannot|couldn't|wouldn't|won't|haven't|didn't|don't (?:know|think|want|need|believe|really)) /i;
const feeling =
  /^(?:glad|happy|sad|sorry|excited|thrilled|stoked|pleased|honou?red|worried|scared|afraid|tired|surprised|relieved|grateful|thankful|proud|curious|keen|lucky|ready|interested|blessed|inspired)(?=[,.!]| (?:to|that|for|about|of|with|by|at|when|if|and|as|because|you|i|he|she|it|we|they|the|your|this)\b|$)/i;
const judgement =
  /^(?:cool|great|nice|awesome|amazing|wonderful|lovely|good|funny|sad|interesting) (?=(?:that|how|to|you|he|she|they|we)\b)/i;
const progressive = /^(?:gonna|going to|about to)\b/i;
const experienced = /^been (?=\p{L}+ing\b)/iu;
const lasted = /^been (?=(?:a|an|so|super|really|very|too|quite)\b)/i;
const perfectQuestion = /^(?:got|been|seen|had|tried|heard|done|made|met|found|thought|ever)\b/i;
const elidedQuestion = /^(?:want|need|know|remember|think|like|mind|care|have|feel)\b/i;

/** A sentence with a subject is returned unchanged. */
export function withSubject(text: string): string {
  const subject = /[?？]["')\]]*\s*$/u.test(text) ? askedSubject(text) : statedSubject(text);
  return subject === '' ? text : `${subject} ${lowerFirst(text)}`;
}

function statedSubject(text: string): string {
  if (negated.test(text)) return 'I';
  if (impersonal.test(text)) return 'it';
  if (feeling.test(text)) return "I'm";
  if (progressive.test(text)) return "I'm";
  if (experienced.test(text)) return "I've";
  if (lasted.test(text)) return "it's";
  if (judgement.test(text)) return "it's";
  const words = text.split(/\s+/u, 4).map((word) => word.toLowerCase().replace(/[^\p{L}']/gu, ''));
  const at = isAdverb(words[0] ?? '') ? 1 : 0;
  const verb = words[at] ?? '';
  const next = words[at + 1] ?? '';
  if (isState(verb) && (at === 1 || next !== '')) return 'I';
  if (at === 1 && words[0] !== 'never' && isPast(verb)) return 'I';
  if (isIrregularPast(verb) && next !== '' && !/^(?:by|and)$/.test(next)) return 'I';
  if (isParticiple(verb) && !isSubject(text, at)) return "I'm";
  return '';
}

function askedSubject(text: string): string {
  // "Thinking of moving, what do you say?" asks only in its second part.
  if (text.includes(',') || /^\S+ (?:i|you|we|he|she|it|they|the|your|there|this|that)\b/i.test(text))
    return '';
  const first = text.split(/\s+/u, 1)[0]!.toLowerCase();
  if (perfectQuestion.test(text)) return 'have you';
  if (elidedQuestion.test(text)) return 'do you';
  return isParticiple(first) && !isSubject(text, 0) ? 'are you' : '';
}

/** Excludes "burned" or "updated", which may describe a thing, and forms that are also base forms. */
function isIrregularPast(word: string): boolean {
  return (
    isPast(word) && !word.endsWith('ed') && !baseVerbs.has(word) && !/^(?:were|been|gone|was)$/.test(word)
  );
}

/** "Creating a family is lovely": the participle is the subject. */
function isSubject(text: string, at: number): boolean {
  const clause = text.split(/[,;:–—]| - /u, 1)[0]!.toLowerCase();
  const words = clause.match(/[a-z]+(?:'[a-z]+)?/g) ?? [];
  return words.slice(at + 1).some((word) => isAuxiliary(word) || word.endsWith("'s") || isThirdPerson(word));
}

export function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text;
}
