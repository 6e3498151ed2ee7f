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
  /^(?:(?:ok(?:ay)?|so|and|also|but|well|actually|btw|by the way|for context|for what it's worth|fyi|just so you know|note that|remember that|remember|please remember that|hi|hey|hello|yes|no|yeah|right|oh|because|since|as|und|aber|also|et|mais|y|pero|e|ma|mas|en|maar)(?:[\s,.:!;–—-]+)){1,4}/iu;
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
  for (const { kind, pattern, subject, weight } of statementForms) {
    const caught = pattern.exec(bare);
    const found = caught === null ? undefined : subject(caught);
    if (found === undefined) continue;
    const value = sentence.text.replaceAll(/\s+/gu, ' ').trim();
    return { kind, subject: found.slice(0, longestSubject).toWellFormed(), value, weight };
  }
  return undefined;
}
