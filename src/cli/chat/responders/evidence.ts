/**
 * Finds what the thread says about a question. Answers made here, and the questions they answered, are no evidence and
 * are not found by search: a thread that quotes its own quotations would soon find nothing else.
 */
import type { Message } from '../../../message/message.ts';
import { renderMessageText } from '../../../message/text.ts';
import { excerptAround } from '../../../search/excerpt.ts';
import type { SearchHit } from '../../../search/results.ts';
import { textTerms } from '../../../text/terms.ts';
import type { Thread } from '../../../thread.ts';
import type { Doubt, Source } from '../chat-event.ts';
import { addWords, corrected, correctionsFor, topicsOf, unmatchedTopics } from './doubt.ts';
import { weighHits } from './weigh.ts';

/** The name that answers without a model are stored under. */
export const recallName = 'everthread';

const mostSources = 3;
const pageSize = 50;
/** Hits on later pages are too far from the question. */
const mostPages = 4;
/** Least share of the best hit's weight; weaker hits share words with the question by coincidence. */
const leastShare = 0.7;
const quoteCharacters = 600;
const toolCharacters = 2_000;
const readCharacters = 8_000;
/** How many messages before and after a quoted one are taken to be on the same topic. */
const nearby = 2;
/** Messages read for words that a misspelt one may stand for. */
const mostRead = 2_000;

export type Evidence = { sources: Source[] } & Doubt;

export async function findEvidence(options: {
  thread: Thread;
  question: string;
  /** The message that asks. Only earlier ones count. */
  seq: number;
}): Promise<Evidence> {
  const { thread, seq } = options;
  const asked = topicsOf(options.question);
  if (asked.length === 0) return { sources: [], unmatched: [], corrections: [] };
  let question = options.question;
  let found = await searchAll(thread, question, seq);
  const texts = found.map(({ message }) => readableText(message));
  const unknown = unmatchedTopics(asked, texts);
  const corrections = unknown.length === 0 ? [] : correctionsFor(unknown, await vocabularyOf(thread, seq));
  if (corrections.length > 0) {
    question = corrected(question, corrections);
    found = await searchAll(thread, question, seq);
  }
  const weighed = weighHits(found, question).filter(({ message }) => message.seq < seq);
  const best = weighed[0]?.weight ?? 0;
  const quoted = weighed.slice(0, mostSources).filter(({ weight }) => weight >= best * leastShare);
  const topics = topicsOf(question);
  const byMeaning = found.some(({ foundBy }) => foundBy.includes('meaning'));
  // An answer need not repeat the words of its question, so the messages around it count too.
  const around = found
    .flatMap((hit) => [...hit.before, hit.message, ...hit.after])
    .filter(({ seq: place }) => quoted.some(({ message }) => Math.abs(message.seq - place) <= nearby));
  const shown = [...quoted.map(({ message }) => message), ...around].map(readableText);
  const unmatched = byMeaning ? [] : unmatchedTopics(topics, shown).map(({ word }) => word);
  // Hits that miss most of the question's topics are about something else.
  if (unmatched.length * 2 > topics.length) return { sources: [], unmatched, corrections };
  const terms = new Set(textTerms(question));
  return { sources: quoted.map(({ message }) => sourceOf(message, terms)), unmatched, corrections };
}

async function searchAll(thread: Thread, question: string, seq: number): Promise<SearchHit[]> {
  const found: SearchHit[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages && found.length < pageSize / 2; page += 1) {
    const { hits, next } = await thread.search(question, {
      limit: pageSize,
      neighbours: 1,
      ...(cursor === undefined ? {} : { cursor }),
    });
    found.push(...hits.filter(({ message }) => message.seq < seq));
    if (next === undefined) break;
    cursor = next;
  }
  return found;
}

/** Words of the newest messages: enough to guess what a misspelt word meant, however long the thread is. */
async function vocabularyOf(thread: Thread, seq: number): Promise<Set<string>> {
  const words = new Set<string>();
  let read = 0;
  for await (const message of thread.history({ newestFirst: true })) {
    if (message.origin === undefined && message.seq < seq) addWords(words, readableText(message));
    read += 1;
    if (read === mostRead) break;
  }
  return words;
}

function readableText(message: Message): string {
  return renderMessageText(message).slice(0, readCharacters);
}

function sourceOf(message: Message, terms: ReadonlySet<string>): Source {
  const text = renderMessageText(message, {
    toolInputCharacters: toolCharacters,
    toolOutputCharacters: toolCharacters,
  }).trim();
  const { id, seq, role, name, createdAt } = message;
  return {
    id,
    seq,
    role,
    ...(name === undefined ? {} : { name }),
    at: createdAt,
    text: excerptAround({ text, terms, characters: quoteCharacters }),
  };
}
