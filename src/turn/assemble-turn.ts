/**
 * Makes the context of a thread's newest turn. It is laid out with the token ratio that the thread keeps between
 * compactions, and once more with the newest ratio if it does not fit by that one.
 */
import type { AssembledContext } from '../context/context.ts';
import type { ModelPrices } from '../cost/prices.ts';
import type { BudgetFor, ModelBudgetFor, SharesFor } from '../engine/budgets.ts';
import type { ModelRatios } from '../engine/model-ratios.ts';
import { shownPins } from '../engine/standing-rules.ts';
import type { LongMessages } from '../options.ts';
import type { RecalledPlace } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Runtime } from '../runtime.ts';
import type { ContextOptions } from './context-options.ts';
import { type RequestParts, requestParts } from './context-parts.ts';
import { cacheLapsed } from './lapsed-cache.ts';
import { createLayoutRatios } from './layout-ratios.ts';
import { type OwnerPorts, withOwnerParts } from './owner-parts.ts';
import { createPlaceRenderer } from './place-texts.ts';
import { type ContextPorts, readContext } from './read-context.ts';
import { recallAllowance } from './recall-allowance.ts';
import { rememberingCounter } from './remembering-counter.ts';
import { createShownCache, type ShownPorts, type ShownSummaries } from './shown-summaries.ts';
import type { TailCache } from './tail-cache.ts';

export type AssemblyPorts = ContextPorts &
  ShownPorts &
  OwnerPorts & {
    runtime: Runtime;
    modelBudgetFor: ModelBudgetFor;
    budgetFor: BudgetFor;
    sharesFor: SharesFor;
    longMessages: LongMessages;
    pricesFor: (model: string | null) => ModelPrices;
    ratios: ModelRatios;
  };

export type AssembledTurn = Pick<RequestParts, 'requestBudget' | 'budget'> & {
  state: ThreadState;
  /** Model tokens per reference token. */
  ratio: number;
  shown: ShownSummaries;
  context: AssembledContext;
  places: RecalledPlace[];
  /** The prepared summaries that were read for it. */
  preparedIds: string[];
  /** When it was laid out. */
  now: number;
};

export type AssembleTurn = (
  state: ThreadState,
  options: ContextOptions,
  /** `looksUp`: false if nothing is to be recalled for it. */
  how?: { looksUp: boolean },
) => Promise<AssembledTurn>;

export function createTurnAssembly(options: {
  ports: AssemblyPorts;
  tails: TailCache;
  /** Whether a context that would not fit may wait for a compaction instead. */
  mayWaitForCompaction: (state: ThreadState, options: ContextOptions) => boolean;
}): AssembleTurn {
  const { tails, mayWaitForCompaction } = options;
  const { runtime, ratios, budgetFor, pricesFor } = options.ports;
  const ports = { ...options.ports, counter: rememberingCounter(options.ports.counter) };
  const shownCache = createShownCache();
  const renderer = createPlaceRenderer();
  const layoutRatios = createLayoutRatios();

  const assembleBy = async (
    ratio: number,
    state: ThreadState,
    options: ContextOptions,
    looksUp: boolean,
  ): Promise<AssembledTurn> => {
    const model = ratios.modelFor(options.model);
    const { requestBudget, budget, parts } = requestParts({
      threadBudget: ports.modelBudgetFor(state),
      shares: ports.sharesFor(state),
      longMessages: ports.longMessages,
      options,
      ratio,
    });
    const shown = await shownCache.read(ports, state, ratio);
    const now = runtime.now();
    const prepared = preparedReader(ports, state.id);
    const { context, places } = await readContext({
      ports,
      state,
      shown,
      places: state.sent?.recalled ?? [],
      allowance: recallAllowance(state, {
        prices: pricesFor(model),
        available: budgetFor(state).available,
        lapsed: cacheLapsed(ports, state, model),
      }),
      renderer,
      readNewest: (range) => tails.read(ports, state, range),
      looksUp,
      readPrepared: prepared.read,
      parts: await withOwnerParts({
        ports,
        state,
        options,
        parts: { ...parts, rules: shownPins(state.pins, shown) },
        summaries: shown.summaries,
        at: state.messages,
        now,
      }),
      now,
    });
    return { state, ratio, requestBudget, budget, shown, now, context, places, preparedIds: prepared.ids() };
  };

  return async (state, options, { looksUp } = { looksUp: true }) => {
    const model = ratios.modelFor(options.model);
    const learnt = ratios.ratioFor({ model: options.model, threadId: state.id });
    const ratio = layoutRatios.ratioFor(state, model, learnt);
    const first = await assembleBy(ratio, state, options, looksUp);
    const { context, budget } = first;
    const room = budget.tokens - budget.responseTokens;
    const fits = learnt <= ratio || context.tokens * (learnt / ratio) <= room;
    const isHelped = learnt < ratio && context.forced && !mayWaitForCompaction(state, options);
    if (fits && !isHelped) return first;
    layoutRatios.move(state, model, learnt);
    return assembleBy(learnt, state, options, looksUp);
  };
}

/** Reads the prepared summaries of a thread, and remembers which they were for the record of the request. */
function preparedReader({ store }: Pick<AssemblyPorts, 'store'>, threadId: string) {
  let ids: string[] = [];
  return {
    async read() {
      const prepared = await store.readSummaries({ threadId, statuses: ['prepared'] });
      ids = prepared.map(({ id }) => id);
      return prepared;
    },
    ids: () => ids,
  };
}
