/**
 * The subjects of a longer conversation, in a natural wording. One or two main subjects open the summary. Others that
 * no chosen sentence mentions close it.
 */
import { stopWordsOf } from '../../text/stop-words.ts';
import type { Document } from './document.ts';
import { keyPhrases } from './phrases.ts';
import type { Size } from './size.ts';

const minimumWords = 60;
const minimumTokens = 90;
const minimumSentences = 20;
const mainSubjects = 2;
const mostTopics = 9;
/** Sentences written by this file, including an earlier form that opened with all topics at once. */
const ownSentence = /^They also talk about |^The (?:meeting|conversation) is about /u;
const sentenceOfNames = /^(?:\S+ ){1,14}?(?:discuss(?:es)?|talks? about) /u;

export type Subjects = {
  /** A sentence. Empty for a user and an assistant, whose requests express it better, and if nobody speaks. */
  opening: string;
  /** The other subjects, most frequent first. */
  others: string[];
};

const none: Subjects = { opening: '', others: [] };

export function subjectsOf(
  document: Document,
  options: { size: Size; earlierTopics: readonly string[] },
): Subjects {
  const { english, sentences } = document;
  const { size, earlierTopics } = options;
  if (!english || size.words < minimumWords || size.tokens < minimumTokens) return none;
  if (sentences.length < minimumSentences && earlierTopics.length === 0) return none;
  const limit = Math.min(mostTopics, Math.max(4, Math.round(Math.min(size.words, size.tokens * 0.75) / 16)));
  const fresh = topicsOf(document, limit);
  const kept = [...new Set(earlierTopics)].slice(0, Math.ceil(limit / 2));
  const topics = [...kept, ...fresh.filter((topic) => !kept.includes(topic))].slice(0, limit);
  if (topics.length < 2) return none;
  if (document.speakers.length === 0 || document.speakers.some(({ kind }) => kind === 'user'))
    return { opening: '', others: topics.filter(isSpecific) };
  const opening = `${talkers(document)} about ${listed(topics.slice(0, mainSubjects))}.`;
  return { opening, others: topics.slice(mainSubjects) };
}

/** A name, or more than one word: "the data" is not specific. */
function isSpecific(topic: string): boolean {
  return /\s|\p{Lu}|\p{N}/u.test(topic.replace(/^the /u, ''));
}

/** Empty if everything is already mentioned. */
export function closingOf(others: readonly string[], prose: string): string {
  const lower = prose.toLowerCase();
  const missing = others.filter((topic) => !lower.includes(topic.replace(/^the /u, '').toLowerCase()));
  return missing.length === 0 ? '' : `They also talk about ${listed(missing)}.`;
}

function talkers({ speakers, spoken }: Document): string {
  const names = speakers.map(({ name }) => name);
  if (names.length > 3) return spoken ? 'The meeting is' : 'The conversation is';
  return `${capitalized(listed(names))} talk${names.length === 1 ? 's' : ''}`;
}

function topicsOf(document: Document, limit: number): string[] {
  const names = document.speakers.flatMap(({ name }) => name.toLowerCase().split(/\s+/u));
  const phrases = keyPhrases(document.sentences, {
    stopWords: stopWordsOf(document.language),
    limit,
    exclude: new Set(names),
  });
  return phrases.map(({ text, article }) => (article ? `the ${text}` : text));
}

/**
 * The topics of a sentence that this file wrote into an older summary. A sentence with a single topic may be somebody
 * else's.
 */
export function topicsIn(sentence: string): string[] {
  const own = ownSentence.exec(sentence);
  const match = own ?? sentenceOfNames.exec(sentence);
  if (!match || !sentence.endsWith('.')) return [];
  const topics = sentence.slice(match[0].length, -1).split(/, | and /u);
  if (own === null && topics.length < 2) return [];
  return topics.every((topic) => topic.split(' ').length <= 4) ? topics : [];
}

function listed(items: readonly string[]): string {
  return items.length <= 1 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

function capitalized(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
