/**
 * Weighs search hits as answers to a question. A search finds everything on the same topic, other questions included,
 * but an answer states something. So a hit that only asks gives its weight to the next message, a hit that misses the
 * topic weighs less, and decisions weigh more if the question asks for one. Pure.
 */

import { extractFacts } from '../../../facts/extract.ts';
import type { Message } from '../../../message/message.ts';
import { renderMessageText } from '../../../message/text.ts';
import type { SearchHit } from '../../../search/results.ts';
import { splitSentences } from '../../../text/sentences.ts';
import { isStopTerm } from '../../../text/stop-terms.ts';
import { textTerms } from '../../../text/terms.ts';

export type WeighedMessage = { message: Message; weight: number };

/** Share of a question's weight that goes to the message after it. */
const answerShare = 0.8;
/** Scores are log odds, comparable within one search: a hit this far below the best weighs nothing. */
const widestSpread = 8;
const decisionFactor = 2;
const offTopicFactor = 0.65;
/** Words for making a decision, and their terms. */
export const decidingWords =
  'decide decided decision agree agreed settle settled choose chose chosen pick conclude'.split(' ');
export const decisionWords: ReadonlySet<string> = new Set(decidingWords.flatMap((word) => textTerms(word)));
/** Characters read of a message: decisions and topics are in its prose, not in a megabyte of output. */
const readCharacters = 8_000;

export function weighHits(hits: readonly SearchHit[], question: string): WeighedMessage[] {
  const asked = textTerms(question);
  const topics = asked.filter((term) => !isStopTerm(term));
  const wantsDecision = topics.some((term) => decisionWords.has(term));
  // A question that asks what was "chosen" is also answered by what was "settled" or "agreed".
  const content = new Set([...(topics.length > 0 ? topics : asked), ...(wantsDecision ? decisionWords : [])]);
  const onlyTopics = new Set(topics.filter((term) => !decisionWords.has(term)));
  const messages = new Map(
    hits
      .flatMap((hit) => [...hit.before, ...hit.after, hit.message])
      .map((message) => [message.seq, message]),
  );
  const weights = new Map<number, number>();
  const give = (seq: number, weight: number) => {
    if (weight > 0) weights.set(seq, Math.max(weight, weights.get(seq) ?? 0));
  };
  const best = Math.max(...hits.map(({ score }) => score));
  for (const { message, foundBy, score: given } of hits) {
    const score = Math.max(0, given - best + widestSpread);
    const text = renderMessageText(message).slice(0, readCharacters);
    const matched = matches(text, content);
    // A hit that was found by meaning may hold none of the words.
    const share =
      matched === 0 ? (foundBy.includes('meaning') ? 1 : 0) : matches(statements(text), content) / matched;
    const decision = wantsDecision && decides(message, text) ? decisionFactor : 1;
    // A message may hold a word for deciding and still miss the topic.
    const offTopic = onlyTopics.size > 0 && matches(text, onlyTopics) === 0 ? offTopicFactor : 1;
    give(message.seq, score * share * decision * offTopic);
    if (matched > 0 && share < 1) give(message.seq + 1, score * (1 - share) * answerShare);
  }
  return [...weights]
    .flatMap(([seq, weight]) => {
      const message = messages.get(seq);
      return message === undefined || message.removed !== undefined ? [] : [{ message, weight }];
    })
    .sort((left, right) => right.weight - left.weight || left.message.seq - right.message.seq);
}

function matches(text: string, content: ReadonlySet<string>): number {
  const found = new Set(textTerms(text).filter((term) => content.has(term)));
  return found.size;
}

/** The text without its questions. */
function statements(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => splitSentences({ text: line, start: 0 }))
    .map((sentence) => sentence.text)
    .filter((sentence) => !/[?？؟]["'”’)\]]*$/u.test(sentence))
    .join('\n');
}

function decides({ seq, role, createdAt }: Message, text: string): boolean {
  return extractFacts([{ seq, role, at: createdAt, text }]).some(({ kind }) => kind === 'decision');
}
