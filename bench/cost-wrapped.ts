/**
 * A recorded session through a wrapped AI SDK model: the provider package writes the requests, nobody but the recording
 * answers them. And the same where the model that talks also writes the summaries: what it would say is written by
 * code, so that only what its calls read is compared.
 */
import { createAnthropic } from '@ai-sdk/anthropic';
import { withEverthread } from '../src/ai-sdk.ts';
import { pricesFor } from '../src/cost/model-prices.ts';
import { inputCost } from '../src/cost/prices.ts';
import { createPromptCache } from '../src/cost/prompt-cache.ts';
import { createEverthread } from '../src/index.ts';
import type { Prompt } from '../src/integrations/ai-sdk/model-types.ts';
import { sqliteStore } from '../src/sqlite.ts';
import type { Summarizer } from '../src/summarizer.ts';
import { extractive } from '../src/summarizers/extractive/extractive.ts';
import { languageModel } from '../src/summarizers/language-model/language-model.ts';
import { type Block, blocksOf, type Policy, responseTokens, secondsBetween, sizeOf } from './cost-billing.ts';

export type Answer = { content: string | object[] };
export type RecordedStep = { prompt: Prompt; answer: Answer };

type Body = Parameters<typeof blocksOf>[0];
type Call = { blocks: Block[]; isSummary: boolean };

const modelId = 'claude-sonnet-4-5';
const prices = pricesFor(modelId);

export async function sentByModel(steps: readonly RecordedStep[], tokens: number): Promise<Policy> {
  const { calls } = await converse(steps, { tokens });
  return { requests: calls.map(({ blocks }) => blocks), calls: 0 };
}

/** Everything that is sent, requests and summaries, and how many of the summaries were read in a request. */
export async function summarizedByModel(
  steps: readonly RecordedStep[],
  options: { tokens: number; leafTokens: number | null; readsSent: boolean },
) {
  const { calls } = await converse(steps, options);
  const cache = createPromptCache(prices.cache);
  const costs = calls.map(({ blocks }, index) =>
    inputCost(cache.send(blocks, index * secondsBetween * 1_000), prices),
  );
  const sum = (some: readonly number[]) => some.reduce((total, one) => total + one, 0);
  const summaries = calls.filter(({ isSummary }) => isSummary);
  return {
    cost: sum(costs),
    ofSummaries: sum(costs.filter((_, index) => calls[index]!.isSummary)),
    summaries: summaries.length,
    readInRequest: summaries.filter(({ blocks }) => blocks.some(({ mark }) => mark)).length,
  };
}

async function converse(
  steps: readonly RecordedStep[],
  { tokens, ...writing }: { tokens: number; leafTokens?: number | null; readsSent?: boolean },
): Promise<{ calls: Call[] }> {
  const calls: Call[] = [];
  let answer: Answer = { content: [] };
  let summary = '';
  const recorded = async (_url: unknown, init?: { body?: unknown }) => {
    const body = JSON.parse(String(init?.body)) as Body;
    const blocks = blocksOf(body);
    const isSummary = writing.readsSent !== undefined && asksForSummary(body);
    calls.push({ blocks, isSummary });
    const { content } = isSummary ? { content: summary } : answer;
    return Response.json({
      type: 'message',
      id: `msg_${calls.length}`,
      role: 'assistant',
      model: modelId,
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: sizeOf(blocks), output_tokens: 1 },
    });
  };
  const model = createAnthropic({ apiKey: 'none', fetch: recorded as typeof fetch })(modelId);
  const everthread = createEverthread({
    store: sqliteStore({ path: ':memory:' }),
    budget: { tokens, responseTokens },
    ...(writing.readsSent !== undefined && {
      summarizer: saying(languageModel({ models: [model], readsSent: writing.readsSent }), (text) => {
        summary = text;
      }),
      strategy: { name: 'eternal', leafTokens: writing.leafTokens ?? null },
      // One at a time: the answer to a call is that of the request it was made for.
      compaction: { callConcurrency: 1 },
    }),
  });
  const wrapped = withEverthread({ model, everthread, threadId: 'session' });
  for (const step of steps) {
    answer = step.answer;
    await wrapped.doGenerate({ prompt: step.prompt, maxOutputTokens: responseTokens });
    await everthread.idle();
  }
  await everthread.close();
  return { calls };
}

/** The same summarizer; what it will be answered is told first. */
function saying(asked: Summarizer, tell: (text: string) => void): Summarizer {
  const code = extractive();
  return {
    ...asked,
    summarize: async (request) => {
      tell((await code.summarize(request)).text);
      return asked.summarize(request);
    },
  };
}

function asksForSummary({ messages }: Body): boolean {
  return JSON.stringify(messages.at(-1)?.content ?? '').includes('<transcript>');
}
