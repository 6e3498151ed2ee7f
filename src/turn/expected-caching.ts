/**
 * What the provider's cache will do with a request, by its rules and what was sent of the thread before. An
 * expectation, not a report: where the provider reports usage, that counts. Remembers the threads used last and no more.
 */
import { hash } from 'node:crypto';
import { isSaid } from '../context/compose.ts';
import type { AssembledContext } from '../context/context.ts';
import type { ModelPrices } from '../cost/prices.ts';
import { type MessageContent, textOf } from '../message/message.ts';
import type { ExpectedCaching } from '../records/request.ts';
import type { SentState } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { rememberTexts } from '../text/remembered.ts';

const rememberedThreads = 128;
/** Of one thread. */
const rememberedModels = 8;

type Figures = {
  at: number;
  tokens: number;
  historyTokens: number;
  /** Tokens of the model for one of the counter's. */
  ratio: number;
};

/** What stood where in a request. */
type Places = {
  /** Of every message of the context: what it is known by, and the tokens of all up to its end. */
  keys: string[];
  ends: number[];
  /** How many of them each cached part ends with. */
  marks: number[];
};

type Sent = Figures & {
  model: string | null;
  /** The newest message of its turn. */
  seq: number;
  /** What the thread's requests had left behind before it. */
  base: SentState | undefined;
  before: Earlier | undefined;
  /** Undefined if the client sent its whole history itself. */
  places: Places | undefined;
};

/** `only` the figures are known of a request that another process made, or that is no longer remembered. */
type Earlier = Figures & (Pick<Sent, 'places'> | { only: 'figures'; revision: number | undefined });

/** The last request of a thread, and that of each model: every provider has a cache of its own. */
type OfThread = { last: Sent; ofModel: Map<string | null, Sent> };

type Row = Pick<ThreadState, 'id' | 'messages' | 'revision' | 'sent'>;

export type CacheExpectation = {
  /**
   * What the requests before this turn left behind. A context that is asked for again before the thread went on takes
   * the place of the one before it: only one of them is sent.
   */
  baseOf(state: Pick<Row, 'id' | 'messages' | 'sent'>, model: string | null): SentState | undefined;
  /** `requestTokens`: tools and the like, which stand before everything else. */
  expect(options: {
    state: Row;
    model: string | null;
    prices: ModelPrices;
    context: AssembledContext;
    requestTokens: number;
    historyTokens: number;
    ratio: number;
    at: number;
  }): ExpectedCaching;
  /** Of a request with which a client sent the whole history itself; `seq` is its newest message. */
  expectWhole(options: {
    state: Pick<Row, 'id' | 'sent'>;
    seq: number;
    model: string | null;
    prices: ModelPrices;
    tokens: number;
    ratio: number;
    at: number;
  }): ExpectedCaching;
};

