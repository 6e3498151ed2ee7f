/**
 * What the provider's cache will do with a request, by its rules and what was sent of the thread before. An
 * expectation, not a report: where the provider reports usage, that counts. Remembers the threads used last and no more.
 */
import { hash } from 'node:crypto';
import { isSaid } from '../context/compose.ts';
import type { AssembledContext } from '../context/context.ts';
import type { ModelPrices } from '../cost/prices.ts';
import { textOf } from '../message/message.ts';
import type { ExpectedCaching } from '../records/request.ts';
import type { SentState } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { rememberTexts } from '../text/remembered.ts';

const rememberedThreads = 128;

type Sent = {
  /** The newest message of its turn. */
  seq: number;
  /** What the thread's requests had left behind before it. */
  base: SentState | undefined;
  before: Sent | undefined;
  at: number;
  model: string | null;
  /** Of every message of the context: a hash of it, and the tokens of all up to its end. */
  ends: { key: string; tokens: number }[];
  /** How many of them each cached part ends with. */
  marks: number[];
  historyTokens: number;
};

export type CacheExpectation = {
  /**
   * What the requests before this turn left behind. A context that is asked for again before the thread went on takes
   * the place of the one before it: only one of them is sent.
   */
  baseOf(state: Pick<ThreadState, 'id' | 'messages' | 'sent'>, model: string | null): SentState | undefined;
  /** `requestTokens`: tools and the like, which stand before everything else. */
  expect(options: {
    state: Pick<ThreadState, 'id' | 'messages' | 'sent'>;
    model: string | null;
    prices: ModelPrices;
    context: AssembledContext;
    requestTokens: number;
    historyTokens: number;
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
    expect({ state, model, prices, context, requestTokens, historyTokens, at }) {
      const { cache } = prices;
      const again = replaced(state, model);
      const before = again === undefined ? sent.get(state.id) : again.before;
      const base = again === undefined ? state.sent : again.base;
      const ends = endsOf(context, requestTokens);
      const marks = [...context.boundaries, context.stable, ends.length].filter((count) => count > 0);
      sent.delete(state.id);
      sent.set(state.id, {
        at,
        seq: state.messages,
        model,
        ends,
        marks,
        historyTokens,
        base,
        before: before && { ...before, before: undefined },
      });
      if (sent.size > rememberedThreads) sent.delete(sent.keys().next().value!);
      if (cache.kind === 'none') return nothingCached;
      const lasts = before !== undefined && before.model === model && at - before.at <= cache.lifetimeMs;
      const total = ends.at(-1)?.tokens ?? 0;
      const found = lasts ? commonTokens(before, ends, cache.kind === 'marks') : 0;
      const readTokens = found >= cache.leastTokens ? found : 0;
      const writtenTokens = total >= cache.leastTokens ? total - readTokens : 0;
      const historyReadTokens = lasts ? Math.min(before.historyTokens, historyTokens) : 0;
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

/** Most messages of a context stood in the one before, and are digested once. */
const digestOf = rememberTexts((text) => hash('sha1', text, 'base64'), { mostCharacters: 1_000_000 });

function endsOf({ content, contentTokens }: AssembledContext, requestTokens: number): Sent['ends'] {
  let tokens = requestTokens;
  return content.map((message, index) => {
    tokens += contentTokens[index]!;
    const { role, parts } = message;
    const said = isSaid(message) ? textOf(parts) : undefined;
    const key = said === undefined ? digestOf(JSON.stringify(message)) : `${role} ${digestOf(said)}`;
    return { key, tokens };
  });
}

/** Of the messages both begin with; where only marked places are cached, up to the last of those. */
function commonTokens(before: Sent, ends: Sent['ends'], onlyMarks: boolean): number {
  let common = 0;
  while (common < ends.length && before.ends[common]?.key === ends[common]!.key) common += 1;
  const reached = onlyMarks ? Math.max(0, ...before.marks.filter((count) => count <= common)) : common;
  return reached === 0 ? 0 : ends[reached - 1]!.tokens;
}
