/** The methods of a thread that change nothing. */

import { checkBriefOptions } from '../brief/brief.ts';
import { briefThread } from '../brief/thread-brief.ts';
import { createContext } from '../context/render.ts';
import { copiesOf } from '../editing/forget-messages.ts';
import { listOf } from '../editing/named-messages.ts';
import { checkStatuses } from '../editing/named-summary.ts';
import { threadEvents } from '../engine/thread-events.ts';
import { invalidInput } from '../errors.ts';
import { withPinIds } from '../facts/pins.ts';
import { checkAfter, checkSeq } from '../input/numbers.ts';
import { checkSignal, untilAborted } from '../input/signals.ts';
import type { Message } from '../message/message.ts';
import type { SummaryStatus } from '../records/summary.ts';
import { describeThread } from '../search/describe-thread.ts';
import { expandSummary, type HistoryOptions, readHistory } from '../search/read-archive.ts';
import { searchMessages } from '../search/search-messages.ts';
import { threadFacts } from '../search/thread-facts.ts';
import type { Thread } from '../thread.ts';
import { type Budget, resolveBudget } from '../tokens/windows.ts';
import { type ContextOptions, checkContextOptions } from '../turn/context-options.ts';
import { explainTurn } from '../turn/explain.ts';
import { measureWhole } from '../turn/whole-history.ts';
import type { ThreadAccess } from './thread-access.ts';

type ReadingMethods = Pick<
  Thread,
  | 'history'
  | 'context'
  | 'measure'
  | 'brief'
  | 'summaries'
  | 'summary'
  | 'expand'
  | 'search'
  | 'strata'
  | 'describe'
  | 'find'
  | 'requests'
  | 'receipts'
  | 'audit'
  | 'explain'
  | 'facts'
  | 'rules'
  | 'copies'
  | 'events'
  | 'state'
>;

export function readingMethods(access: ThreadAccess): ReadingMethods {
  const { id, engine, ratios, requests, turn, strata, readState, readSummary, until } = access;
  const { store, redaction, runtime, emitter } = engine;

  async function* history({ from = 1, to, ...options }: HistoryOptions = {}): AsyncGenerator<Message> {
    checkSeq('from', from);
    if (to !== undefined) checkSeq('to', to);
    const range = { threadId: id, from, to: to ?? (await readState()).messages };
    yield* readHistory({ store, redaction }, range, options);
  }

  return {
    history,
    async context(options = {}) {
      checkContextOptions(options);
      return untilAborted(options.signal, async () => {
        const state = await readState();
        return createContext(await turn.context(state, asUsual(options, engine.modelBudgetFor(state))));
      });
    },
    async measure(options = {}) {
      const state = options.state ?? (await readState());
      return measureWhole({ ports: { ratios, sentWhole: turn.sentWhole }, state, request: options });
    },
    async brief(options = {}) {
      checkBriefOptions(options);
      return briefThread({
        ...options,
        ports: engine,
        state: await readState(),
        signal: until(options.signal),
      });
    },
    async summaries({ statuses = ['live'] }: { statuses?: readonly SummaryStatus[] } = {}) {
      checkStatuses(statuses);
      await readState();
      return store.readSummaries({ threadId: id, statuses });
    },
    summary: readSummary,
    async expand(summaryId, options = {}) {
      if (options.limit !== undefined) checkSeq('limit', options.limit);
      if (options.after !== undefined) checkAfter(options.after);
      return expandSummary({ store, redaction }, await readSummary(summaryId), options);
    },
    async search(query, { signal, ...search } = {}) {
      checkSignal(signal);
      return untilAborted(signal, async () => {
        await readState();
        const { recallPort: port } = engine;
        return searchMessages({ port, redaction, threadIds: [id], query, search, now: runtime.now() });
      });
    },
    strata: async () => structuredClone(await strata(engine, await readState())),
    describe: async () => describeThread({ store, state: await readState() }),
    async find(ids) {
      if (!Array.isArray(ids)) throw invalidInput('ids', 'a list of message ids', ids);
      await readState();
      return store.findMessages({ threadId: id, ids });
    },
    async requests({ limit = 50, before, seq } = {}) {
      checkSeq('limit', limit);
      if (before !== undefined) checkSeq('before', before);
      if (seq !== undefined) checkSeq('seq', seq);
      await readState();
      await requests.flush({ all: true });
      const place = { ...(before !== undefined && { before }), ...(seq !== undefined && { seq }) };
      return store.readRequests({ threadId: id, limit, ...place });
    },
    async receipts({ limit = 50, before } = {}) {
      checkSeq('limit', limit);
      await readState();
      return store.readReceipts({ threadId: id, limit, ...(before !== undefined && { before }) });
    },
    async audit({ limit = 50, before } = {}) {
      checkSeq('limit', limit);
      await readState();
      return store.readAudit({ threadId: id, limit, ...(before !== undefined && { before }) });
    },
    async explain({ at, ...contextOptions } = {}) {
      checkContextOptions(contextOptions);
      const state = await readState();
      const ports = { ...engine, ratios, requests };
      const explained = await explainTurn({ ports, state, at: at ?? state.messages, contextOptions });
      return { ...explained, context: createContext(explained.context) };
    },
    facts: async () => threadFacts({ ports: engine, state: await readState() }),
    rules: async () => withPinIds((await readState()).pins).filter(({ corrects }) => corrects === undefined),
    async copies(messages) {
      await readState();
      return copiesOf({ ports: engine, threadId: id, selectors: listOf(messages) });
    },
    events: ({ signal } = {}) => threadEvents({ emitter, threadId: id, signal: until(signal) }),
    state: readState,
  };
}

/** A budget that is the thread's own makes no context of another size, so it need not be given. */
function asUsual(options: ContextOptions, own: Budget): ContextOptions {
  if (options.budget === undefined) return options;
  const { tokens, responseTokens } = resolveBudget(options.budget);
  if (tokens !== own.tokens || responseTokens !== own.responseTokens) return options;
  const { budget: _own, ...rest } = options;
  return rest;
}
