/**
 * The path of a turn: append, check, assemble. Reads and writes a bounded number of rows, never waits for a model
 * unless the strategy is told to block, and asks for background work when something is due.
 */

import type { Background } from '../compaction/background.ts';
import type { AssembledContext } from '../context/context.ts';
import type { ModelPrices } from '../cost/prices.ts';
import type { BudgetFor, ModelBudgetFor, SharesFor } from '../engine/budgets.ts';
import type { LearntState } from '../engine/learnt-state.ts';
import type { Log } from '../engine/logging.ts';
import type { ModelRatios } from '../engine/model-ratios.ts';
import type { RequestLog } from '../engine/request-log.ts';
import { readPins, readRulesAhead, shownPins } from '../engine/standing-rules.ts';
import type { Message } from '../message/message.ts';
import type { MessageInput } from '../message/normalize.ts';
import type { LongMessages } from '../options.ts';
import { titleMaker } from '../owners/titles.ts';
import type { ConversationEnd } from '../records/conversation-end.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { type Runtime, yieldToEventLoop } from '../runtime.ts';
import type { ContextOptions } from './context-options.ts';
import { askedParts, withRequestTokens } from './context-parts.ts';
import { tellDroppedRules } from './dropped-rules.ts';
import { dueCompactions } from './due-compactions.ts';
import { fixedTokensOf } from './fixed-tokens.ts';
import { createLaidOutAhead } from './laid-out-ahead.ts';
import { cacheLapsed, maySwapIn } from './lapsed-cache.ts';
import { withOwnerParts } from './owner-parts.ts';
import { prepareMessages, saidAt } from './prepare-messages.ts';
import { type ContextPorts, readContext } from './read-context.ts';
import { recallAllowance } from './recall-allowance.ts';
import { createPlaceRenderer } from './recalled-places.ts';
import { rememberingCounter } from './remembering-counter.ts';
import { createSentContexts, type SentContexts } from './sent-contexts.ts';
import { createShownCache, type ShownPorts } from './shown-summaries.ts';
import { createStandingRatios } from './standing-ratios.ts';
import { createTailCache } from './tail-cache.ts';

export type Turn = {
  append(
    threadId: string,
    input: MessageInput | readonly MessageInput[],
    options: { signal?: AbortSignal; ends?: readonly ConversationEnd[]; after?: number },
  ): Promise<Message[]>;
  context(state: ThreadState, options: ContextOptions): Promise<AssembledContext>;
  /** A client sent the whole history itself. */
  sentWhole: SentContexts['noteWhole'];
  /** A compaction of the thread was stored. */
  layOutAhead(threadId: string): Promise<void>;
};

export type TurnPorts = ContextPorts &
  ShownPorts & {
    runtime: Runtime;
    limits: { blockingMs: number };
    modelBudgetFor: ModelBudgetFor;
    budgetFor: BudgetFor;
    sharesFor: SharesFor;
    longMessages: LongMessages;
    learnt: LearntState;
    expectsModel: boolean;
    pricesFor: (model: string | null) => ModelPrices;
    ratios: ModelRatios;
    requests: RequestLog;
    background: Background;
    log: Log;
  };