export function createCacheExpectation(): CacheExpectation {
  const threads = new Map<string, OfThread>();
  const replaced = (threadId: string, seq: number, model: string | null) => {
    const last = threads.get(threadId)?.last;
    return last?.seq === seq && last.model === model ? last : undefined;
  };
  const earlier = (
    state: Pick<Row, 'id' | 'sent'>,
    seq: number,
    model: string | null,
  ): Earlier | undefined => {
    const again = replaced(state.id, seq, model);
    return again === undefined
      ? (threads.get(state.id)?.ofModel.get(model) ?? storedFigures(state.sent, model))
      : again.before;
  };
  const baseOf = (state: Pick<Row, 'id' | 'sent'>, seq: number, model: string | null) => {
    const again = replaced(state.id, seq, model);
    return again === undefined ? state.sent : again.base;
  };
  const remember = (threadId: string, sent: Sent): void => {
    const { ofModel = new Map<string | null, Sent>() } = threads.get(threadId) ?? {};
    const { before } = sent;
    const last = {
      ...sent,
      before: before && 'before' in before ? { ...before, before: undefined } : before,
    };
    ofModel.delete(sent.model);
    ofModel.set(sent.model, last);
    if (ofModel.size > rememberedModels) ofModel.delete(ofModel.keys().next().value!);
    threads.delete(threadId);
    threads.set(threadId, { last, ofModel });
    if (threads.size > rememberedThreads) threads.delete(threads.keys().next().value!);
  };
  return {
    baseOf: (state, model) => baseOf(state, state.messages, model),
    expect({ state, model, prices, context, requestTokens, historyTokens, ratio, at }) {
      const { cache } = prices;
      const { id, messages: seq, revision } = state;
      const before = earlier(state, seq, model);
      const base = baseOf(state, seq, model);
      const { keys, ends } = placesOf(context, requestTokens);
      const marks = [...context.boundaries, context.stable, ends.length].filter((count) => count > 0);
      const tokens = ends.at(-1) ?? 0;
      const figures = { at, tokens, historyTokens, ratio };
      remember(id, { ...figures, seq, model, base, before, places: { keys, ends, marks } });
      if (cache.kind === 'none') return nothingCached;
      const last = before !== undefined && at - before.at <= cache.lifetimeMs ? before : undefined;
      const ofHistory = historyCaching({ last, historyTokens, ratio, leastTokens: cache.leastTokens });
      const found = (): number => {
        if (last === undefined) return 0;
        if ('only' in last)
          return last.revision === revision ? Math.min(tokens, inTokensOf(ratio, last, last.tokens)) : 0;
        if (last.places !== undefined)
          return commonTokens(last.places, { keys, ends }, cache.kind === 'marks');
        // The client sent all of it, and so does a context that leaves nothing out.
        return tokens >= historyTokens ? Math.min(tokens, ofHistory.historyReadTokens) : 0;
      };
      const read = found();
      const readTokens = read >= cache.leastTokens ? read : 0;
      return {
        readTokens,
        writtenTokens: tokens >= cache.leastTokens ? tokens - readTokens : 0,
        ...ofHistory,
      };
    },
    expectWhole({ state, seq, model, prices, tokens, ratio, at }) {
      const { cache } = prices;
      const before = earlier(state, seq, model);
      const base = baseOf(state, seq, model);
      const figures = { at, tokens, historyTokens: tokens, ratio };
      remember(state.id, { ...figures, seq, model, base, before, places: undefined });
      if (cache.kind === 'none') return nothingCached;
      const last = before !== undefined && at - before.at <= cache.lifetimeMs ? before : undefined;
      const { leastTokens } = cache;
      const whole = historyCaching({ last, historyTokens: tokens, ratio, leastTokens });
      return { readTokens: whole.historyReadTokens, writtenTokens: whole.historyWrittenTokens, ...whole };
    },
  };
}

const nothingCached: ExpectedCaching = {
  readTokens: 0,
  writtenTokens: 0,
  historyReadTokens: 0,
  historyWrittenTokens: 0,
};

function storedFigures(sent: SentState | undefined, model: string | null): Earlier | undefined {
  if (sent?.last === undefined || sent.at === undefined || sent.last.model !== model) return undefined;
  const { tokens, historyTokens, ratio } = sent.last;
  return { at: sent.at, tokens, historyTokens, ratio, only: 'figures', revision: sent.revision };
}

/** By the ratio of now: else what was sent before would seem to have been fewer or more tokens than it is today. */
function inTokensOf(ratio: number, before: Figures, tokens: number): number {
  return Math.round((tokens / before.ratio) * ratio);
}

/** Of the whole history, sent with every request: all of it that was there at the last one is read. */
function historyCaching(options: {
  last: Figures | undefined;
  historyTokens: number;
  ratio: number;
  leastTokens: number;
}): Pick<ExpectedCaching, 'historyReadTokens' | 'historyWrittenTokens'> {
  const { last, historyTokens, ratio, leastTokens } = options;
  const before = last === undefined ? 0 : inTokensOf(ratio, last, last.historyTokens);
  const common = Math.min(before, historyTokens);
  const historyReadTokens = common >= leastTokens ? common : 0;
  return {
    historyReadTokens,
    historyWrittenTokens: historyTokens >= leastTokens ? historyTokens - historyReadTokens : 0,
  };
}

/** Summaries and facts stand in one context after the other, and are digested once. */
const digestOf = rememberTexts((text) => hash('sha1', text, 'base64'), { mostCharacters: 1_000_000 });

/**
 * A message of the log has its hash; the same text under another role is something else. Each is counted in whole tokens
 * of the model, rounded up: together they are as many as the context has.
 */
function placesOf(
  { content, hashes, contentTokens, tokens: all }: AssembledContext,
  requestTokens: number,
): Pick<Places, 'keys' | 'ends'> {
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
  return isSaid(message) ? `${role} ${digestOf(textOf(parts))}` : digestOf(JSON.stringify(message));
}

/** Of the messages both begin with; where only marked places are cached, up to the last of those. */
function commonTokens(
  before: Places,
  { keys, ends }: Pick<Places, 'keys' | 'ends'>,
  onlyMarks: boolean,
): number {
  let common = 0;
  while (common < keys.length && before.keys[common] === keys[common]) common += 1;
  const reached = onlyMarks ? Math.max(0, ...before.marks.filter((count) => count <= common)) : common;
  return reached === 0 ? 0 : ends[reached - 1]!;
}
