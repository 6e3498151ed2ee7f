/**
 * Restores what an Everthread export holds besides messages: its "past", which is summaries, receipts, audit entries,
 * rules and settings. A file is not trusted by itself: its settings could delete messages, its rules and summaries
 * would appear as genuine. So the past is restored only if the user trusts the file and it matches the messages;
 * otherwise it is only counted for the report. A thread with a past of its own keeps it.
 */

import { EverthreadError } from '../../errors.ts';
import type { Everthread } from '../../everthread.ts';
import { type SummaryRecord, summaryStatuses } from '../../records/summary.ts';
import type { ThreadSettings } from '../../records/thread-state.ts';
import type { MessageMark, Store } from '../../store.ts';
import type { Thread } from '../../thread.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import { createTokenCounter } from '../../tokens/tokenizer.ts';
import type { ArchiveHeader, ArchiveRecord } from '../../transcripts/archive.ts';
import { checkPast } from './check-past.ts';

export type RestoredPast = {
  /**
   * restored: written to the thread. already: it was there. kept: the thread has another past and keeps it. left-out:
   * the user did not trust the file. refused: it does not match the messages. incomplete: the file was cut off.
   */
  outcome: 'restored' | 'already' | 'kept' | 'left-out' | 'refused' | 'incomplete';
  summaries: number;
  receipts: number;
  audit: number;
  rules: number;
  /** Names of the settings in the file. */
  settings: string[];
  /** Number of rules that the user never stated in the file's messages; they are always left out. */
  unsaidRules?: number;
  /** Why the past was refused. */
  reason?: string;
};

type Past = Pick<Parameters<Store['restore']>[0], 'summaries' | 'receipts' | 'audit'>;
type Collected = { [kind in keyof Past]: Past[kind][number][] };

export function createPastRestorer(options: {
  everthread: Everthread;
  store: Store;
  threadId: string;
  header: ArchiveHeader;
  /** Whether the user trusts the file. */
  trust: boolean;
}): {
  add(record: ArchiveRecord): void;
  restore(written: { marks: MessageMark[] | undefined; added: number }): Promise<RestoredPast>;
} {
  const { everthread, store, threadId, header, trust } = options;
  const past: Collected = { summaries: [], receipts: [], audit: [] };
  let ended = false;

  return {
    add(record) {
      if (record.type === 'summary') past.summaries.push({ ...record.summary, threadId });
      else if (record.type === 'receipt') past.receipts.push({ ...record.receipt, threadId });
      else if (record.type === 'audit') past.audit.push({ ...record.entry, threadId });
      else ended = true;
    },
    async restore({ marks, added }) {
      const counts = {
        summaries: past.summaries.length,
        receipts: past.receipts.length,
        audit: past.audit.length,
        rules: header.thread.pins.length,
        settings: settingNames(header.thread.settings),
      };
      if (!ended) return { outcome: 'incomplete', ...counts };
      // Creates the thread if needed: an export without messages becomes an empty thread.
      const thread = await everthread.thread(threadId);
      const own = await ownPast(thread);
      if (own !== undefined) {
        const same = past.summaries.every(({ id }) => own.has(id));
        return { outcome: same ? 'already' : 'kept', ...counts };
      }
      if (!trust) return { outcome: 'left-out', ...counts };
      if (marks === undefined) return { outcome: 'kept', ...counts };
      const nothing = added + marks.length + counts.summaries + counts.receipts + counts.audit === 0;
      // The settings of a thread that was there already are kept, because they may have been changed since.
      if (nothing && header.thread.messages > 0) return { outcome: 'already', ...counts };
      const { pins } = header.thread;
      const checked = await checkPast({ thread, summaries: past.summaries, pins, marks });
      if (checked.fault !== undefined) return { outcome: 'refused', ...counts, reason: checked.fault };
      const summaries = await recounted(past.summaries, createTokenCounter({}));
      const row = { ...plausible(header.thread), pins: checked.pins };
      await store.restore({ threadId, thread: row, marks, ...past, summaries }).catch((error) => {
        throw unfit(threadId, error);
      });
      const unsaidRules = pins.length - checked.pins.length;
      return { outcome: 'restored', ...counts, ...(unsaidRules > 0 && { unsaidRules }) };
    },
  };
}

/** Names of the settings. `deleteOriginals` is named besides its strategy, because it deletes messages. */
function settingNames({ strategy, ...settings }: ThreadSettings): string[] {
  const deletes = strategy?.deleteOriginals === true ? ['deleteOriginals'] : [];
  return [...Object.keys(settings), ...(strategy === undefined ? [] : ['strategy', ...deletes])];
}

const largestRevision = 1e12;

/** Moves times in the future to now: such a thread would count as the one used last for ever. */
function plausible(thread: ArchiveHeader['thread']): ArchiveHeader['thread'] {
  const now = new Date().toISOString();
  const past = (time: string) => (time > now ? now : time);
  return {
    ...thread,
    createdAt: past(thread.createdAt),
    updatedAt: past(thread.updatedAt),
    revision: Math.min(thread.revision, largestRevision),
  };
}

/** Ids of the thread's summaries; undefined if it has no summaries, receipts and audit entries. */
async function ownPast(thread: Thread): Promise<Set<string> | undefined> {
  const [summaries, receipts, audit] = await Promise.all([
    thread.summaries({ statuses: summaryStatuses }),
    thread.receipts({ limit: 1 }),
    thread.audit({ limit: 1 }),
  ]);
  if (summaries.length + receipts.length + audit.length === 0) return undefined;
  return new Set(summaries.map(({ id }) => id));
}

/** Counts the tokens of shown summaries anew, because the budget must not depend on figures from a file. */
async function recounted(
  summaries: readonly SummaryRecord[],
  counter: TokenCounter,
): Promise<SummaryRecord[]> {
  const counted: SummaryRecord[] = [];
  for (const summary of summaries) {
    const isShown = summary.status === 'live' || summary.status === 'prepared';
    counted.push(isShown ? { ...summary, tokens: await counter.countLong(summary.text) } : summary);
  }
  return counted;
}

function unfit(threadId: string, cause: unknown): unknown {
  if (!(cause instanceof EverthreadError) || cause.code !== 'invalid_input') return cause;
  return new EverthreadError({
    code: 'invalid_input',
    field: cause.field ?? 'file',
    message: `The summaries in the file do not fit the messages of thread ${JSON.stringify(threadId)}: ${cause.message} The messages were imported, the summaries were not.`,
    cause,
  });
}
