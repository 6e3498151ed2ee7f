/**
 * Expects what the provider's cache will do with a request, from the cache's rules and the thread's earlier requests
 * . If the provider reports its usage, the report counts instead. Only the threads used last are remembered.
 */
import { hash } from 'node:crypto';
import { isTextOnly } from '../context/compose.ts';
import type { AssembledContext } from '../context/context.ts';
import type { ModelPrices } from '../cost/prices.ts';
import { type MessageContent, textOf } from '../message/message.ts';
import type { ExpectedCaching } from '../records/request.ts';
import type { SentState } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { rememberTexts } from '../text/remembered.ts';

const rememberedThreads = 128;

type Sent = {
  /** Number of the newest message of its turn. */
  seq: number;
  /** What the thread's earlier requests left for this one. */
  base: SentState | undefined;
  /** The request before it. */
  before: Sent | undefined;
  /** Time of the request, in milliseconds since 1970. */
  at: number;
  model: string | null;
  /** A hash of each message of the context, and in `ends` the tokens of the request up to the end of that message. */
  keys: string[];
  ends: number[];
  /** The ends of the cached parts, as numbers of messages from the start. */
  marks: number[];
  historyTokens: number;
  /** Model tokens per reference token. */
  ratio: number;
};

export type CacheExpectation = {
  /**
   * What the requests before this turn left for it. A context that is asked for again before the next message replaces
   * the previous one, because only one of them is sent.
   */
  baseOf(state: Pick<ThreadState, 'id' | 'messages' | 'sent'>, model: string | null): SentState | undefined;
  /** `requestTokens`: tokens of tools and the like, which come before all messages. */
  expect(options: {
    state: Pick<ThreadState, 'id' | 'messages' | 'sent'>;
    model: string | null;
    prices: ModelPrices;
    context: AssembledContext;
    requestTokens: number;
    historyTokens: number;
    ratio: number;
    at: number;
  }): ExpectedCaching;
};

export function createCacheExpectation(): CacheExpectation {
  const sent = new Map<string, Sent>();
  const replaced = (state: Pick<ThreadState, 'id' | 'messages'>, model: string | null) => {
    const last = sent.get(state.id);
    return last?.seq === state.messages && last.model === model ? last : undefined;
  };
  return {
    baseOf: (state, model) => {
      const last = replaced(state, model);
      return last === undefined ? state.sent : last.base;
    },
    expect({ state, model, prices, context, requestTokens, historyTokens, ratio, at }) {
      const { cache } = prices;
      const again = replaced(state, model);
      const before = again === undefined ? sent.get(state.id) : again.before;
      const base = again === undefined ? state.sent : again.base;
      const { keys, ends } = placesOf(context, requestTokens);
      const marks = [...context.boundaries, context.stable, ends.length].filter((count) => count > 0);
      sent.delete(state.id);
      sent.set(state.id, {
        at,
        seq: state.messages,
        model,
        keys,
        ends,
        marks,
        historyTokens,
        ratio,
        base,
        before: before && { ...before, before: undefined },
      });
      if (sent.size > rememberedThreads) sent.delete(sent.keys().next().value!);
      if (cache.kind === 'none') return nothingCached;
      const lasts = before !== undefined && before.model === model && at - before.at <= cache.lifetimeMs;
      const total = ends.at(-1) ?? 0;
      const found = lasts ? commonTokens(before, { keys, ends }, cache.kind === 'marks') : 0;
      const readTokens = found >= cache.leastTokens ? found : 0;
      const writtenTokens = total >= cache.leastTokens ? total - readTokens : 0;
      // By the ratio of now, as what is sent: else the whole history would seem to have been written for less.
      const historyBefore = lasts ? Math.round((before.historyTokens / before.ratio) * ratio) : 0;
      const historyReadTokens = Math.min(historyBefore, historyTokens);
      const readHistory = historyReadTokens >= cache.leastTokens ? historyReadTokens : 0;
      const writtenHistory = historyTokens >= cache.leastTokens ? historyTokens - readHistory : 0;
      return {
        readTokens,
        writtenTokens,
        historyReadTokens: readHistory,
        historyWrittenTokens: writtenHistory,
      };
    },
  };
}

const nothingCached: ExpectedCaching = {
  readTokens: 0,
  writtenTokens: 0,
  historyReadTokens: 0,
  historyWrittenTokens: 0,
};

/** Remembered, because successive contexts show the same summaries and facts. */
const digestOf = rememberTexts((text) => hash('sha1', text, 'base64'), { mostCharacters: 1_000_000 });

/**
 * The key and the end of each message. A message of the log is identified by its hash, any other one by its role and
 * text. The tokens of single messages are rounded up, so they are scaled to the total of the context.
 */
function placesOf(
  { content, hashes, contentTokens, tokens: all }: AssembledContext,
  requestTokens: number,
): Pick<Sent, 'keys' | 'ends'> {
  let counted = 0;
  for (const own of contentTokens) counted += own;
  const share = counted === 0 ? 1 : all / counted;
  const keys: string[] = [];
  const ends: number[] = [];
  let tokens = 0;
  for (let index = 0; index < content.length; index += 1) {
    keys.push(hashes[index] ?? keyOf(content[index]!));
    tokens += contentTokens[index]!;
    ends.push(requestTokens + Math.round(tokens * share));
  }
  return { keys, ends };
}

function keyOf(message: MessageContent): string {
  const { role, parts } = message;
  return isTextOnly(message) ? `${role} ${digestOf(textOf(parts))}` : digestOf(JSON.stringify(message));
}

/** Tokens of the messages that both requests begin with. If only marks are cached, they count up to the last mark. */
function commonTokens(before: Sent, { keys, ends }: Pick<Sent, 'keys' | 'ends'>, onlyMarks: boolean): number {
  let common = 0;
  while (common < keys.length && before.keys[common] === keys[common]) common += 1;
  const reached = onlyMarks ? Math.max(0, ...before.marks.filter((count) => count <= common)) : common;
  return reached === 0 ? 0 : ends[reached - 1]!;
}
