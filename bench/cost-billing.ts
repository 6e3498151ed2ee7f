/** Splits requests into blocks, bills them by the rules of the cache, and defines the policies for comparison. */
import { pricesFor } from '../src/cost/model-prices.ts';
import { inputCost, type ModelPrices } from '../src/cost/prices.ts';
import { createPromptCache, type PromptBlock } from '../src/cost/prompt-cache.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';
import type { Times } from './cost-pace.ts';

export const responseTokens = 1_000;
export const summaryTokens = 800;

export type Block = PromptBlock & { kind: 'system' | 'message' | 'result' };
/** `times`: time of every request in milliseconds. `calls`: input tokens of all calls for summaries. */
export type Policy = { requests: Block[][]; times: Times; calls: number };

const counter = createTokenCounter();
export const prices = pricesFor('claude-sonnet-4-5');

export function blocksOf({
  system: systemPrompt,
  messages,
}: {
  system?: unknown;
  messages: readonly { role: string; content: unknown }[];
}): Block[] {
  const toBlocks = (content: unknown) =>
    (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])) as {
      type: string;
      text?: string;
      cache_control?: unknown;
    }[];
  const blockOf = (block: ReturnType<typeof toBlocks>[number], role: string): Block => {
    const { cache_control, ...unmarked } = block;
    const text = unmarked.type === 'text' ? (unmarked.text ?? '') : JSON.stringify(unmarked, withoutFiles);
    const kind = role === 'system' ? 'system' : unmarked.type === 'tool_result' ? 'result' : 'message';
    return {
      key: role + JSON.stringify(unmarked),
      tokens: counter.count(text) + 2,
      kind,
      mark: cache_control !== undefined,
    };
  };
  return [
    ...toBlocks(systemPrompt).map((block) => blockOf(block, 'system')),
    ...messages.flatMap(({ role, content }) => toBlocks(content).map((block) => blockOf(block, role))),
  ];
}

/** Messages of OpenAI's chat API, one block each. */
export function chatBlocksOf(messages: readonly object[]): Block[] {
  return messages.map((message) => {
    const { role, content, ...calls } = message as { role: string; content?: unknown };
    const text = typeof content === 'string' ? content : JSON.stringify(content ?? '', withoutFiles);
    const callsText = Object.keys(calls).length > 0 ? JSON.stringify(calls) : '';
    return {
      key: JSON.stringify(message),
      tokens: counter.count(text) + counter.count(callsText) + 2,
      kind: role === 'system' ? 'system' : role === 'tool' ? 'result' : 'message',
    };
  });
}

/** Leaves the bytes of pictures out, because the cost of a picture does not depend on them. */
function withoutFiles(key: string, value: unknown): unknown {
  return key === 'data' && typeof value === 'string' ? '' : value;
}

export const sizeOf = (blocks: readonly Block[]) => blocks.reduce((sum, { tokens }) => sum + tokens, 0);
export const headOf = (blocks: readonly Block[]) => blocks.filter(({ kind }) => kind === 'system').length;

/** Index of the first of the newest blocks that fit. It is never a tool result, whose call would be left out. */
function newest(blocks: readonly Block[], room: number, from = 0): number {
  let start = blocks.length;
  let remaining = room;
  while (start > from && remaining >= blocks[start - 1]!.tokens) {
    start -= 1;
    remaining -= blocks[start]!.tokens;
  }
  while (start < blocks.length && blocks[start]!.kind === 'result') start += 1;
  return start;
}

export function window({ requests: full, times }: Policy, budget: number): Policy {
  const requests = full.map((blocks) => {
    const head = blocks.slice(0, headOf(blocks));
    const afterHead = blocks.slice(head.length);
    return [...head, ...afterHead.slice(newest(afterHead, budget - responseTokens - sizeOf(head)))];
  });
  return { requests, times, calls: 0 };
}

/** `cuts`: for each summary the number of blocks after the system prompt that it covers. */
export type Folded = Policy & { cuts: number[] };

