/**
 * What the provider's cache will do with a request, by its rules and what was sent of the thread before. An
 * expectation, not a report: where the provider reports usage, that counts. Remembers the threads used last and no more.
 */
import { hash } from 'node:crypto';
import { isTextOnly } from '../context/compose.ts';
import type { AssembledContext } from '../context/context.ts';
import type { CacheRules, ModelPrices } from '../cost/prices.ts';
import { type MessageContent, textOf } from '../message/message.ts';
import type { ExpectedCaching } from '../records/request.ts';
import type { SentState } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { createLastUsed, type LastUsed } from '../text/last-used.ts';
import { rememberTexts } from '../text/remembered.ts';

const rememberedThreads = 128;
/** Models remembered for one thread. */
const rememberedModels = 8;
/** Cached beginnings remembered for one thread and model, the longest. */
const rememberedBeginnings = 12;

type Figures = {
  /** Time of the request, in milliseconds since 1970. */
  at: number;
  tokens: number;
  historyTokens: number;
  /** Model tokens per reference token. */
  ratio: number;
};

/** The messages of a request and where each of them ends. */
type Places = {
  /** A hash of each message of the context, and in `ends` the tokens of the request up to the end of that message. */
  keys: string[];
  ends: number[];
  /** The cached beginnings of it, those that earlier requests left in the cache among them. */
  cached: CachedBeginning[];
};

/** The first `count` messages of a request, which the provider cached; `at` is when it last wrote or read them. */
type CachedBeginning = { count: number; at: number };

type Sent = Figures & {
  model: string | null;
  /** Number of the newest message of its turn. */
  seq: number;
  /** What the thread's earlier requests left for this one. */
  base: SentState | undefined;
  /** The request to the same model before it. */
  before: Earlier | undefined;
  /** Undefined if the client sent its whole history itself. */
  places: Places | undefined;
};

/** Only the figures are known of a request that another process made, or that this one has forgotten. */
type Earlier = Figures & (Pick<Sent, 'places'> | { only: 'figures'; revision: number | undefined });

/** The last request of a thread, and the last one to each model, because every provider has a cache of its own. */
type OfThread = { last: Sent; ofModel: LastUsed<string | null, Sent> };

type Row = Pick<ThreadState, 'id' | 'messages' | 'revision' | 'sent'>;

export type CacheExpectation = {
  /**
   * What the requests before this turn left for it. A context that is asked for again before the next message replaces
   * the previous one, because only one of them is sent.
   */
  baseOf(state: Pick<Row, 'id' | 'messages' | 'sent'>, model: string | null): SentState | undefined;
  /** `requestTokens`: tokens of tools and the like, which come before all messages. */
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
  /** For a request with which a client sent the whole history itself; `seq` is the number of its newest message. */
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
  const threads = createLastUsed<string, OfThread>({ most: rememberedThreads });
  /** The request that a context for the same turn and model replaces. */
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
    const ofModel =
      threads.get(threadId)?.ofModel ?? createLastUsed<string | null, Sent>({ most: rememberedModels });
    const { before } = sent;
    const last = {
      ...sent,
      before: before && 'before' in before ? { ...before, before: undefined } : before,
    };
    ofModel.set(sent.model, last);
    threads.set(threadId, { last, ofModel });
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
      const last = before !== undefined && at - before.at <= cache.lifetimeMs ? before : undefined;
      const known = last !== undefined && 'places' in last ? last.places : undefined;
      const cachedBeginning = known === undefined ? undefined : findCached(known, { keys, at, cache });
      const cached = [...marks.map((count) => ({ count, at })), ...(cachedBeginning?.kept ?? [])];
      const figures = { at, tokens, historyTokens, ratio };
      const places = { keys, ends, cached: longestFirst(cached) };
      remember(id, { ...figures, seq, model, base, before, places });
      if (cache.kind === 'none') return nothingCached;
      const historyFigures = historyCaching({ last, historyTokens, ratio, leastTokens: cache.leastTokens });
      const found = (): number => {
        if (last === undefined) return 0;
        if (cachedBeginning !== undefined)
          return cachedBeginning.count === 0 ? 0 : ends[cachedBeginning.count - 1]!;
        if ('only' in last)
          return last.revision === revision ? Math.min(tokens, inTokensOf(ratio, last, last.tokens)) : 0;
        // The client sent the whole history, and a context that leaves nothing out begins in the same way.
        return tokens >= historyTokens ? Math.min(tokens, historyFigures.historyReadTokens) : 0;
      };
      const read = found();
      const readTokens = read >= cache.leastTokens ? read : 0;
      const writtenTokens = tokens >= cache.leastTokens ? tokens - readTokens : 0;
      // A context that leaves nothing out is the history, also where messages were taken back.
      const isHistory = cachedBeginning !== undefined && tokens === historyTokens;
      return {
        readTokens,
        writtenTokens,
        ...(isHistory
          ? { historyReadTokens: readTokens, historyWrittenTokens: writtenTokens }
          : historyFigures),
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

/** Earlier figures are converted to the present ratio. Otherwise a changed ratio would count as messages written anew. */
function inTokensOf(ratio: number, before: Figures, tokens: number): number {
  return Math.round((tokens / before.ratio) * ratio);
}

/** What the cache would do if every request sent the whole history: it would hold what the last one sent. */
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

/** Remembered, because successive contexts show the same summaries and facts. */
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

/**
 * What a request finds in the cache: how many of its first messages, and which cached beginnings are beginnings of it,
 * too. Requests before the last one count as well: where a client takes back its newest messages, the request before
 * them is what it goes on from. If only marks are cached, a beginning is found up to a mark.
 */
function findCached(
  before: Places,
  { keys, at, cache }: { keys: readonly string[]; at: number; cache: CacheRules },
): { count: number; kept: CachedBeginning[] } {
  let common = 0;
  while (common < keys.length && before.keys[common] === keys[common]) common += 1;
  const lasting = before.cached.filter(
    (beginning) => beginning.count <= common && at - beginning.at <= cache.lifetimeMs,
  );
  const longest = Math.max(0, ...lasting.map(({ count }) => count));
  const kept = lasting.map((beginning) => (beginning.count === longest ? { ...beginning, at } : beginning));
  return { count: cache.kind === 'marks' ? longest : common, kept };
}

/** Each length once, with the time of its last use, which comes first. */
function longestFirst(cached: readonly CachedBeginning[]): CachedBeginning[] {
  const lengths = new Map<number, CachedBeginning>();
  for (const beginning of cached) if (!lengths.has(beginning.count)) lengths.set(beginning.count, beginning);
  return [...lengths.values()]
    .sort((first, second) => second.count - first.count)
    .slice(0, rememberedBeginnings);
}
