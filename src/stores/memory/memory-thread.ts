/** The representation of a thread in memory, and how its parts are read and copied. */
import type { Message, MessageContent, MessageMeta } from '../../message/message.ts';
import type { Origin } from '../../message/origin.ts';
import type { UnitNeighbour } from '../../message/units.ts';
import type { AuditEntry } from '../../records/audit-entry.ts';
import type { OwnedNote } from '../../records/profile.ts';
import {
  type Receipt,
  type SummaryHead,
  type SummaryRecord,
  type SummaryStatus,
  summaryStatuses,
} from '../../records/summary.ts';
import { noFigures, type ThreadDetails, type ThreadState } from '../../records/thread-state.ts';
import type { CompactionCommit, Range, SummaryQuery } from '../../store.ts';
import { checkRange, encodeJson, unknownReceipt } from '../rules/checks.ts';
import type { Derivation } from '../rules/derivations.ts';
import type { IndexEntry } from '../rules/index-entry.ts';
import { placesNeeded, type StoredPlace } from '../rules/settle.ts';

export type StoredMessage = { meta: MessageMeta; editedAt?: string; content: string; origin?: string };
export type StoredSummary = { head: SummaryHead; body: string; number: number };

export type MemoryIndex = {
  entries: Map<number, IndexEntry>;
  /** For each term, its messages: 1 if it occurs once in the message, 2 if more often. */
  postings: Map<string, Map<number, 1 | 2>>;
  /** By model, then by message. */
  vectors: Map<string, Map<number, Float32Array[]>>;
};

export type MemoryThread = {
  state: Omit<ThreadState, 'settings' | 'pins'>;
  /** JSON text, like all nested values. */
  settings: string;
  pins: string;
  leaseOwner: string | null;
  leaseExpiresAt: number;
  fence: number;
  messages: StoredMessage[];
  seqs: Map<string, number>;
  /** Records written from each message, by the message's id. */
  derivations: Map<string, Derivation[]>;
  /** The messages that opened each call, in order. */
  calls: Map<string, UnitNeighbour[]>;
  /** Separate by status, so that reading live summaries does not walk over all replaced ones. */
  summaries: { [status in SummaryStatus]: Map<string, StoredSummary> };
  summariesMade: number;
  receipts: string[];
  receiptIndexes: Map<string, number>;
  /** Answers of summarizers by request key, oldest first, as JSON text. */
  results: Map<string, { result: string; accounted: boolean }>;
  /** Oldest first. */
  audit: AuditEntry[];
  index: MemoryIndex;
  /** Notes about the owner found in its messages, and the number of messages read for them. */
  notes: OwnedNote[];
  profiledTo: number;
};

export function blankThread(options: {
  threadId: string;
  createdAt: string;
  fence: number;
  details: ThreadDetails;
}): MemoryThread {
  const { threadId, createdAt, fence, details } = options;
  return {
    state: {
      ...details,
      id: threadId,
      createdAt,
      updatedAt: createdAt,
      ...noFigures,
    },
    settings: '{}',
    pins: '[]',
    leaseOwner: null,
    leaseExpiresAt: 0,
    fence,
    messages: [],
    seqs: new Map(),
    derivations: new Map(),
    calls: new Map(),
    summaries: { live: new Map(), prepared: new Map(), replaced: new Map(), partial: new Map() },
    summariesMade: 0,
    receipts: [],
    receiptIndexes: new Map(),
    results: new Map(),
    audit: [],
    index: blankIndex(),
    notes: [],
    profiledTo: 0,
  };
}

export function blankIndex(): MemoryIndex {
  return { entries: new Map(), postings: new Map(), vectors: new Map() };
}

export function stateOf({ state, settings, pins }: MemoryThread): ThreadState {
  const { labels } = state;
  return {
    ...state,
    ...(labels && { labels: [...labels] }),
    pins: JSON.parse(pins),
    settings: JSON.parse(settings),
  };
}

/** The thread's row without its settings. */
export function storedRow(state: ThreadState): Pick<MemoryThread, 'state' | 'pins'> {
  const { settings: _settings, pins, ...row } = state;
  return { state: row, pins: encodeJson('pins', pins) };
}

