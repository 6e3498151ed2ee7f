/**
 * The path of a turn: append, check, assemble. Reads and writes a bounded number of rows, never waits for a model
 * unless the strategy is told to block, and asks for background work when something is due.
 */

import type { Background, Relief } from '../compaction/background.ts';
import type { AssembledContext } from '../context/context.ts';
import type { LearntState } from '../engine/learnt-state.ts';
import type { Log } from '../engine/logging.ts';
import type { RequestLog } from '../engine/request-log.ts';
import { readPins, readRulesAhead } from '../engine/standing-rules.ts';
import type { Message, PreparedMessage } from '../message/message.ts';
import type { MessageInput } from '../message/normalize.ts';
import { titleMaker } from '../owners/titles.ts';
import type { ConversationEnd } from '../records/conversation-end.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { yieldToEventLoop } from '../runtime.ts';
import { type AssembledTurn, type AssemblyPorts, createTurnAssembly } from './assemble-turn.ts';
import type { ContextOptions } from './context-options.ts';
import { usableTokens, withRequestTokens } from './context-parts.ts';
import { reportDroppedRules } from './dropped-rules.ts';
import { dueCompactions } from './due-compactions.ts';
import { fixedTokensOf } from './fixed-tokens.ts';
import { appendGrown } from './grown-messages.ts';
import { createLaidOutAhead } from './laid-out-ahead.ts';
import { maySwapIn } from './lapsed-cache.ts';
import { prepareMessages, timeOfMessages } from './prepare-messages.ts';
import { createSentContexts, type SentContexts } from './sent-contexts.ts';
import { createTailCache } from './tail-cache.ts';

export type Turn = {
  append(
    threadId: string,
    input: MessageInput | readonly MessageInput[],
    options: { signal?: AbortSignal; ends?: readonly ConversationEnd[]; after?: number },
  ): Promise<Message[]>;
  context(state: ThreadState, options: ContextOptions): Promise<AssembledContext>;
  /** Records a request with which a client sent the whole history itself. */
  sentWhole: SentContexts['noteWhole'];
  /** Lays out the next context, after a compaction of the thread was stored. */
  layOutAhead(threadId: string): Promise<void>;
};

export type TurnPorts = AssemblyPorts & {
  limits: { blockingMs: number };
  learnt: LearntState;
  expectsModel: boolean;
  requests: RequestLog;
  background: Background;
  log: Log;
};

const isTight = ({ context }: AssembledTurn): boolean => context.forced || context.displaced;

