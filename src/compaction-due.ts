/**
 * Decides whether a compaction is due, and what it would read, without doing it. Works on messages that are in
 * no store, or on a thread's row, with the strategies and figures that threads use. Pure.
 */
import { pricesFor } from './cost/model-prices.ts';
import { relativePrices } from './cost/prices.ts';
import { createBudgets } from './engine/budgets.ts';
import { invalidInput } from './errors.ts';
import { readGiven } from './input/foreign-values.ts';
import { hashMessage } from './message/hash.ts';
import type { MessageMeta, PreparedMessage } from './message/message.ts';
import { type MessageInput, normalizeMessage } from './message/normalize.ts';
import { isObject } from './message/provider-fields.ts';
import { type EverthreadOptions, readOptions, recallSettings } from './options.ts';
import type { SummaryRecord } from './records/summary.ts';
import type { ThreadState } from './records/thread-state.ts';
import { numberMessages } from './stores/rules/numbering.ts';
import { isStrategy } from './strategies/own-strategies.ts';
import { createStrategy } from './strategies/registry.ts';
import { planWindow, type Strategy, type StrategyBudget } from './strategy.ts';
import { createTokenCounter } from './tokens/tokenizer.ts';
import { resolveBudget, usualCallTokens } from './tokens/windows.ts';

export type CompactionDue =
  | { due: false; reason: string }
  | {
      due: true;
      reason: string;
      /** Numbers of the first and the last message it would read, the first message being 1; null for a row alone. */
      reads: { from: number; to: number } | null;
    };

export type CompactionDueOptions = Pick<
  EverthreadOptions,
  'strategy' | 'budget' | 'model' | 'recall' | 'tokenCounter'
> &
  (
    | {
        /** The whole conversation, including the messages that are already summarized. */
        messages: readonly MessageInput[];
        /** The summary of the first messages, as `summarizeConversation` returned it. */
        previous?: SummaryRecord;
        /** How many messages there were when `previous` was made. Default: as many as it stands for. */
        checkpoint?: number;
        state?: undefined;
      }
    | { state: ThreadState; messages?: undefined }
  );

export function compactionDue(asked: CompactionDueOptions): CompactionDue {
  if (!isObject(asked)) throw invalidInput('options', 'an object with messages or state', asked);
  const { messages, state, previous, checkpoint, ...given } = readGiven('options', () => ({
    previous: undefined,
    checkpoint: undefined,
    ...asked,
  }));
  const options = readOptions(given);
  const strategy = strategyOf(options);
  if (state !== undefined) {
    checkState(state);
    const reason = strategy.check({ state, budget: budgetOf(options, state) });
    return reason === undefined
      ? { due: false, reason: 'Nothing is due.' }
      : { due: true, reason, reads: null };
  }
  if (!Array.isArray(messages)) throw invalidInput('messages', 'an array of messages', messages);
  return dueOf({ messages, previous, checkpoint, options, strategy });
}

/** The figures that strategies decide by. */
const figures = [
  ...['messages', 'tokens', 'coveredTo', 'tailTokens', 'summaryTokens', 'liveSummaries', 'checkpoint'],
  ...['compactions', 'tokensAfterCompaction', 'fixedTokens'],
];

function checkState(state: unknown): void {
  const isRow =
    isObject(state) && isObject(state.settings) && figures.every((name) => typeof state[name] === 'number');
  if (!isRow) throw invalidInput('state', 'the state of a thread, as thread.state() returns it', state);
}

function dueOf(given: {
  messages: readonly MessageInput[];
  previous: SummaryRecord | undefined;
  checkpoint: number | undefined;
  options: EverthreadOptions;
  strategy: Strategy;
}): CompactionDue {
  const { messages, previous, options, strategy } = given;
  const metas = metasOf(messages, options);
  const coveredTo = previous?.to ?? 0;
  const { checkpoint = coveredTo } = given;
  if (!(Number.isSafeInteger(checkpoint) && checkpoint >= 0 && checkpoint <= metas.length))
    throw invalidInput('checkpoint', `a number of messages, at most the ${metas.length} given`, checkpoint);
  if (coveredTo > metas.length) {
    throw invalidInput('previous', 'a summary of the first of the messages', `one of ${coveredTo}`);
  }
  const tail = metas.slice(coveredTo);
  const sum = (list: readonly MessageMeta[]) => list.reduce((total, { tokens }) => total + tokens, 0);
  const state: ThreadState = {
    id: 'conversation',
    createdAt: '',
    updatedAt: '',
    revision: 0,
    messages: metas.length,
    tokens: sum(metas),
    coveredTo,
    tailTokens: sum(tail),
    summaryTokens: previous?.tokens ?? 0,
    liveSummaries: previous === undefined ? 0 : 1,
    checkpoint,
    compactions: previous === undefined ? 0 : 1,
    tokensAfterCompaction: previous?.tokens ?? 0,
    fixedTokens: 0,
    pins: [],
    settings: {},
  };
  const budget = budgetOf(options, state);
  const reason = strategy.check({ state, budget });
  if (reason === undefined) return { due: false, reason: 'Nothing is due.' };
  const plan = strategy.plan({
    state,
    budget,
    trigger: 'append',
    live: previous === undefined ? [] : [previous],
    prepared: [],
    head: tail.slice(0, planWindow),
    end: tail.slice(-planWindow),
    pass: 0,
    maxInputTokens: usualCallTokens,
  });
  if ('nothing' in plan) return { due: false, reason: plan.nothing };
  const read = plan.steps.flatMap(({ sources }) => (sources.messages === null ? [] : [sources.messages]));
  const reads = {
    from: Math.min(...read.map(({ from }) => from)),
    to: Math.max(...read.map(({ to }) => to)),
  };
  return { due: true, reason: plan.reason, reads: read.length === 0 ? null : reads };
}

function strategyOf({ strategy = 'eternal', model }: EverthreadOptions): Strategy {
  return isStrategy(strategy) ? strategy : createStrategy(strategy, { model });
}

function budgetOf(options: EverthreadOptions, state: ThreadState): StrategyBudget {
  const common = resolveBudget(options.budget);
  const prices = pricesFor(options.model ?? common.model ?? null);
  const { read, write } = relativePrices(prices);
  const { budgetFor } = createBudgets({
    common,
    recall: recallSettings(options.recall),
    ratioFor: () => 1,
    prices: { read, write, summarize: 1, leastCached: prices.cache.leastTokens },
  });
  return budgetFor(state);
}

function metasOf(
  messages: readonly MessageInput[],
  { tokenCounter: counter = createTokenCounter() }: EverthreadOptions,
): MessageMeta[] {
  const fresh = messages.map((message, index): PreparedMessage => {
    const { id, createdAt = '', ...content } = normalizeMessage(message, { field: `messages[${index}]` });
    const tokens = counter.message(content);
    return { ...content, id: id ?? String(index + 1), createdAt, tokens, hash: hashMessage(content) };
  });
  return numberMessages({
    threadId: 'conversation',
    fresh,
    state: { messages: 0, tokens: 0 },
    calls: new Map(),
    previous: undefined,
  });
}
