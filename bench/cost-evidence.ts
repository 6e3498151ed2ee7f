/** Measures how many questions about a billed conversation the model could answer at its end, under each policy. */
import { extractive } from '../src/summarizers/extractive/extractive.ts';
import type { Thread } from '../src/thread.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';
import { type Block, type Folded, headOf, type Policy, summaryTokens } from './cost-billing.ts';
import type { Asked, BilledSession } from './cost-sessions.ts';

const counter = createTokenCounter();

/** The share of questions whose answer occurs in the text that `shown` returns for them. */
export async function heldShare(
  questions: readonly Asked[],
  shown: (question: Asked) => string | Promise<string>,
): Promise<number> {
  let held = 0;
  for (const question of questions) {
    const text = await shown(question);
    if (question.needs.every((needed) => text.includes(needed))) held += 1;
  }
  return held / questions.length;
}

/** The context that is made for a question. */
export function shownByThread(thread: Thread, { system }: Pick<BilledSession, 'system'>) {
  return async ({ ask }: Asked): Promise<string> =>
    (await thread.context({ system, query: ask, preview: true })).toText();
}

/**
 * The text of a fold's last request. Its summary is written by the same code as Everthread's, each time from the
 * previous summary and the blocks that are folded in.
 */
export async function shownFolded(whole: Policy, folded: Folded): Promise<string> {
  const last = whole.requests.at(-1) ?? [];
  const rest = last.slice(headOf(last));
  const code = extractive();
  let told = 0;
  let summary = '';
  for (const cut of folded.cuts) {
    const texts = rest.slice(told, cut).map((block) => ({ text: textOf(block), role: roleOf(block) }));
    const result = await code.summarize({
      shape: 'condensed',
      previous: summary === '' ? [] : [{ text: summary, record: null, from: 1, to: told }],
      transcript: texts.map(({ text, role }, index) => ({
        seq: told + index + 1,
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
    told = cut;
  }
  return [summary, ...rest.slice(told).map(textOf)].join('\n');
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