export function createTurn(options: {
  ports: TurnPorts;
  /** False: nothing is compacted unless asked for. */
  automatic: boolean;
  /** Something was said that may tell of its owner. */
  profileLater: () => void;
  signal: AbortSignal;
}): Turn {
  const { ports, automatic, profileLater, signal } = options;
  const { store, runtime, counter, emitter, redaction, learnt, ratios, requests, background } = ports;
  const { strategyFor, budgetFor } = ports;
  const shownCache = createShownCache();
  const tails = createTailCache(emitter);
  const contextPorts = { ...ports, counter: rememberingCounter(counter) };
  const renderer = createPlaceRenderer();
  const sentContexts = createSentContexts(ports);
  const standing = createStandingRatios();

  const { isDue, isWanted, compactFirst, compacted, canRelieve } = dueCompactions({
    ports,
    automatic,
    signal,
  });

  /** A context of another size than the thread's own is no request that the thread goes on from. */
  const afterPause = async (state: ThreadState, { budget, preview, model }: ContextOptions) => {
    const isRequest = automatic && budget === undefined && preview !== true;
    return isRequest && maySwapIn(ports, state, ratios.modelFor(model))
      ? compacted(state, () => background.swapIn(state.id))
      : state;
  };

  const assemble = async (state: ThreadState, contextOptions: ContextOptions, { looksUp = true } = {}) => {
    const model = ratios.modelFor(contextOptions.model);
    const learnt = ratios.ratioFor({ model: contextOptions.model, threadId: state.id });
    const ratio = standing.ratioFor(state, model, learnt);
    const first = await assembleBy(ratio, state, contextOptions, looksUp);
    const { context, budget } = first;
    const room = budget.tokens - budget.responseTokens;
    const fits = learnt <= ratio || context.tokens * (learnt / ratio) <= room;
    const isHelped = learnt < ratio && context.forced && !canRelieve(state, contextOptions);
    if (fits && !isHelped) return first;
    standing.move(state, model, learnt);
    return assembleBy(learnt, state, contextOptions, looksUp);
  };

  const assembleBy = async (
    ratio: number,
    state: ThreadState,
    contextOptions: ContextOptions,
    looksUp: boolean,
  ) => {
    const { asked, budget, parts } = askedParts({
      threadBudget: ports.modelBudgetFor(state),
      shares: ports.sharesFor(state),
      longMessages: ports.longMessages,
      options: contextOptions,
      ratio,
    });
    const shown = await shownCache.read(contextPorts, state, ratio);
    const now = runtime.now();
    let preparedIds: string[] = [];
    const { context, places } = await readContext({
      ports: contextPorts,
      state,
      shown,
      places: state.sent?.recalled ?? [],
      allowance: recallAllowance(state, {
        prices: ports.pricesFor(ratios.modelFor(contextOptions.model)),
        available: budgetFor(state).available,
        lapsed: cacheLapsed(ports, state, ratios.modelFor(contextOptions.model)),
      }),
      renderer,
      readNewest: (range) => tails.read(contextPorts, state, range),
      looksUp,
      readPrepared: async () => {
        const prepared = await store.readSummaries({ threadId: state.id, statuses: ['prepared'] });
        preparedIds = prepared.map(({ id }) => id);
        return prepared;
      },
      parts: await withOwnerParts({
        ports: contextPorts,
        state,
        options: contextOptions,
        parts: { ...parts, rules: shownPins(state.pins, shown) },
        summaries: shown.summaries,
        at: state.messages,
        now,
      }),
      now,
    });
    return { state, ratio, asked, budget, shown, now, context, places, preparedIds };
  };

  const ahead = createLaidOutAhead(async (threadId, contextOptions) => {
    await yieldToEventLoop();
    const state = await store.readThread(threadId);
    if (state !== undefined && !signal.aborted)
      await assemble(learnt.over(state), contextOptions, { looksUp: false });
  });

  return {
    layOutAhead: ahead.layOut,
    sentWhole: sentContexts.noteWhole,

    async append(threadId, input, { signal: appendSignal, ends, after }) {
      await background.breathe(threadId);
      const begun = runtime.now();
      const messages = await prepareMessages({
        input,
        counter,
        runtime,
        redaction,
        signal: appendSignal,
      });
      const said = await readRulesAhead(messages, redaction.redactStart);
      appendSignal?.throwIfAborted();
      const { state, messages: stored } = await store.append({
        threadId,
        messages,
        ...([...said.values()].some((rules) => rules.length > 0) && {
          pins: readPins(redaction.redactStart, said),
        }),
        title: titleMaker(redaction),
        ...learnt.waiting(threadId),
        ...(ends && { ends }),
        ...(after !== undefined && { after }),
        now: saidAt(messages, begun) ?? runtime.now(),
      });
      learnt.stored(state);
      tails.appended(state, stored);
      ports.log.appended(threadId, stored);
      void requests.flush();
      tellDroppedRules(emitter, state, stored[0]?.seq);
      if (isWanted(state)) background.schedule(threadId, { trigger: 'append' });
      background.notice(threadId);
      if (state.owner !== undefined) profileLater();
      return stored;
    },

    async context(given, contextOptions) {
      const started = ports.runtime.now();
      const blocking = strategyFor(given).mode === 'blocking' && isDue(given);
      const first = await assemble(
        blocking ? await compactFirst(given) : await afterPause(given, contextOptions),
        contextOptions,
      );
      const isTight = first.context.forced || first.context.displaced;
      const relieved = isTight && canRelieve(first.state, contextOptions);
      const after = relieved
        ? await compacted(first.state, () => background.relieve(first.state))
        : first.state;
      const { state, ratio, asked, budget, shown, now, context, places, preparedIds } =
        after === first.state ? first : await assemble(after, contextOptions);
      contextOptions.signal?.throwIfAborted();
      const fixedTokens = fixedTokensOf(state, { context, ratio, asked, budget });
      if (fixedTokens !== undefined) learnt.learn(state.id, { fixedTokens });
      if (context.forced) {
        emitter.emit('context-forced', { threadId: state.id, budget: budget.tokens, tokens: context.tokens });
        const { enabled = true, autoSummarize = true } = strategyFor(state).options;
        if (automatic && enabled && autoSummarize) {
          background.schedule(state.id, {
            trigger: 'pressure',
            availableTokens: Math.floor((budget.tokens - budget.responseTokens) / ratio),
          });
        }
      }
      const made = withRequestTokens(context, { asked, budget });
      if (contextOptions.preview !== true) {
        ahead.used(state.id, contextOptions);
        ratios.sent({ model: contextOptions.model, threadId: state.id, ratio });
        sentContexts.note({
          state,
          made,
          model: ratios.modelFor(contextOptions.model),
          ratio,
          budgetTokens: budget.tokens,
          preparedIds,
          summaryIds: shown.summaries.map(({ id }) => id),
          places,
          started,
          now,
        });
      }
      return made;
    },
  };
}
