/**
 * What summaries cost if a model writes them: the model of the chat, either in separate calls or in calls that
 * repeat its last request, which is in the provider's cache, and add the task to it; or the provider's small model at
 * its own price. No model is called: each answer is extracted from the input of its call, in the requested form. If
 * Everthread refuses an answer, the benchmark fails, because the built-in summarizer would then write the summary at no
 * cost.
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
  /** Calls that repeated the last request and added the task to it. */
  afterSent: number;
};

export async function summarizedByModel(
  steps: readonly RecordedStep[],
  { tokens, writer }: { tokens: number; writer: (typeof summaryWriters)[number] },
): Promise<SummariesPaid> {
  const summaryBlocks = new Set<Block>();
  const refused: string[] = [];
  const smallModelTokens: number[] = [];
  let summary = '';
  const answerTo = (body: Body) =>
    questionOf(body).includes('## State') ? underSections(summary) : asProse(summary);
  const small = createAnthropic({
    apiKey: 'none',
    fetch: (async (_url: unknown, init?: { body?: unknown }) => {
      const body = JSON.parse(String(init?.body)) as Body;
      const blocks = blocksOf(body);
      smallModelTokens.push(sizeOf(blocks));
      return answered({ content: answerTo(body), model: smallModelId, blocks });
    }) as typeof fetch,
  })(smallModelId);
  const requests = await converse(steps, {
    tokens,
    everthread: (talking) => ({
      summarizer: announcingText(
        languageModel({ models: [writer === 'small' ? small : talking] }),
        (text) => {
          summary = text;
        },
      ),
      // One call at a time, because the next answer is kept in a single variable.
      compaction: { callConcurrency: 1, threadsAtOnce: 1 },
    }),
    answerTo: (body, blocks) => {
      if (!questionOf(body).includes('<transcript>')) return undefined;
      summaryBlocks.add(blocks.at(-1)!);
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
      `${refused.length} of ${summaryBlocks.size + smallModelTokens.length} answers were refused: ${[...new Set(refused)].join(', ')}`,
    );
  }
  const paid = paidFor(requests, (blocks) => summaryBlocks.has(blocks.at(-1)!));
  for (const plainTokens of smallModelTokens) {
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

/** Wraps a summarizer of a model, and announces which text the model is to answer with before each call. */
function announcingText(summarizer: Summarizer, announce: (text: string) => void): Summarizer {
  const code = extractive();
  return {
    ...summarizer,
    summarize: async (request) => {
      const ofMessages = async () => [...beginnings(request), (await code.summarize(request)).text];
      const lines = request.transcript.length === 0 ? interleavedLines(request) : await ofMessages();
      announce(lines.join('\n'));
      return summarizer.summarize(request);
    },
  };
}

/**
 * One line of each earlier summary in turn, up to the requested size. Whole lines, because the extractive summarizer
 * would join parts of several summaries into one sentence.
 */
function interleavedLines({ previous, limits }: SummaryRequest): string[] {
  const lines = previous.map(({ text }) => linesOf(text).filter((line) => !sections.includes(line)));
  const longest = Math.max(...lines.map(({ length }) => length));
  const interleaved = Array.from({ length: longest }, (_, index) =>
    lines.flatMap((own) => own[index] ?? []),
  ).flat();
  let remaining = limits.targetTokens;
  return interleaved.filter((line) => {
    const fits = remaining > 0;
    remaining -= counter.count(line);
    return fits;
  });
}

/**
 * The first words of some messages. If one message of a range is very long, all other words of the summary may come
 * from it, and such a summary would be refused as a quotation.
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
  const linesPerSection = Math.max(1, Math.ceil(lines.length / sections.length));
  return sections
    .map((name, index) => {
      const sectionLines = lines.slice(index * linesPerSection, (index + 1) * linesPerSection);
      return [
        `## ${name}`,
        ...(sectionLines.length > 0 ? sectionLines : lines.slice(-1)).map((line) => `- ${line}`),
      ].join('\n');
    })
    .join('\n');
}