export function toStored(message: Message): StoredMessage {
  const { seq, id, role, tokens, hash, createdAt, unitStart, tokensBefore, removed } = message;
  const { parts, name, extra, editedAt, origin } = message;
  return {
    meta: { seq, id, role, tokens, hash, createdAt, unitStart, tokensBefore, ...(removed && { removed }) },
    ...(editedAt && { editedAt }),
    content: encodeJson(`message ${id}`, { parts, name, extra }),
    ...(origin && { origin: encodeJson(`message ${id}`, origin) }),
  };
}

export function toMessage(threadId: string, { meta, editedAt, content, origin }: StoredMessage): Message {
  const said = JSON.parse(content) as Omit<MessageContent, 'role'>;
  return {
    ...meta,
    ...(editedAt && { editedAt }),
    threadId,
    ...said,
    ...(origin && { origin: JSON.parse(origin) as Origin }),
  };
}

export function selectMessages(thread: MemoryThread | undefined, range: Range): StoredMessage[] {
  checkRange(range);
  if (!thread) return [];
  const { from = 1, to = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY, newestFirst } = range;
  const first = Math.max(from, 1);
  const last = Math.min(to, thread.messages.length);
  if (newestFirst) {
    return thread.messages.slice(Math.max(first - 1, last - limit), Math.max(last, 0)).reverse();
  }
  return thread.messages.slice(first - 1, Math.min(last, first - 1 + limit));
}

export function placesOf(thread: MemoryThread, commit: CompactionCommit): Map<number, StoredPlace> {
  const places = new Map<number, StoredPlace>();
  for (const seq of placesNeeded(commit)) {
    const stored = thread.messages[seq - 1];
    if (stored) places.set(seq, stored.meta);
  }
  return places;
}

export function toStoredSummary(summary: SummaryRecord, number: number): StoredSummary {
  const { text, record, raw, facts, originals, segment, work, kept, limits, ...head } = summary;
  return {
    head: copyHead({ head }),
    body: encodeJson('insert', { text, record, raw, facts, originals, segment, work, kept, limits }),
    number,
  };
}

/** Marks that are not set are absent, as in rows from a database. */
export function copyHead({ head }: Pick<StoredSummary, 'head'>): SummaryHead {
  const { stale, edited, pinned, ...rest } = head;
  return {
    ...rest,
    sourceIds: [...rest.sourceIds],
    ...(stale && { stale }),
    ...(edited && { edited: { at: edited.at, version: edited.version } }),
    ...(pinned && { pinned }),
  };
}

export function toRecord(stored: StoredSummary): SummaryRecord {
  return { ...copyHead(stored), ...JSON.parse(stored.body) };
}

export function findSummary(thread: MemoryThread, id: string): StoredSummary | undefined {
  for (const status of summaryStatuses) {
    const stored = thread.summaries[status].get(id);
    if (stored) return stored;
  }
  return undefined;
}

export function selectSummaries(thread: MemoryThread | undefined, query: SummaryQuery): StoredSummary[] {
  checkRange(query);
  if (!thread) return [];
  const { statuses = summaryStatuses, ids, from = 0, to = Number.POSITIVE_INFINITY, limit } = query;
  const wanted = ids && new Set(ids);
  return summariesInOrder(thread, statuses)
    .filter(({ head }) => head.from >= from && head.to <= to && (!wanted || wanted.has(head.id)))
    .slice(0, limit);
}

export function selectReceipts(
  thread: MemoryThread | undefined,
  { limit, before }: { limit: number; before?: string | undefined },
): Receipt[] {
  const receipts = thread?.receipts ?? [];
  const end = before === undefined ? receipts.length : thread?.receiptIndexes.get(before);
  if (end === undefined) throw unknownReceipt(before);
  return receipts
    .slice(Math.max(0, end - limit), end)
    .reverse()
    .map((text) => JSON.parse(text) as Receipt);
}

/** By range, then by order of creation. */
export function summariesInOrder(
  thread: MemoryThread,
  statuses: readonly SummaryStatus[] = summaryStatuses,
): StoredSummary[] {
  return [...new Set(statuses)]
    .flatMap((status) => [...thread.summaries[status].values()])
    .sort((first, second) => first.head.from - second.head.from || first.number - second.number);
}
