/** Records a context that goes out to a model: its figures, what the cache is expected to do, and an event. */
import type { AssembledContext } from '../context/context.ts';
import type { ModelPrices } from '../cost/prices.ts';
import type { Emitter } from '../engine/emitter.ts';
import type { LearntState } from '../engine/learnt-state.ts';
import type { RequestLog } from '../engine/request-log.ts';
import type { RecalledPlace } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { isoTime, type Runtime } from '../runtime.ts';
import { createCacheExpectation } from './expected-caching.ts';
import { requestOf } from './request-record.ts';
import { nextSent } from './sent-requests.ts';

export type SentContextPorts = {
  runtime: Runtime;
  emitter: Emitter;
  learnt: LearntState;
  pricesFor: (model: string | null) => ModelPrices;
  requests: RequestLog;
};

export type SentContext = {
  state: ThreadState;
  made: AssembledContext;
  model: string | null;
  /** Model tokens per reference token. */
  ratio: number;
  budgetTokens: number;
  preparedIds: string[];
  summaryIds: string[];
  places: RecalledPlace[];
  /** The times when it was asked for, and in `now` when it was laid out. */
  started: number;
  now: number;
};

export type SentContexts = {
  note(sent: SentContext): void;
  noteWhole(sent: SentWhole): void;
};

/** A request with which a client sent the whole history itself. */
export type SentWhole = {
  state: Pick<ThreadState, 'id' | 'sent'>;
  /** Its newest message. */
  seq: number;
  model: string | null;
  ratio: number;
  tokens: number;
};

export function createSentContexts(ports: SentContextPorts): SentContexts {
  const { runtime, emitter, learnt, pricesFor, requests } = ports;
  const caching = createCacheExpectation();
  return {
    note({ state, made, model, ratio, budgetTokens, preparedIds, summaryIds, places, started, now }) {
      const request = requestOf({
        state,
        context: made,
        ratio,
        model,
        preparedIds,
        summaryIds,
        recalled: places,
        at: isoTime(now),
      });
      const prices = pricesFor(model);
      const base = caching.baseOf(state, model);
      const expected = caching.expect({
        state,
        model,
        prices,
        context: made,
        requestTokens: made.budget.requestTokens ?? 0,
        historyTokens: request.historyTokens,
        ratio,
        at: now,
      });
      learnt.learn(state.id, {
        sent: nextSent(base, {
          places: places.map(withoutFresh),
          request,
          expected,
          prices,
          revision: state.revision,
          at: now,
        }),
      });
      requests.note({ ...request, expected });
      emitter.emit('context', {
        threadId: state.id,
        seq: request.seq,
        model,
        tokens: request.tokens,
        budget: budgetTokens,
        historyTokens: request.historyTokens,
        summaries: request.summaryIds.length,
        recalled: made.recalled.reduce((sum, { passages }) => sum + passages.length, 0),
        milliseconds: Math.max(0, runtime.now() - started),
      });
    },
    noteWhole({ state, seq, model, ratio, tokens }) {
      const at = runtime.now();
      const prices = pricesFor(model);
      requests.note({
        ...{ threadId: state.id, at: isoTime(at), seq, model, ratio, tokens, historyTokens: tokens },
        ...{ summaryIds: [], preparedIds: [], recalled: [], arrangement: null, reported: null },
        expected: caching.expectWhole({ state, seq, model, prices, tokens, ratio, at }),
      });
    },
  };
}

/** Only the record of a request says what that request recalled itself, so the thread's row does not. */
function withoutFresh({ fresh: _fresh, ...place }: RecalledPlace): RecalledPlace {
  return place;
}
