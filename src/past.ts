/** What people may do to and ask about the past of a thread, behind the methods of its handle. */

import type { Scheduler } from './compaction/scheduler.ts';
import { copiesOf, editMessage, forgetMessages } from './editing/edit-messages.ts';
import { editSummary, pinSummary } from './editing/edit-summaries.ts';
import { removeRule } from './editing/remove-rule.ts';
import type { Engine } from './engine/engine.ts';
import type { ModelRatios } from './engine/model-ratios.ts';
import type { RequestLog } from './engine/request-log.ts';
import { extractFacts } from './facts/extract.ts';
import { mergeFacts } from './facts/merge.ts';
import type { Message } from './message/message.ts';
import { isAside } from './message/origin.ts';
import type { ThreadState } from './records/thread-state.ts';
import type { Redacted } from './redaction/redact-content.ts';
import { describeThread } from './search/describe-thread.ts';
import { searchMessages } from './search/search-messages.ts';
import type { ThreadPorts } from './thread-ports.ts';
import { checkContextOptions } from './turn/context-options.ts';
import { explainTurn } from './turn/explain.ts';

/** Tail messages that are read for facts: more than any context shows. */
const factMessages = 500;

export function createPast(options: {
  engine: Engine;
  ratios: ModelRatios;
  requests: RequestLog;
  background: Scheduler;
  automatic: boolean;
  stateOf: (threadId: string) => Promise<ThreadState>;
  summaryOf: ThreadPorts['summary'];
}): Pick<
  ThreadPorts,
  | 'edit'
  | 'forget'
  | 'copies'
  | 'editSummary'
  | 'pinSummary'
  | 'removeRule'
  | 'explain'
  | 'facts'
  | 'search'
  | 'describe'
> {
  const { engine, ratios, requests, background, automatic, stateOf, summaryOf } = options;

  const rebuildLater = (threadId: string, summaries: readonly string[]): void => {
    if (automatic && summaries.length > 0) background.schedule(threadId, { trigger: 'append' });
  };

  return {
    async edit(threadId, selector, input, note) {
      await stateOf(threadId);
      const receipt = await editMessage({ engine, threadId, selector, input, note });
      rebuildLater(threadId, receipt.invalidatedSummaryIds);
      return receipt;
    },
    async forget(threadId, selectors, { note = '', vacuum = true, copies = false }) {
      await stateOf(threadId);
      const receipt = await forgetMessages({ engine, threadId, selectors, note, vacuum, copies });
      rebuildLater(threadId, receipt.erasedSummaryIds);
      return receipt;
    },
    async copies(threadId, selectors) {
      await stateOf(threadId);
      return copiesOf({ engine, threadId, selectors });
    },
    async editSummary(threadId, summaryId, text, note) {
      return editSummary({ engine, summary: await summaryOf(threadId, summaryId), text, note });
    },
    async pinSummary(threadId, summaryId, pinned, note) {
      return pinSummary({ engine, summary: await summaryOf(threadId, summaryId), pinned, note });
    },
    async removeRule(threadId, ruleId, note) {
      await stateOf(threadId);
      return removeRule({ engine, threadId, ruleId, note });
    },
    async explain(threadId, at, contextOptions) {
      checkContextOptions(contextOptions);
      const state = await stateOf(threadId);
      return explainTurn({
        ports: { ...engine, ratios, requests },
        state,
        at: at ?? state.messages,
        contextOptions,
      });
    },
    async search(threadId, query, search) {
      await stateOf(threadId);
      return searchMessages({
        port: engine.recallPort,
        redaction: engine.redaction,
        threadIds: [threadId],
        query,
        search,
        now: engine.runtime.now(),
      });
    },
    async describe(threadId) {
      return describeThread({ store: engine.store, state: await stateOf(threadId) });
    },
    async facts(threadId) {
      const state = await stateOf(threadId);
      const [summaries, tail] = await Promise.all([
        engine.store.readSummaries({ threadId, statuses: ['live'] }),
        engine.store.readMessages({
          threadId,
          from: state.coveredTo + 1,
          limit: factMessages,
          newestFirst: true,
        }),
      ]);
      const views: Redacted<Message>[] = [];
      for (const message of tail.toReversed())
        if (!isAside(message)) views.push(await engine.redaction.view(message));
      const sources = views.map(({ seq, role, name, createdAt, parts }) => ({
        seq,
        role,
        name,
        at: createdAt,
        text: '',
        parts,
      }));
      const recent = extractFacts(sources, { redact: engine.redaction.redact });
      const facts = mergeFacts([...summaries.flatMap((summary) => summary.facts), ...recent]);
      return facts.sort((a, b) => b.importance - a.importance || b.seq - a.seq);
    },
  };
}
