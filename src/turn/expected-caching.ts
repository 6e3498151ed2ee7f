/**
 * Expects what the provider's cache will do with a request, from the cache's rules and the thread's earlier requests
 * . If the provider reports its usage, the report counts instead. Only the threads used last are remembered.
 */
import { hash } from 'node:crypto';
import { isTextOnly } from '../context/compose.ts';
import type { AssembledContext } from '../context/context.ts';
import type { CacheRules, ModelPrices } from '../cost/prices.ts';
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
  const lastSent = new Map<string, Sent>();

  /** The request that a context for the same turn and model replaces. */
  const replaced = (state: Pick<ThreadState, 'id' | 'messages'>, model: string | null) => {
    const last = lastSent.get(state.id);
    return last?.seq === state.messages && last.model === model ? last : undefined;
  };

  const remember = (threadId: string, sent: Sent): void => {
    lastSent.delete(threadId);
    lastSent.set(threadId, sent);
    if (lastSent.size > rememberedThreads) lastSent.delete(lastSent.keys().next().value!);
  };

  return {
    baseOf: (state, model) => {
      const again = replaced(state, model);
      return again === undefined ? state.sent : again.base;
    },
    expect({ state, model, prices, context, requestTokens, historyTokens, ratio, at }) {
      const again = replaced(state, model);
      const before = again === undefined ? lastSent.get(state.id) : again.before;
      const { keys, ends } = placesOf(context, requestTokens);
      const sent: Sent = {
        at,
        seq: state.messages,
        model,
        keys,
        ends,
        marks: [...context.boundaries, context.stable, ends.length].filter((count) => count > 0),
        historyTokens,
        ratio,
        base: again === undefined ? state.sent : again.base,
        before: before && { ...before, before: undefined },
      };
      remember(state.id, sent);
      return cachingOf(sent, before, prices.cache);
    },
  };
}

/** What the cache does with a request that follows `before`. */
function cachingOf(sent: Sent, before: Sent | undefined, cache: CacheRules): ExpectedCaching {
  if (cache.kind === 'none') return nothingCached;
  const { model, at, ends, historyTokens, ratio } = sent;
  const isCached = before !== undefined && before.model === model && at - before.at <= cache.lifetimeMs;
  const common = isCached ? commonTokens(before, sent, cache.kind === 'marks') : 0;
  // The earlier figure is converted to the present ratio. Otherwise a growing ratio would count as messages written
  // anew.
  const historyBefore = isCached ? Math.round((before.historyTokens / before.ratio) * ratio) : 0;
  const request = readAndWritten(common, ends.at(-1) ?? 0, cache);
  const history = readAndWritten(Math.min(historyBefore, historyTokens), historyTokens, cache);
  return {
    readTokens: request.read,
    writtenTokens: request.written,
    historyReadTokens: history.read,
    historyWrittenTokens: history.written,
  };
}

/** Tokens read from the cache and written into it. What is shorter than the shortest entry is not cached. */
function readAndWritten(cachedTokens: number, tokens: number, { leastTokens }: CacheRules) {
  const read = cachedTokens >= leastTokens ? cachedTokens : 0;
  return { read, written: tokens >= leastTokens ? tokens - read : 0 };
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
  for (const size of contentTokens) counted += size;
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
  const cachedTo = onlyMarks ? Math.max(0, ...before.marks.filter((count) => count <= common)) : common;
  return cachedTo === 0 ? 0 : ends[cachedTo - 1]!;
}
