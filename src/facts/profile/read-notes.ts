/**
 * What one message tells about the user who sent it: lasting facts, preferences, and topics (R-69). Only own words
 * count; quoted, pasted, supposed and asked text tells nothing. Pure, with work bounded by the length of the text.
 */
import type { ProfileNote } from '../../records/profile.ts';
import { foreignCharacter } from '../own-words/marks.ts';
import { type OwnSentence, ownSentences } from '../own-words/own-words.ts';
import { topicTerms } from '../topics.ts';
import { clausesOf, withSubject } from './clauses.ts';
import { endingOf, endingSubject, readEnding } from './endings.ts';
import { levelIn } from './language-levels.ts';
import { isWork } from './settle-endings.ts';
import { statementForms } from './statement-forms.ts';

/** A longer sentence is a story, not a statement about oneself. */
const longestStatement = 240;
const longestSubject = 120;
const mostTopics = 12;
/** An ending must not be dropped before what it ends. */
const endingWeight = 1;

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
  [/\b(i|we) (?:don't|do not|can't|cannot) (.+?) any ?(?:more|longer)\b/iu, '$1 $2'],
  [/\b(i'm|i am|we're|we are) not (.+?) any ?(?:more|longer)\b/iu, '$1 $2'],
  [/\bje n'(\p{L}+) plus\b/iu, "j'$1"],
  [/\bje ne (\p{L}+) plus\b/iu, 'je $1'],
  [/^non ((?:mi |ci )?\p{L}+) più(?!\p{L})/iu, '$1'],
  [/^(eu )?não (\p{L}+) mais\b/iu, '$1$2'],
];
/** "… in Zwolle, no longer in Utrecht": what is denied only stands beside what is said. */
const contrast =
  /(?<=\p{L}.{8,}),? (?:and |und |en |et |y |e |и )?(?:no longer|not any ?more|nicht mehr|niet meer|ya no|non più|já não|et plus|больше не) (?:in|at|for|as|bei|auf|als|op|bij|voor|en|à|au|chez|comme|como|em|no|na|a|da|в|на) [^,.;]+[.!]?$/iu;
const negated =
  /(?<![\p{L}'-])(?:no longer|nicht mehr|kein\p{L}* .{0,40}mehr|ya no|non più|já não|niet meer|больше не)(?![\p{L}'-])|不再/iu;
/** Says that something is so from now on, unlike before. */
const changed =
  /(?<![\p{L}'-])(?:now|nowadays|these days|by now|since (?:last|yesterday|this|january|february|march|april|may|june|july|august|september|october|november|december)|instead|recently|just (?:started|became|joined)|started|became|joined|new job|training|jetzt|inzwischen|mittlerweile|seit kurzem|maintenant|désormais|ahora|adesso|agora|nu|inmiddels|tegenwoordig|теперь|сейчас)(?![\p{L}'-])|现在|如今/iu;
const supposed =
  /^(?:if|when|whenever|suppose|imagine|assume|assuming|let's say|say|pretend|what if|unless|once|wenn|falls|si|se|als|если)\b|\b(?:would be|wish|pretend)\b|\bin (?:my|the|this|our|a) (?:story|novel|game|dream|play|film|movie|book|scene|role ?play|script|song|poem|campaign|essay|example|scenario)\b|^(?:假设|如果|もし)/iu;
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
    const stated = readSentence(sentence, text);
    // A sentence that only ends something may still be the topic of the message.
    if (stated.every(({ subject }) => endingOf(subject) !== undefined)) talk.push(sentence.text);
    for (const statement of stated) add(statement);
  }
  const topics = topicTerms(talk.join('\n'));
  for (const { subject, surface, weight } of topics.slice(0, mostTopics)) {
    add({ kind: 'topic', subject, value: surface, weight });
  }
  return [...notes.values()];
}

type Stated = Pick<ProfileNote, 'kind' | 'subject' | 'value' | 'weight'>;

