/**
 * What the thread itself says about a question. Answers made here, and the questions they answered, are no evidence,
 * and no search finds them: a thread that quotes its own quotations would soon find nothing else.
 */
import type { Message } from '../../../message/message.ts';
import { renderMessageText } from '../../../message/text.ts';
import { excerptAround } from '../../../search/excerpt.ts';
import type { SearchHit } from '../../../search/results.ts';
import { textTerms } from '../../../text/terms.ts';
import type { Thread } from '../../../thread.ts';
import type { Source } from '../chat-event.ts';
import { weighHits } from './weigh.ts';

/** The name that answers without a model are stored under. */
export const recallName = 'everthread';

const mostSources = 3;
const pageSize = 50;
/** Beyond that, what is left is far from the question. */
const mostPages = 4;
/** Of the best one's weight: what is further below is a coincidence of words. */
const leastShare = 0.7;
const quoteCharacters = 600;
const toolCharacters = 2_000;

export async function findEvidence(options: {
  thread: Thread;
  question: string;
  /** The message that asks. Only earlier ones count. */
  seq: number;
}): Promise<Source[]> {
  const { thread, question, seq } = options;
  const terms = new Set(textTerms(question));
  if (terms.size === 0) return [];
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
  const weighed = weighHits(found, question).filter(({ message }) => message.seq < seq);
  const best = weighed[0]?.weight ?? 0;
  return weighed
    .slice(0, mostSources)
    .filter(({ weight }) => weight >= best * leastShare)
    .map(({ message }) => sourceOf(message, terms));
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
