/** The methods of a thread that add to it or change it. Each emits the event `change`. */

import { checkCompactOptions, compactOnDemand } from '../compaction/on-demand.ts';
import { correctFact } from '../editing/correct-fact.ts';
import { editMessage } from '../editing/edit-message.ts';
import { editSummary, pinSummary } from '../editing/edit-summaries.ts';
import { forgetMessages } from '../editing/forget-messages.ts';
import { listOf } from '../editing/named-messages.ts';
import { removeRule } from '../editing/remove-rule.ts';
import { checkSettings, storeSettings } from '../engine/thread-settings.ts';
import type { EverthreadEvents } from '../events.ts';
import { readGiven } from '../input/foreign-values.ts';
import { checkAfter } from '../input/numbers.ts';
import { checkSignal } from '../input/signals.ts';
import type { Message } from '../message/message.ts';
import type { MessageInput } from '../message/normalize.ts';
import { updateDetails } from '../owners/owned-threads.ts';
import { withMadeTitle } from '../owners/titles.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { AppendOptions, Thread } from '../thread.ts';
import type { ThreadAccess } from './thread-access.ts';

type ChangingMethods = Pick<
  Thread,
  | 'append'
  | 'compact'
  | 'edit'
  | 'forget'
  | 'editSummary'
  | 'pinSummary'
  | 'correctFact'
  | 'removeRule'
  | 'update'
  | 'configure'
>;

export function changingMethods(access: ThreadAccess): ChangingMethods {
  const { id, engine, background, turn, readState, readSummary, until } = access;
  const { emitter } = engine;

  const rebuildLater = (summaries: readonly string[]): void => {
    if (access.automatic && summaries.length > 0) background.schedule(id, { trigger: 'append' });
  };

  const emitChange = (change: Omit<EverthreadEvents['change'], 'threadId'>): void =>
    emitter.emit('change', { threadId: id, ...change });
  const tellMessages = (kind: 'append' | 'edit' | 'forget', messages: readonly { seq: number }[]): void => {
    const seqs = messages.map(({ seq }) => seq);
    if (seqs.length > 0) emitChange({ kind, from: Math.min(...seqs), to: Math.max(...seqs) });
  };
  const tellSummary = (summary: SummaryRecord): SummaryRecord => {
    emitChange({ kind: 'summary', from: summary.from, to: summary.to });
    return summary;
  };

  const retitle = async (): Promise<ThreadState> => {
    access.profileLater();
    return withMadeTitle(engine, await readState());
  };

  async function append(message: MessageInput, options?: AppendOptions): Promise<Message>;
  async function append(messages: readonly MessageInput[], options?: AppendOptions): Promise<Message[]>;
  async function append(
    input: MessageInput | readonly MessageInput[],
    { signal, ends, after }: AppendOptions = {},
  ): Promise<Message | Message[]> {
    checkSignal(signal);
    const isList = readGiven('messages', () => Array.isArray(input));
    await access.ready();
    if (after !== undefined) checkAfter(after);
    const stored = await turn.append(id, input, {
      ...(signal && { signal }),
      ...(ends && { ends }),
      ...(after !== undefined && { after }),
    });
    access.embedLater();
    tellMessages('append', stored);
    return isList ? stored : stored[0]!;
  }

  return {
    append,
    async compact(options = {}) {
      checkCompactOptions(options);
      await readState();
      const signal = until(options.signal);
      return compactOnDemand({ ...options, ports: { ...engine, background }, threadId: id, signal });
    },
    async edit(selector, input, { note = '' } = {}) {
      await readState();
      const receipt = await editMessage({ ports: engine, threadId: id, selector, input, note });
      rebuildLater(receipt.invalidatedSummaryIds);
      access.embedLater();
      await retitle();
      tellMessages('edit', [receipt.message]);
      return receipt;
    },
    async forget(messages, options = {}) {
      await readState();
      const selectors = listOf(messages);
      const receipt = await forgetMessages({ ...options, ports: engine, threadId: id, selectors });
      rebuildLater(receipt.erasedSummaryIds);
      await retitle();
      tellMessages('forget', [...receipt.messages, ...receipt.derived]);
      return receipt;
    },
    editSummary: async (summaryId, text, { note = '' } = {}) =>
      tellSummary(await editSummary({ ports: engine, summary: await readSummary(summaryId), text, note })),
    pinSummary: async (summaryId, { pinned = true, note = '' } = {}) =>
      tellSummary(await pinSummary({ ports: engine, summary: await readSummary(summaryId), pinned, note })),
    async correctFact(factId, value, { note = '' } = {}) {
      const fact = await correctFact({ ports: engine, state: await readState(), factId, value, note });
      emitChange({ kind: 'fact', from: fact.seq, to: fact.seq });
      return fact;
    },
    async removeRule(ruleId, { note = '' } = {}) {
      await readState();
      const rule = await removeRule({ ports: engine, threadId: id, ruleId, note }).finally(
        access.profileLater,
      );
      emitChange({ kind: 'rule', from: rule.seq, to: rule.seq });
      return rule;
    },
    async update(details) {
      await readState();
      await updateDetails(engine, { threadId: id, details });
      const state = await retitle();
      emitChange({ kind: 'details' });
      return state;
    },
    async configure(settings) {
      checkSettings(settings, engine.ownStrategies);
      await readState();
      const state = await storeSettings({
        ports: engine,
        threadId: id,
        settings,
        summarizer: access.summarizer,
      });
      emitChange({ kind: 'settings' });
      return state;
    },
  };
}