export function createTurn(options: {
  ports: TurnPorts;
  /** False: nothing is compacted unless asked for. */
  automatic: boolean;
  /** Called when a thread with an owner has grown, because its messages may belong in the owner's profile. */
  profileLater: () => void;
  signal: AbortSignal;
}): Turn {
  const { ports, automatic, profileLater, signal } = options;
  const { store, runtime, counter, emitter, redaction, learnt, ratios, requests, background } = ports;
  const { strategyFor } = ports;
  const tails = createTailCache(emitter);
  const sentContexts = createSentContexts(ports);

  const due = dueCompactions({ ports, automatic, signal });
  const { isDue, isWanted, isBacklog, compactFirst, compacted, mayWaitForCompaction } = due;
  const assemble = createTurnAssembly({ ports, tails, mayWaitForCompaction });

  /** After a pause, may swap in prepared summaries. Not for contexts of another size, which do not continue the thread. */
  const afterPause = async (state: ThreadState, { budget, preview, model }: ContextOptions) => {
    const isRequest = automatic && budget === undefined && preview !== true;
    return isRequest && maySwapIn(ports, state, ratios.modelFor(model))
      ? compacted(state, () => background.swapIn(state.id))
      : state;
  };

  /** The context with room made for it. Tried twice at most: work that was under way may have made too little. */
  const relieved = async (first: AssembledTurn, contextOptions: ContextOptions): Promise<AssembledTurn> => {
    let turn = first;
    for (let tries = 2; tries > 0 && isTight(turn); tries -= 1) {
      const { state: seen } = turn;
      let relief = 'none' as Relief;
      const state = await compacted(seen, async () => {
        relief = await background.relieve(seen);
        return relief !== 'none';
      });
      if (state !== seen) turn = await assemble(state, contextOptions);
      if (relief !== 'others') break;
    }
    return turn;
  };

  /** Compacts before the context is made, or between two attempts, if the strategy has requests wait for that. */
  const assembleWithRoom = async (given: ThreadState, contextOptions: ContextOptions) => {
    const blocking = strategyFor(given).mode === 'blocking' && isDue(given);
    const before = blocking ? await compactFirst(given) : await afterPause(given, contextOptions);
    const first = await assemble(before, contextOptions);
    return mayWaitForCompaction(first.state, contextOptions) ? relieved(first, contextOptions) : first;
  };

  /** Reports that something had to be shortened, and has room made in the background for the next such contexts. */
  const reportForced = (turn: AssembledTurn): void => {
    const { state, context, budget } = turn;
    emitter.emit('context-forced', { threadId: state.id, budget: budget.tokens, tokens: context.tokens });
    const { enabled = true, autoSummarize = true } = strategyFor(state).options;
    if (!automatic || !enabled || !autoSummarize) return;
    // What the caller reserved for tools is among the thread's fixed tokens, so it makes no smaller context.
    const isSmaller = roomIn(turn.requestBudget) < roomIn(ports.modelBudgetFor(state));
    background.schedule(state.id, {
      trigger: 'pressure',
      ...(isSmaller && { availableTokens: usableTokens(turn) }),
    });
  };

  const noteSent = (turn: AssembledTurn, contextOptions: ContextOptions, started: number): void => {
    const { state, ratio, budget, shown, now, context, places, preparedIds } = turn;
    const { model } = contextOptions;
    ahead.noteRequest(state.id, contextOptions);
    ratios.sent({ model, threadId: state.id, ratio });
    sentContexts.note({
      state,
      made: context,
      model: ratios.modelFor(model),
      ratio,
      budgetTokens: budget.tokens,
      preparedIds,
      summaryIds: shown.summaries.map(({ id }) => id),
      places,
      started,
      now,
    });
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
      const startedAt = runtime.now();
      const messages = await prepareMessages({ input, counter, runtime, redaction, signal: appendSignal });
      const rulesById = await readRulesAhead(messages, redaction.redactStart);
      appendSignal?.throwIfAborted();
      const storing = (prepared: readonly PreparedMessage[]) => ({
        threadId,
        messages: prepared,
        ...([...rulesById.values()].some((rules) => rules.length > 0) && {
          pins: readPins(redaction.redactStart, rulesById),
        }),
        title: titleMaker(redaction),
        ...learnt.waiting(threadId),
        ...(ends && { ends }),
        ...(after !== undefined && { after }),
        now: timeOfMessages(messages, startedAt) ?? runtime.now(),
      });
      const { state, messages: stored } = await appendGrown({ ports, threadId, messages, storing });
      learnt.stored(state);
      tails.appended(state, stored);
      ports.log.appended(threadId, stored);
      void requests.flush();
      reportDroppedRules(emitter, state, stored[0]?.seq);
      if (isBacklog(state)) background.noteTalk(threadId, false);
      if (isWanted(state)) background.schedule(threadId, { trigger: 'append' });
      background.notice(threadId);
      if (state.owner !== undefined) profileLater();
      return stored;
    },

    async context(given, contextOptions) {
      const started = runtime.now();
      if (contextOptions.preview !== true) background.noteTalk(given.id, !isBacklog(given));
      const turn = await assembleWithRoom(given, contextOptions);
      contextOptions.signal?.throwIfAborted();
      const { state, context } = turn;
      const fixedTokens = fixedTokensOf(state, turn);
      if (fixedTokens !== undefined) learnt.learn(state.id, { fixedTokens });
      if (context.forced) reportForced(turn);
      const made = withRequestTokens(context, turn);
      if (contextOptions.preview !== true) noteSent({ ...turn, context: made }, contextOptions, started);
      return made;
    },
  };
}

function roomIn({ tokens, responseTokens }: { tokens: number; responseTokens: number }): number {
  return tokens - responseTokens;
}
