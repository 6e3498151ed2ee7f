/** The opening sentence of a longer summary: who speaks, and what about. */

import { stopWordsOf } from '../../text/stop-words.ts';
import type { Document } from './document.ts';
import { keyPhrases } from './phrases.ts';
import type { Size } from './size.ts';

const minimumWords = 60;
const minimumTokens = 90;
const minimumSentences = 20;
const verb = /^(?:\S+ ){0,14}?discuss(?:es)? /u;

export function leadOf(
  document: Document,
  options: { size: Size; earlierTopics: readonly string[] },
): string {
  const { english, sentences, speakers } = document;
  const { size, earlierTopics } = options;
  if (!english || size.words < minimumWords || size.tokens < minimumTokens) return '';
  if (sentences.length < minimumSentences && earlierTopics.length === 0) return '';
  const limit = Math.min(9, Math.max(4, Math.round(Math.min(size.words, size.tokens * 0.75) / 16)));
  const fresh = topicsOf(document, limit);
  const kept = [...new Set(earlierTopics)].slice(0, Math.ceil(limit / 2));
  const topics = [...kept, ...fresh.filter((topic) => !kept.includes(topic))].slice(0, limit);
  if (topics.length < 2) return '';
  const group = speakers.length > 3 || speakers.length === 0;
  const who = group ? 'The group' : listed(speakers.map(({ name }) => name));
  const discuss = group || speakers.length === 1 ? 'discusses' : 'discuss';
  return `${capitalized(who)} ${discuss} ${listed(topics)}.`;
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

/** The topics of a sentence this file wrote into an older summary. */
export function topicsIn(sentence: string): string[] {
  const match = verb.exec(sentence);
  if (!match || !sentence.endsWith('.')) return [];
  const topics = sentence.slice(match[0].length, -1).split(/, | and /u);
  return topics.length >= 2 && topics.every((topic) => topic.split(' ').length <= 4) ? topics : [];
}

function listed(items: readonly string[]): string {
  return items.length <= 1 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

function capitalized(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
