/** Rows of threads, as the contract speaks of them, and back. */

import type { Selectable } from 'kysely';
import type { SentState } from '../../records/sent-state.ts';
import type { ThreadDetails, ThreadState } from '../../records/thread-state.ts';
import { encodeJson } from '../rules/checks.ts';
import { titleKey } from '../rules/thread-order.ts';
import { decodeJson, isListOfTexts, isPins, isSentState, isSettings } from './decoding.ts';
import type { ThreadsTable } from './schema.ts';

export type ThreadRow = Selectable<ThreadsTable>;

export function toState(row: Omit<ThreadRow, 'record_hash'>): ThreadState {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.title === null ? {} : { title: row.title }),
    ...(row.title_from === null ? {} : { titleFrom: row.title_from }),
    ...(row.owner === null ? {} : { owner: row.owner }),
    ...(row.labels === null ? {} : { labels: decodeLabels(row.id, row.labels) }),
    revision: row.revision,
    messages: row.messages,
    tokens: row.tokens,
    coveredTo: row.covered_to,
    tailTokens: row.tail_tokens,
    summaryTokens: row.summary_tokens,
    liveSummaries: row.live_summaries,
    checkpoint: row.checkpoint,
    compactions: row.compactions,
    tokensAfterCompaction: row.tokens_after_compaction,
    fixedTokens: row.fixed_tokens,
    ...(row.sent === null ? {} : { sent: decodeSent(row.id, row.sent) }),
    pins: decodePins(row.id, row.pins),
    settings: decodeSettings(row.id, row.settings),
  };
}

function decodePins(threadId: string, text: string): ThreadState['pins'] {
  // Most threads have none, and every message that is appended reads them.
  if (text === '[]') return [];
  return decodeJson({
    text,
    is: isPins,
    what: () => `the rules of thread ${JSON.stringify(threadId)}`,
    details: { threadId },
  });
}

export function decodeSettings(threadId: string, text: string): ThreadState['settings'] {
  if (text === '{}') return {};
  return decodeJson({
    text,
    is: isSettings,
    what: () => `the settings of thread ${JSON.stringify(threadId)}`,
    details: { threadId },
  });
}

function decodeLabels(threadId: string, text: string): string[] {
  const what = `the labels of thread ${JSON.stringify(threadId)}`;
  return decodeJson({ text, is: isListOfTexts, what, details: { threadId } });
}

/** What a thread is found by, as columns. */
export function detailColumns({ title, titleFrom, owner, labels }: ThreadDetails) {
  return {
    title: title ?? null,
    title_from: titleFrom ?? null,
    owner: owner ?? null,
    labels: labels === undefined ? null : encodeJson('labels', labels),
    title_key: titleKey(title),
  };
}

function decodeSent(threadId: string, text: string): SentState {
  const what = () => `what was sent of thread ${JSON.stringify(threadId)}`;
  return decodeJson({ text, is: isSentState, what, details: { threadId } });
}

export function encodeSent({ sent }: ThreadState): string | null {
  return sent === undefined ? null : encodeJson('sent', sent);
}

/** What a compaction changes of a thread's row, but for what is counted. */
export function compactionColumns(state: ThreadState) {
  return {
    revision: state.revision,
    covered_to: state.coveredTo,
    tail_tokens: state.tailTokens,
    summary_tokens: state.summaryTokens,
    live_summaries: state.liveSummaries,
    checkpoint: state.checkpoint,
    compactions: state.compactions,
    tokens_after_compaction: state.tokensAfterCompaction,
    fixed_tokens: state.fixedTokens,
  };
}
