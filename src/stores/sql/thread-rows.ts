/** Converts rows of threads to and from the types of the store contract. */

import type { Selectable } from 'kysely';
import { canonicalJson } from '../../message/hash.ts';
import type { Json } from '../../message/message.ts';
import type { Pin } from '../../records/pin.ts';
import type { SentState } from '../../records/sent-state.ts';
import type { ThreadDetails, ThreadState } from '../../records/thread-state.ts';
import { createMemory, rememberTexts } from '../../text/remembered.ts';
import { encodeJson } from '../rules/checks.ts';
import { titleKey } from '../rules/thread-order.ts';
import { decodeJson, isListOfTexts, isPins, isSentState, isSettings, parsedAs } from './decoding.ts';
import type { ThreadsTable } from './schema.ts';

export type ThreadRow = Selectable<ThreadsTable>;

const columns: { readonly [name in keyof ThreadRow]: true } = {
  key: true,
  id: true,
  created_at: true,
  updated_at: true,
  revision: true,
  messages: true,
  tokens: true,
  covered_to: true,
  tail_tokens: true,
  summary_tokens: true,
  live_summaries: true,
  checkpoint: true,
  compactions: true,
  tokens_after_compaction: true,
  fixed_tokens: true,
  sent: true,
  pins: true,
  settings: true,
  summaries_made: true,
  receipts_made: true,
  audit_entries_made: true,
  lease_owner: true,
  lease_expires_at: true,
  fence: true,
  record_hash: true,
  title: true,
  title_from: true,
  owner: true,
  labels: true,
  title_key: true,
  profiled_to: true,
};
const columnNames = Object.keys(columns) as readonly (keyof ThreadRow)[];

export function isSameRow(row: ThreadRow, other: ThreadRow): boolean {
  for (const name of columnNames) if (row[name] !== other[name]) return false;
  return true;
}

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
  // Most threads have no rules, and every append reads them.
  if (text === '[]') return [];
  const read = readPins(text);
  if (read !== undefined) return read.pins.map(copyPin);
  const what = `the rules of thread ${JSON.stringify(threadId)}`;
  return decodeJson({ text, is: isPins, what, details: { threadId } });
}

/**
 * The rules of a thread are read and hashed on every append and rarely change, so the result is kept. Undefined:
 * damaged.
 */
const readPins = rememberTexts(
  (text): { pins: readonly Pin[]; canonical: string } | undefined => {
    try {
      const pins = parsedAs(text, isPins);
      return pins && { pins, canonical: canonicalJson(pins as unknown as Json) };
    } catch {
      return undefined;
    }
  },
  { mostCharacters: 1_000_000 },
);

/** A copy, because callers may change it. */
function copyPin(pin: Pin): Pin {
  return pin.corrects === undefined ? { ...pin } : structuredClone(pin);
}

/** `canonicalJson` of the rules. Undefined: damaged. */
export function canonicalPins(text: string): string | undefined {
  return readPins(text)?.canonical;
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

/** Title, owner and labels, as columns. */
export function detailColumns({ title, titleFrom, owner, labels }: ThreadDetails) {
  return {
    title: title ?? null,
    title_from: titleFrom ?? null,
    owner: owner ?? null,
    labels: labels === undefined ? null : encodeJson('labels', labels),
    title_key: titleKey(title),
  };
}

/** Cached, because what one append writes is read by the next one. */
const sentTexts = createMemory<string, SentState>({ mostSize: 200_000 });

function decodeSent(threadId: string, text: string): SentState {
  const known = sentTexts.get(text);
  if (known !== undefined) return { ...known, recalled: [] };
  const what = () => `what was sent of thread ${JSON.stringify(threadId)}`;
  const sent = decodeJson({ text, is: isSentState, what, details: { threadId } });
  rememberSent(text, sent);
  return sent;
}

export function encodeSent({ sent }: ThreadState): string | null {
  if (sent === undefined) return null;
  const text = encodeJson('sent', sent);
  rememberSent(text, sent);
  return text;
}

/** Callers may change what they get, so they get copies. Copying numbers is faster than parsing; copying lists is not. */
function rememberSent(text: string, sent: SentState): void {
  if (sent.recalled.length === 0) sentTexts.set(text, { ...sent }, text.length);
}

/** The columns that a compaction changes, except counters. */
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
