/**
 * What summaries cost where the model that talks writes them too: in calls of their own, and in its last request, which its
 * provider's cache holds. What it says is taken from the messages by code, in the form that is asked for; were an
 * answer refused, code would write in its place and nothing would be told here, so that this is a fault of the bench.
 */
import { pricesFor } from '../src/cost/model-prices.ts';
import { inputCost } from '../src/cost/prices.ts';
import { createPromptCache } from '../src/cost/prompt-cache.ts';
import type { Summarizer, SummaryRequest } from '../src/summarizer.ts';
import { extractive } from '../src/summarizers/extractive/extractive.ts';
import { languageModel } from '../src/summarizers/language-model/language-model.ts';
import { type Block, secondsBetween } from './cost-billing.ts';
import { type Body, converse, modelId, type RecordedStep } from './cost-wrapped.ts';

const prices = pricesFor(modelId);
/** Parts that a hand-off of work has at least. */
const sections = ['State', 'Requests', 'Decisions'];

export type SummariesPaid = {
  /** Of all that was sent, and of the calls for summaries. */
  cost: number;
  ofSummaries: number;
  calls: number;
  /** Calls that were the last request once more, and tokens that summaries read from the cache. */
  afterSent: number;
  readTokens: number;
};

export async function summarizedByModel(
  steps: readonly RecordedStep[],
  options: { tokens: number; leafTokens: number | null; readsSent: boolean },
): Promise<SummariesPaid> {
  const asked = new Set<Block>();
  const refused: string[] = [];
  let summary = '';
  const requests = await converse(steps, {
    tokens: options.tokens,
    everthread: (model) => ({
      summarizer: saying(languageModel({ models: [model], readsSent: options.readsSent }), (text) => {
        summary = text;
      }),
      strategy: { name: 'eternal', leafTokens: options.leafTokens },
      // One at a time: the answer to a call is that of the request it was made for.
      compaction: { callConcurrency: 1, threadsAtOnce: 1 },
    }),
    answerTo: (body, blocks) => {
      const question = questionOf(body);
      if (!question.includes('<transcript>')) return undefined;
      asked.add(blocks.at(-1)!);
      return { content: question.includes('## State') ? underSections(summary) : asProse(summary) };
    },
    watch: (everthread) => {
      everthread.on('summarizer-call', ({ outcome, reason = outcome }) => {
        if (outcome !== 'ok') refused.push(reason);
      });
    },
  });
  if (refused.length > 0) {
    throw new Error(
      `${refused.length} of ${asked.size} answers were refused: ${[...new Set(refused)].join(', ')}`,
    );
  }
  return paidFor(requests, (blocks) => asked.has(blocks.at(-1)!));
}

function paidFor(requests: readonly Block[][], isSummary: (blocks: Block[]) => boolean): SummariesPaid {
  const cache = createPromptCache(prices.cache);
  const paid: SummariesPaid = { cost: 0, ofSummaries: 0, calls: 0, afterSent: 0, readTokens: 0 };
  for (const [index, blocks] of requests.entries()) {
    const tokens = cache.send(blocks, index * secondsBetween * 1_000);
    const cost = inputCost(tokens, prices);
    paid.cost += cost;
    if (!isSummary(blocks)) continue;
    paid.ofSummaries += cost;
    paid.calls += 1;
    paid.readTokens += tokens.readTokens;
    if (blocks.some(({ mark }) => mark)) paid.afterSent += 1;
  }
  return paid;
}

/** The same summarizer; what it will be answered is told first. */
function saying(asked: Summarizer, tell: (text: string) => void): Summarizer {
  const code = extractive();
  return {
    ...asked,
    summarize: async (request) => {
      const { text } = await code.summarize(request);
      tell([...beginnings(request), text].join('\n'));
      return asked.summarize(request);
    },
  };
}

/** What stands in one message alone is taken for a quotation: of a stretch with one long message, some of the others too. */
function beginnings({ transcript }: SummaryRequest): string[] {
  const third = Math.max(1, Math.ceil(transcript.length / 3));
  return transcript
    .filter((_, index) => index % third === 0)
    .map(({ text }) => text.replace(/\s+/gu, ' ').slice(0, 80).toWellFormed());
}

/** What is asked for: a call of its own has its instructions in the system prompt, one behind a request in its last message. */
function questionOf({ system, messages }: Body): string {
  return JSON.stringify([system ?? '', messages.at(-1)?.content ?? '']);
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^(?:#+|[-*])\s+/u, '').trim())
    .filter((line) => line !== '');
}

function asProse(text: string): string {
  return linesOf(text).join('\n\n');
}

function underSections(text: string): string {
  const lines = linesOf(text).flatMap((line) => line.split(/(?<=[.!?])\s+(?=\p{Lu})/u));
  const each = Math.max(1, Math.ceil(lines.length / sections.length));
  return sections
    .map((name, index) => {
      const own = lines.slice(index * each, (index + 1) * each);
      return [`## ${name}`, ...(own.length > 0 ? own : lines.slice(-1)).map((line) => `- ${line}`)].join(
        '\n',
      );
    })
    .join('\n');
}
