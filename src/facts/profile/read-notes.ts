/**
 * What one message tells about the user who sent it: lasting facts, preferences, and topics (R-69). Only own words
 * count; quoted, pasted, supposed and asked text tells nothing. Pure, with work bounded by the length of the text.
 */
import type { ProfileNote } from '../../records/profile.ts';
import { foreignCharacter } from '../own-words/marks.ts';
import { type OwnSentence, ownSentences } from '../own-words/own-words.ts';
import { topicTerms } from '../topics.ts';
import { statementForms } from './statement-forms.ts';

/** A longer sentence is a story, not a statement about oneself. */
const longestStatement = 240;
const longestSubject = 120;
const mostTopics = 12;

const opening =
  /^(?:(?:ok(?:ay)?|so|and|also|but|well|actually|btw|by the way|for context|for what it's worth|fyi|just so you know|note that|remember that|remember|please remember that|hi|hey|hello|yes|no|yeah|right|oh|sorry|oops|correction|update|pardon|apologies|entschuldigung|désolée?|perdón|scusa|desculpa|because|since|as|und|aber|also|et|mais|y|pero|e|ma|mas|en|maar)(?:[\s,.:!;–—-]+)){1,4}/iu;
/**
 * Words that say since when, or that something has ended. They stand before the statement or inside it ("Ich wohne jetzt
 * in Bern", "I no longer live in Oslo") and change nothing about its subject; the value keeps them.
 */
const since =
  /(?<![\p{L}'-])(?:now|nowadays|these days|currently|at present|by now|meanwhile|no longer|any ?more|jetzt|inzwischen|mittlerweile|nun|derzeit|nicht mehr|maintenant|désormais|actuellement|ahora|actualmente|ya no|adesso|attualmente|non più|agora|atualmente|já não|inmiddels|tegenwoordig|niet meer|теперь|сейчас|больше не)(?![\p{L}'-]),? ?|(?<=^|我)(?:现在|如今|目前|不再)/giu;
/** "I don't live there any more", "je n'habite plus là". */
const ended: readonly [RegExp, string][] = [
  [/\b(i|we) (?:don't|do not) (.+?) any ?more\b/iu, '$1 $2'],
  [/\bje n'(\p{L}+) plus\b/iu, "j'$1"],
  [/\bje ne (\p{L}+) plus\b/iu, 'je $1'],
];
/** Where the second half of a sentence may be a statement of its own. */
const halves = /\s?[;–—]\s|,\s(?:but|and|so|aber|und|mais|et|pero|y|ma|e|mas|maar|en|но|а|и)\s/u;
const supposed =
  /^(?:if|when|whenever|suppose|imagine|assume|assuming|let's say|say|pretend|what if|unless|once|wenn|falls|si|se|als|если)\b|\b(?:would be|wish|pretend)\b|^(?:假设|如果|もし)/iu;
const question = /[?？؟][\s"'”’)*\]]{0,4}$/u;

export function readNotes(message: { seq: number; at: string; text: string }): ProfileNote[] {
  const { seq, at, text } = message;
  const sentences = ownSentences(text);
  const notes = new Map<string, ProfileNote>();
  const add = (note: Omit<ProfileNote, 'seq' | 'at'>) => {
    const key = `${note.kind} ${note.subject}`;
    // The last statement in a message holds.
    notes.set(key, { ...note, seq, at });
  };
  const talk: string[] = [];
  for (const sentence of sentences) {
    const stated = readStatement(sentence);
    if (stated === undefined) talk.push(sentence.text);
    else add(stated);
  }
  const topics = topicTerms(talk.join('\n'));
  for (const { subject, surface, weight } of topics.slice(0, mostTopics)) {
    add({ kind: 'topic', subject, value: surface, weight });
  }
  return [...notes.values()];
}

function readStatement(
  sentence: Pick<OwnSentence, 'text' | 'masked'>,
): Pick<ProfileNote, 'kind' | 'subject' | 'value' | 'weight'> | undefined {
  const plain = sentence.masked.replaceAll('’', "'").replaceAll(/\s+/gu, ' ').trim();
  if (plain.length > longestStatement || plain.startsWith(foreignCharacter) || question.test(plain))
    return undefined;
  const bare = plain.replace(opening, '');
  if (supposed.test(bare)) return undefined;
  const found = statedIn(bare) ?? bare.split(halves).slice(1).map(statedIn).find(isStated);
  return found && { ...found, value: sentence.text.replaceAll(/\s+/gu, ' ').trim() };
}

function isStated<Stated>(stated: Stated | undefined): stated is Stated {
  return stated !== undefined;
}

function statedIn(said: string): Pick<ProfileNote, 'kind' | 'subject' | 'weight'> | undefined {
  const lasting = ended.reduce((text, [form, positive]) => text.replace(form, positive), said);
  const plain = lasting.replaceAll(since, '').replaceAll(/ (?=[.,!]|$)/gu, '');
  for (const { kind, pattern, subject, weight } of statementForms) {
    const caught = pattern.exec(plain);
    const found = caught === null ? undefined : subject(caught);
    if (found !== undefined) return { kind, subject: found.slice(0, longestSubject).toWellFormed(), weight };
  }
  return undefined;
}