function readSentence(sentence: Pick<OwnSentence, 'text' | 'masked'>, message: string): Stated[] {
  const plain = sentence.masked.replaceAll('’', "'").replaceAll(/\s+/gu, ' ').trim();
  if (plain.length > longestStatement || plain.startsWith(foreignCharacter) || question.test(plain))
    return [];
  const bare = plain.replace(opening, '');
  if (supposed.test(bare)) return [];
  const whole = sentence.text.replaceAll(/\s+/gu, ' ').trim();
  const level = levelIn(bare, message);
  if (level !== undefined) return [{ kind: 'fact', subject: level, value: whole, weight: 0.8 }];
  const clauses = clausesOf(bare).filter((clause) => !supposed.test(clause));
  const read: {
    clause: string;
    found: ReturnType<typeof statedIn>;
    ending: ReturnType<typeof readEnding>;
  }[] = [];
  for (const clause of clauses) {
    const told = read.at(-1)?.found === undefined ? clause : withSubject(clause);
    read.push({ clause, found: statedIn(told), ending: readEnding(told) });
  }
  const told = read.flatMap((one) => (one.found === undefined ? [] : [{ clause: one.clause, ...one.found }]));
  // "I quit my job, I'm a baker now" states one job, the new one.
  const left = read.filter(({ ending }) => ending?.scope === 'work').map(({ clause }) => clause);
  const found = told.filter(
    ({ clause }) =>
      !left.includes(clause) ||
      !told.some((other) => !left.includes(other.clause) && isWork('fact', other.subject, other.clause)),
  );
  const endings = read.flatMap(({ ending }) => (ending === undefined ? [] : [ending]));
  const isChange = endings.length > 0;
  const isNewWork = ({ clause, subject }: { clause: string; subject: string }) =>
    isWork('fact', subject, clause) && changed.test(clause);
  const work = found.some(isNewWork);
  if (work) endings.push({ scope: 'work', stems: [] });
  // Each of several statements keeps only its own clause, so that none contains words that may end with another. A change
  // keeps the whole sentence.
  const keptOf = (one: { clause: string; subject: string }) =>
    found.length < 2 || isChange || isNewWork(one) || plain.includes(foreignCharacter) ? whole : one.clause;
  return [
    ...found.map(({ clause, ...statement }) => ({
      ...statement,
      value:
        statement.subject === 'name'
          ? nameOf(clause, keptOf({ clause, ...statement }))
          : keptOf({ clause, ...statement }),
    })),
    ...endings.map((ending) => ({
      kind: 'fact' as const,
      subject: endingSubject(ending).slice(0, longestSubject).toWellFormed(),
      value: whole,
      weight: endingWeight,
    })),
  ];
}

/** "I'm Mark, 41, living in Denver": the note of the name leaves out everything that may change. */
function nameOf(clause: string, value: string): string {
  const first = clause.split(/[,;:(，、]/u, 1)[0]!.trim();
  return first === clause || !/\p{L}{2,}/u.test(first) ? value : first;
}

function statedIn(clause: string): Pick<ProfileNote, 'kind' | 'subject' | 'weight'> | undefined {
  const stated = clause.replace(contrast, '');
  const isNegated = negated.test(stated) || ended.some(([form]) => form.test(stated));
  const lasting = ended.reduce((text, [form, positive]) => text.replace(form, positive), stated);
  const plain = lasting.replaceAll(since, '').replaceAll(/ (?=[.,!]|$)/gu, '');
  for (const { kind, pattern, subject, weight } of statementForms) {
    const caught = pattern.exec(plain);
    const found = caught === null ? undefined : subject(caught);
    if (found === undefined) continue;
    // "I no longer live in Oslo" only reports an ending, so it is no fact.
    if (kind === 'fact' && isNegated) return undefined;
    return { kind, subject: found.slice(0, longestSubject).toWellFormed(), weight };
  }
  return undefined;
}