/**
 * Folds like LangChain's middleware: at 80 % of the budget everything but the newest 20 % becomes one summary. A tool
 * result larger than 20 % is summarized before the model has seen it; with `showsStep` the blocks that the request adds
 * are not summarized, as in Everthread.
 */
export function fold(
  { requests: full, times }: Policy,
  budget: number,
  { showsStep = false }: { showsStep?: boolean } = {},
): Folded {
  const room = budget - responseTokens;
  let cut = 0;
  let calls = 0;
  const cuts: number[] = [];
  let summary: Block[] = [];
  const requests = full.map((blocks, index) => {
    const head = blocks.slice(0, headOf(blocks));
    const afterHead = blocks.slice(head.length);
    const now = () => [...head, ...summary, ...afterHead.slice(cut)];
    if (sizeOf(now()) > 0.8 * room) {
      const step = (full[index - 1]?.length ?? head.length) - head.length;
      const start = Math.min(newest(afterHead, 0.2 * room, cut), showsStep ? step : afterHead.length);
      if (start > cut) {
        calls += sizeOf(afterHead.slice(cut, start)) + summaryTokens + 300;
        cut = start;
        cuts.push(cut);
        summary = [{ key: `summary ${cut}`, tokens: summaryTokens, kind: 'message' }];
      }
    }
    return now();
  });
  return { requests, times, calls, cuts };
}

export function billed({ calls, ...policy }: Policy, at: ModelPrices = prices): number {
  const callsCost = inputCost({ readTokens: 0, writtenTokens: 0, plainTokens: calls }, at);
  return (runningBill(policy, at).at(-1) ?? 0) + callsCost;
}

/**
 * The bill after each request. Uses the cache marks in the requests; without any, marks the end of the system prompt and
 * the last block.
 */
function runningBill({ requests, times }: Pick<Policy, 'requests' | 'times'>, at: ModelPrices): number[] {
  const cache = createPromptCache(at.cache);
  let sum = 0;
  return requests.map((blocks, index) => {
    const hasMarks = blocks.some(({ mark }) => mark);
    const ends = new Set([headOf(blocks) - 1, blocks.length - 1]);
    const marked = hasMarks ? blocks : blocks.map((block, place) => ({ ...block, mark: ends.has(place) }));
    sum += inputCost(cache.send(marked, times[index]!), at);
    return sum;
  });
}

/** The cost relative to the full history, if the conversation had ended at the request where this is highest. */
export function highestRelativeCost(policy: Policy, whole: Policy, at: ModelPrices = prices): number {
  const full = runningBill(whole, at);
  return Math.max(...runningBill(policy, at).map((bill, index) => bill / full[index]!));
}

export function appendsOf(requests: readonly Block[][]): number {
  const pairs = requests
    .slice(1)
    .map((blocks, index) => requests[index]!.every(({ key }, place) => blocks[place]?.key === key));
  return pairs.length === 0 ? 1 : pairs.filter(Boolean).length / pairs.length;
}

/**
 * The largest possible share of requests that only append to the one before: if each compaction happened only when the
 * new blocks did not fit any more, and left no more than `left` tokens behind the system prompt, by default nothing.
 */
export function mostAppends(full: readonly Block[][], budget: number, left = 0): number {
  const sizes = full.map(sizeOf);
  const room = budget - responseTokens - sizeOf((full[0] ?? []).slice(0, headOf(full[0] ?? [])));
  const steps = sizes.slice(1).map((size, index) => size - sizes[index]!);
  let shown = (sizes[0] ?? 0) - (budget - responseTokens - room);
  let compactions = 0;
  for (const step of steps) {
    if (shown + step > room) {
      compactions += 1;
      shown = Math.min(shown, left);
    }
    shown = Math.min(room, shown + step);
  }
  return steps.length === 0 ? 1 : 1 - compactions / steps.length;
}
