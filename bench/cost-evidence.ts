/** Measures how many questions about a billed conversation the model could answer at its end, under each policy. */
import { extractive } from '../src/summarizers/extractive/extractive.ts';
import type { Thread } from '../src/thread.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';
import { type Block, type Folded, headOf, type Policy, summaryTokens } from './cost-billing.ts';
import type { BilledSession, SessionQuestion } from './cost-sessions.ts';

const counter = createTokenCounter();

/** The share of questions whose answer occurs in the text that `textFor` returns for them. */
export async function answerableShare(
  questions: readonly SessionQuestion[],
  textFor: (question: SessionQuestion) => string | Promise<string>,
): Promise<number> {
  let answerable = 0;
  for (const question of questions) {
    const text = await textFor(question);
    if (question.needs.every((needed) => text.includes(needed))) answerable += 1;
  }
  return answerable / questions.length;
}

/** Returns the text of the context for a question. */
export function threadText(thread: Thread, { system }: Pick<BilledSession, 'system'>) {
  return async ({ ask }: SessionQuestion): Promise<string> =>
    (await thread.context({ system, query: ask, preview: true })).toText();
}

/**
 * The text of the last request of `fold`. Its summary is written by the same code as Everthread's, each time from the
 * previous summary and the blocks after it that are summarized.
 */
export async function foldedText(full: Policy, folded: Folded): Promise<string> {
  const last = full.requests.at(-1) ?? [];
  const messages = last.slice(headOf(last));
  const summarizer = extractive();
  let summarized = 0;
  let summary = '';
  for (const cut of folded.cuts) {
    const texts = messages
      .slice(summarized, cut)
      .map((block) => ({ text: textOf(block), role: roleOf(block) }));
    const result = await summarizer.summarize({
      shape: 'condensed',
      previous: summary === '' ? [] : [{ text: summary, record: null, from: 1, to: summarized }],
      transcript: texts.map(({ text, role }, index) => ({
        seq: summarized + index + 1,
        role,
        text,
        at: '',
        tokens: counter.count(text),
      })),
      facts: [],
      limits: { targetTokens: summaryTokens, maxWords: null, maxOutputTokens: summaryTokens },
      meta: { totalMessages: cut, totalTokens: 0, depth: 0, strategy: 'fold' },
      signal: new AbortController().signal,
    });
    summary = result.text;
    summarized = cut;
  }
  return [summary, ...messages.slice(summarized).map(textOf)].join('\n');
}

/** A block's key is its role and its content. */
function roleOf({ key }: Block): string {
  return key.slice(0, key.indexOf('{'));
}

function textOf({ key }: Block): string {
  const content = JSON.parse(key.slice(key.indexOf('{'))) as { text?: unknown; content?: unknown };
  const { text, content: result } = content;
  if (typeof text === 'string') return text;
  return typeof result === 'string' ? result : textsWithin(content).join('\n');
}

function textsWithin(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsWithin) : [];
}
