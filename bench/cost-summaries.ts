/**
 * What summaries cost if a model writes them: the model of the chat, either in separate calls or behind its last
 * request, which the provider's cache holds, or the provider's small model at its own price. Code takes the text of
 * each answer from the model's input, in the form that is asked for. A refused answer is an error of the benchmark,
 * because code would then write the summary at no cost.
 */
import { createAnthropic } from '@ai-sdk/anthropic';
import { pricesFor } from '../src/cost/model-prices.ts';
import { inputCost } from '../src/cost/prices.ts';
import { createPromptCache } from '../src/cost/prompt-cache.ts';
import type { Summarizer, SummaryRequest } from '../src/summarizer.ts';
import { extractive } from '../src/summarizers/extractive/extractive.ts';
import { defaultAnthropicModel, languageModel } from '../src/summarizers/language-model/language-model.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';
import { type Block, blocksOf, sizeOf } from './cost-billing.ts';
import { answered, type Body, converse, modelId, type RecordedStep } from './cost-wrapped.ts';

const prices = pricesFor(modelId);
/** The sections that a hand-off of work must have. */
const sections = ['State', 'Requests', 'Decisions'];

export const summaryWriters = ['talking', 'small'] as const;
export const smallModelId = defaultAnthropicModel;
const counter = createTokenCounter();

export type SummariesPaid = {
  /** Cost of everything that was sent; `ofSummaries` is the part for summaries. */
  cost: number;
  ofSummaries: number;
  calls: number;
  /** Calls that repeated the last request with the task behind it. */
  afterSent: number;
};

export async function summarizedByModel(
  steps: readonly RecordedStep[],
  { tokens, writer }: { tokens: number; writer: (typeof summaryWriters)[number] },
): Promise<SummariesPaid> {
  const asked = new Set<Block>();
  const refused: string[] = [];
  const bySmall: number[] = [];
  let summary = '';
  const answerTo = (body: Body) =>
    questionOf(body).includes('## State') ? underSections(summary) : asProse(summary);
  const small = createAnthropic({
    apiKey: 'none',
    fetch: (async (_url: unknown, init?: { body?: unknown }) => {
      const body = JSON.parse(String(init?.body)) as Body;
      const blocks = blocksOf(body);
      bySmall.push(sizeOf(blocks));
      return answered({ content: answerTo(body), model: smallModelId, blocks });
    }) as typeof fetch,
  })(smallModelId);
  const requests = await converse(steps, {
    tokens,
    everthread: (talking) => ({
      summarizer: saying(languageModel({ models: [writer === 'small' ? small : talking] }), (text) => {
        summary = text;
      }),
      // One call at a time, because the next answer is kept in a single variable.
      compaction: { callConcurrency: 1, threadsAtOnce: 1 },
    }),
    answerTo: (body, blocks) => {
      if (!questionOf(body).includes('<transcript>')) return undefined;
      asked.add(blocks.at(-1)!);
      return { content: answerTo(body) };
    },
    watch: (everthread) => {
      everthread.on('summarizer-call', ({ outcome, reason = outcome }) => {
        if (outcome !== 'ok') refused.push(reason);
      });
    },
  });
  if (refused.length > 0) {
    throw new Error(
      `${refused.length} of ${asked.size + bySmall.length} answers were refused: ${[...new Set(refused)].join(', ')}`,
    );
  }
  const paid = paidFor(requests, (blocks) => asked.has(blocks.at(-1)!));
  for (const plainTokens of bySmall) {
    const cost = inputCost({ readTokens: 0, writtenTokens: 0, plainTokens }, pricesFor(smallModelId));
    paid.cost += cost;
    paid.ofSummaries += cost;
    paid.calls += 1;
  }
  return paid;
}

function paidFor(
  requests: readonly { blocks: Block[]; at: number }[],
  isSummary: (blocks: Block[]) => boolean,
): SummariesPaid {
  const cache = createPromptCache(prices.cache);
  const paid: SummariesPaid = { cost: 0, ofSummaries: 0, calls: 0, afterSent: 0 };
  for (const { blocks, at } of requests) {
    const cost = inputCost(cache.send(blocks, at), prices);
    paid.cost += cost;
    if (!isSummary(blocks)) continue;
    paid.ofSummaries += cost;
    paid.calls += 1;
    if (blocks.some(({ mark }) => mark)) paid.afterSent += 1;
  }
  return paid;
}

/** Wraps a summarizer and announces the text of the answer before the model is asked. */
function saying(asked: Summarizer, tell: (text: string) => void): Summarizer {
  const code = extractive();
  return {
    ...asked,
    summarize: async (request) => {
      const ofMessages = async () => [...beginnings(request), (await code.summarize(request)).text];
      const lines = request.transcript.length === 0 ? retold(request) : await ofMessages();
      tell(lines.join('\n'));
      return asked.summarize(request);
    },
  };
}

/**
 * Lines of the earlier summaries in turn, up to the requested size. They are taken whole, because the extractive
 * summarizer would join parts of several summaries into one sentence.
 */
function retold({ previous, limits }: SummaryRequest): string[] {
  const lines = previous.map(({ text }) => linesOf(text).filter((line) => !sections.includes(line)));
  const longest = Math.max(...lines.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, index) =>
    lines.flatMap((own) => own[index] ?? []),
  ).flat();
  let left = limits.targetTokens;
  return inTurn.filter((line) => {
    const fits = left > 0;
    left -= counter.count(line);
    return fits;
  });
}

/**
 * The first words of some messages. A summary with words of a single message would be taken for a quotation, which can
 * happen if one message of a range is very long.
 */
function beginnings({ transcript }: SummaryRequest): string[] {
  const third = Math.max(1, Math.ceil(transcript.length / 3));
  return transcript
    .filter((_, index) => index % third === 0)
    .map(({ text }) =>
      text
        .replace(/\s+/gu, ' ')
        .slice(0, 80)
        .toWellFormed()
        .replace(/\s\S*$/u, ''),
    );
}

/** The instructions of a call: in the system prompt if it is a separate call, in the last message otherwise. */
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
