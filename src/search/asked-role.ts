/**
 * Whose words a question asks for if it names no speaker: "did I tell you" asks for the user's, "what did you tell me"
 * for the assistant's. Decided by the subject of the verb, because "you" also occurs in "could you remind me" and "I told
 * you".
 */
import type { Role } from '../message/message.ts';
import { irregularVerbs } from '../text/irregular-words.ts';
import { askedItem } from './asked-item.ts';
import { questionsIn } from './is-question.ts';

const ofSelf =
  /(?<!\p{L})(?:i|my|me|mine|we|our|us|ours|ich|mein\p{L}{0,2}|mir|mich|wir|unser\p{L}{0,2}|uns|je|mon|ma|mes|nous|notre|nos|yo|mi|mis|nosotr[oa]s|nuestr[oa]s?)(?!\p{L})|[我咱私僕俺]/iu;
const ofOther =
  /(?<!\p{L})(?:you|your|yours|du|dein\p{L}{0,2}|dir|dich|tu|ton|ta|vous|votre|tú|usted)(?!\p{L})|[你您]|あなた/iu;

const pasts = irregularVerbs.map(([base, past]) => past ?? base).join('|');
/** "You gave", "did you give", "in your list", and the same in other languages, recognized by their verbs. */
const otherActs = [
  '(?:did|had|have|were) you(?!\\p{L})',
  `(?<!\\b(?:can|could|will|would|should|do|may|might|shall) )you(?:['’](?:d|ve))?(?: (?:had|have|once|also|just|then|already|\\p{L}+ly))? (?:\\p{L}+[^\\P{L}e]ed|${pasts})(?!\\p{L})`,
  '(?:in|from|to|by|on) your(?!\\p{L})',
  '(?:hast|(?!(?:könn|möch|soll|müss|dürf)test)\\p{L}+test) du(?!\\p{L})',
  "(?:as|avais)[ -]tu(?!\\p{L})|(?:avez|aviez)[ -]vous(?!\\p{L})|tu (?:m['’]|nous )?(?:as|avais)(?!\\p{L})|vous (?:m['’]|nous )?(?:avez|aviez)(?!\\p{L})",
  '(?:me|nos) \\p{L}{2,}[ai]ste(?!\\p{L})|(?:me|nos) (?:has|habías)(?!\\p{L})|(?:mi|ci) (?:hai|avevi)(?!\\p{L})',
].join('|');
const otherActed = new RegExp(`(?<!\\p{L})(?:${otherActs})`, 'iu');
/** Who asks did or had something; the verbs of English alone also tell of the present. */
const selfActs = (verbs: string) =>
  new RegExp(
    `(?<!\\p{L})(?:(?:${verbs}) (?:i|we)(?! (?:have|need) to(?!\\p{L}))|(?:habe|hatte) ich|(?:haben|hatten) wir|(?:ai|avais)-je|(?:avons|avions)-nous)(?!\\p{L})`,
    'iu',
  );
const ownPast = selfActs('did|have|had|was|were');
const selfActed = selfActs('did|have|had|do|was|were|am|are');
const selfTold = new RegExp(`(?<!\\p{L})i (?:\\p{L}+[^\\P{L}e]ed|${pasts})(?!\\p{L})`, 'iu');
/** What one should or has to do was advised by one side, for what the other had told. */
const advised =
  /(?<!\p{L})(?:should|ought|shall|(?:do|did) (?:i|we) (?:have|need) to|soll(?:te)?(?:n|st)?|devrai[st]|devrions|debería(?:mos)?)(?!\p{L})|应该|應該|べき/iu;
/** A polite request: its "you" is only addressed, and the question is about something else. */
const politely =
  /(?<!\p{L})(?:(?:can|could|will|would) you (?:please )?)?(?:remind|tell|show|give|help) (?:me|us)(?!\p{L})|(?<!\p{L})(?:can|could|will|would) you(?!\p{L})/giu;

export function roleAsked(text: string): Role | undefined {
  const asked = questionsIn(text);
  if (selfActed.test(asked)) return otherBefore(asked) ? 'assistant' : 'user';
  if (otherActed.test(text)) return 'assistant';
  if (selfTold.test(asked)) return 'user';
  const rest = asked.replace(politely, ' ');
  const self = ofSelf.exec(rest)?.index;
  const other = ofOther.exec(rest)?.index;
  if (self === undefined && other === undefined) return undefined;
  if (self !== undefined && advised.test(asked)) return other === undefined ? undefined : 'assistant';
  // "My" tells whom a list is for, and rarely who made it.
  if (askedItem(text) !== undefined && other === undefined) return undefined;
  return (self ?? Number.POSITIVE_INFINITY) < (other ?? Number.POSITIVE_INFINITY) ? 'user' : 'assistant';
}

/** "Which allergies do I have to think of": whoever said it, it is about those who talk here. */
export function speaksOfSpeakers(text: string): boolean {
  const asked = questionsIn(text).replace(politely, ' ');
  return ofSelf.test(asked) || ofOther.test(asked);
}

/** "When did we begin?": such a question is about the past, however usual its words are. */
export function asksOwnPast(text: string): boolean {
  return ownPast.test(questionsIn(text));
}

/** In "What did you say, and what did I answer", the first subject counts. */
function otherBefore(asked: string): boolean {
  const other = otherActed.exec(asked)?.index;
  return other !== undefined && other < selfActed.exec(asked)!.index;
}
