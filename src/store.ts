/**
 * The contract of a store: the log, the summaries and the leases of many threads. Every method is one
 * transaction: it happens whole or not at all, and survives the process. Implementations are in stores/; all of
 * them pass stores/suite/store.suite.ts.
 */

import type { Message, MessageContent, MessageMeta, PreparedMessage } from './message/message.ts';
import type { ProfileIndex } from './profile-index.ts';
import type { AuditEntry } from './records/audit-entry.ts';
import type { ConversationEnd, FoundEnd } from './records/conversation-end.ts';
import type { Pin } from './records/pin.ts';
import type { RecordKind, RecordProof, ThreadProof } from './records/proofs.ts';
import type { RequestRecord, RequestTotals, StoredRequest } from './records/request.ts';
import type { SentState } from './records/sent-state.ts';
import type { Receipt, SummaryHead, SummaryRecord, SummaryStatus } from './records/summary.ts';
import type { DeletedOwner, DetailsChange, OwnerSummary, ThreadQuery } from './records/thread-list.ts';
import type { ThreadDetails, ThreadSettings, ThreadState } from './records/thread-state.ts';
import type { ResultCache } from './result-cache.ts';
import type { SearchIndex } from './search-index.ts';
import type { SummarizerCall, UsageTotals } from './summarizer.ts';

/** The right to compact one thread. `fence` grows with every acquisition: a commit with an old one is refused. */
export type Lease = { threadId: string; owner: string; fence: number; expiresAt: number };

export type Range = { threadId: string; from?: number; to?: number; limit?: number; newestFirst?: boolean };

/** The place of a message. */
export type MessagePlace = { threadId: string; seq: number };

export type SummaryQuery = {
  threadId: string;
  statuses?: readonly SummaryStatus[];
  ids?: readonly string[];
  /** Only summaries that lie inside from … to. */
  from?: number;
  to?: number;
  limit?: number;
};

export type CompactionCommit = {
  lease: Lease;
  /** The revision that the plan was made on. */
  revision: number;
  now: number;
  insert: readonly SummaryRecord[];
  /** Become `replaced`. */
  replaces: readonly string[];
  /** Become `live`. */
  activates: readonly string[];
  coverTo: number;
  /** New checkpoint. Null leaves checkpoint, compaction count and hysteresis figures alone. */
  checkpoint: number | null;
  /** Null for work that is not a compaction of its own (preparing ahead, partial results). */
  receipt: Receipt | null;
  /** As `context` last saw them; a context itself writes nothing. */
  fixedTokens?: number;
  sent?: SentState;
};

export type UpdatePins = (pins: readonly Pin[], messages: readonly Message[]) => Pin[];

/** The title that these messages suggest, and the message it was made from. */
export type MakeTitle = (messages: readonly Message[]) => { title: string; from: number } | undefined;

export type MessageChange =
  | { kind: 'edit'; seq: number; content: MessageContent; tokens: number; hash: string }
  | { kind: 'forget' | 'delete'; seq: number; tokens: number; hash: string };

/** What is known about a restored message besides its content. */
export type MessageMark = Pick<Message, 'seq'> &
  Partial<Pick<Message, 'hash' | 'unitStart' | 'editedAt' | 'removed'>>;

/** `threadId` is null for a call that concerns no single thread. */
export type CallRecord = SummarizerCall & {
  threadId: string | null;
  at: string;
  /**
   * Revision of the thread that the request was made from. Once its past has changed, `detail` is not kept: it may quote
   * a message that was forgotten meanwhile.
   */
  revision?: number;
};

export type Store = {
  readonly name: string;
  /** Differences between stores that callers may need to know. */
  readonly capabilities: {
    /** Data survives the process. */
    durable: boolean;
    /** Several processes may use it at the same time. */
    shared: boolean;
  };
  /** Finds messages of the log. `append`, `rewrite` and `deleteThread` update it in their own transaction. */
  readonly search: SearchIndex;
  /** What is known about owners. */
  readonly profiles: ProfileIndex;
  /** Summarizer answers that were paid for. `recordCalls` marks them as accounted. */
  readonly results: ResultCache;
  /** Connects and migrates. createEverthread calls it once before first use; further calls do nothing. */
  open(): Promise<void>;
  close(): Promise<void>;

  /** The details apply only to a thread that is created now; an existing one stays as it is. */
  ensureThread(options: { threadId: string; now: number; details?: DetailsChange }): Promise<ThreadState>;
  readThread(threadId: string): Promise<ThreadState | undefined>;
  /**
   * The time for a page does not grow with the number of threads: every order has an index, for all threads and for one
   * owner's. Fails with `store_corrupt` at a damaged row; the error's details give its place in the list.
   */
  listThreads(query: ThreadQuery): Promise<ThreadState[]>;
  /** Undefined members are left as they are, null members are removed. */
  updateDetails(options: { threadId: string; details: DetailsChange; now: number }): Promise<ThreadState>;
  /** Sets a title made from message `from`, unless the thread has one or its past changed since `revision`. */
  makeTitle(options: {
    threadId: string;
    title: string;
    from: number;
    revision: number;
  }): Promise<ThreadState>;
  /** In order of name, those after `after`. */
  listOwners(options: { after?: string; limit: number }): Promise<OwnerSummary[]>;
  /** Deletes all threads of an owner and everything known about the owner in one transaction. */
  deleteOwner(owner: string): Promise<DeletedOwner>;
  /** Merges into the settings. Undefined members are left as they are, null members are removed. */
  updateSettings(options: {
    threadId: string;
    settings: { [key in keyof ThreadSettings]?: ThreadSettings[key] | null };
    now: number;
  }): Promise<ThreadState>;
  /** Deletes a thread and everything stored with it. True if it existed. */
  deleteThread(threadId: string): Promise<boolean>;

  /**
   * Numbers and stores the messages. A message whose id the thread already holds with the same hash is not added again
   * but returned as stored. With another hash the whole append fails with `message_conflict`, unless the stored message
   * was forgotten or deleted, and stays so. A thread's creation time is never later than that of its oldest message.
   */
  append(options: {
    threadId: string;
    messages: readonly PreparedMessage[];
    /** Computes the thread's pins after these messages. Pure; runs inside the transaction. */
    pins?: UpdatePins;
    /** Suggests a title while the thread has none. Pure; runs inside the transaction. */
    title?: MakeTitle;
    /** As `context` last saw them; a context itself writes nothing. */
    fixedTokens?: number;
    sent?: SentState;
    /** See `recordEnds`. */
    ends?: readonly ConversationEnd[];
    /** Append only if the thread has exactly this many messages; else fails with `message_conflict` and stores nothing. */
    after?: number;
    now: number;
  }): Promise<{ state: ThreadState; messages: Message[]; added: number }>;
  readMessages(range: Range): Promise<Message[]>;
  /** Single messages of any threads, each once, in order of thread id and number. Missing ones are left out. */
  readMessagesAt(places: readonly MessagePlace[]): Promise<Message[]>;
  readMetas(range: Range): Promise<MessageMeta[]>;
  findMessages(options: { threadId: string; ids: readonly string[] }): Promise<Message[]>;

  /**
   * Changes the past, only ever because the user said so (I-1, R-41). One transaction replaces or empties the messages,
   * marks every live summary whose range holds one of them `stale`, retires prepared, partial and replaced ones (status
   * `replaced`, stale), bumps the revision, updates the counters, and writes the audit entry.
   * `forget` also empties text, record, facts, segment, kept texts and originals of all those summaries, and earlier
   * versions of the message in the audit trail. `delete` (originals no longer wanted once they are summarized, R-15)
   * leaves summaries as they are. Prepared summaries behind an outdated one are retired with it, because they no longer
   * follow the live ones.
   * The audit entry's range must hold every changed message. Where its `before` is null, the earlier versions of edited
   * messages are written there, but not content that is removed. Messages that Everthread wrote from a removed message
   * (their `origin` names it) are removed too, and so on. A title made from a changed message goes, and so do the notes
   * about the owner that were read from it.
   * Returns what it changed: `summaryIds` are the summaries built on a changed message. `messages` come in the order of
   * the changes, followed by those that were written from them.
   */
  rewrite(options: {
    threadId: string;
    changes: readonly MessageChange[];
    audit: AuditEntry;
    /**
     * Reads edited messages for pins. Pins of edited and forgotten messages are dropped and their revocations lifted in
     * any case; deleted ones keep theirs. Pure.
     */
    pins?: UpdatePins;
    /** An earlier version of a message as the audit trail is to keep it. Pure. */
    versions?: (content: MessageContent) => MessageContent;
    now: number;
  }): Promise<{ state: ThreadState; summaryIds: string[]; messages: Message[] }>;
  /**
   * Replaces text, facts and marks of one summary, and bumps the revision. If the audit entry has no earlier version,
   * the summary's is written there. `text` requires `tokens`.
   */
  updateSummary(options: {
    threadId: string;
    summaryId: string;
    text?: string;
    tokens?: number;
    record?: SummaryRecord['record'];
    facts?: SummaryRecord['facts'];
    edited?: SummaryRecord['edited'];
    pinned?: boolean;
    audit: AuditEntry;
    now: number;
  }): Promise<SummaryRecord>;
  /**
   * Changes the rules of a thread because a person asked for it, with its audit entry. The revision stays, because no
   * summary depends on a rule. `change` is pure and runs inside the transaction; a throw changes nothing.
   */
  updatePins(options: {
    threadId: string;
    change: (pins: readonly Pin[], state: ThreadState) => Pin[];
    audit: AuditEntry;
    now: number;
  }): Promise<ThreadState>;
  /**
   * Restores everything an export holds of a thread except the contents of its messages, which were appended before.
   * Fails with `invalid_input` when the thread already has summaries, receipts or audit entries, or when the input does
   * not fit its log. Counters are computed again.
   */
  restore(options: {
    threadId: string;
    thread: Pick<
      ThreadState,
      | 'createdAt'
      | 'updatedAt'
      | 'revision'
      | 'checkpoint'
      | 'compactions'
      | 'tokensAfterCompaction'
      | 'fixedTokens'
      | 'pins'
      | 'settings'
    > &
      ThreadDetails;
    /** Only marks that differ from what the append set. */
    marks: readonly MessageMark[];
    /** Summaries, receipts and audit entries come in the order in which they were made. */
    summaries: readonly SummaryRecord[];
    receipts: readonly Receipt[];
    audit: readonly AuditEntry[];
  }): Promise<ThreadState>;
  /** Changes that people made to the past, newest first. `before` is the id of the last entry already seen. */
  readAudit(options: { threadId: string; limit: number; before?: string }): Promise<AuditEntry[]>;
  /** Releases and overwrites freed pages, so that nothing forgotten is left in the file. */
  vacuum(): Promise<void>;

  /** In order of `from`, then of creation. */
  readSummaries(query: SummaryQuery): Promise<SummaryRecord[]>;
  readSummaryHeads(query: SummaryQuery): Promise<SummaryHead[]>;

  /** Undefined while another owner holds an unexpired lease, unless its process is known to have ended. */
  acquireLease(options: {
    threadId: string;
    owner: string;
    now: number;
    ttlMs: number;
  }): Promise<Lease | undefined>;
  /** Undefined when the lease was lost meanwhile. */
  renewLease(options: { lease: Lease; now: number; ttlMs: number }): Promise<Lease | undefined>;
  releaseLease(lease: Lease): Promise<void>;
  /**
   * Fails with `lease_lost` when the fence is old, with `stale_plan` when the revision has changed, and with
   * `invalid_input` when the live summaries would not tile 1 … coverTo exactly, the prepared ones would not tile what
   * follows, or a range is not in the log.
   */
  commit(commit: CompactionCommit): Promise<ThreadState>;
  /** The stored hashes that `verify` compares records with; see records/record-hash.ts. */
  readThreadProof(threadId: string): Promise<ThreadProof | undefined>;
  /** In order of number, those after `after`. */
  readHashes(options: {
    threadId: string;
    of: RecordKind;
    after?: number;
    limit: number;
  }): Promise<RecordProof[]>;
  /** Newest first; `before` is the id of the last receipt already seen. */
  readReceipts(options: { threadId: string; limit: number; before?: string }): Promise<Receipt[]>;

  recordCalls(calls: readonly CallRecord[]): Promise<void>;
  /** Usage of all threads since a time, for the spend guard; or of one. */
  usageSince(options: { at: string; threadId?: string }): Promise<UsageTotals>;

  /** Stores figures of the contexts that were returned to be sent: all of them or none. */
  recordRequests(requests: readonly RequestRecord[]): Promise<void>;
  /** Adds providers' reports to requests recorded earlier, if these exist and have none yet. */
  reportRequests(requests: readonly RequestRecord[]): Promise<void>;
  /** Newest first. `before` is the number of the last request already seen, `seq` the newest message of its turn. */
  readRequests(options: {
    threadId: string;
    seq?: number;
    limit: number;
    before?: number;
  }): Promise<StoredRequest[]>;
  /** Totals of one thread, or of all, including deleted ones. */
  requestTotals(options?: { threadId?: string }): Promise<RequestTotals>;

  /**
   * Keeps the newest ends of a thread (`mostEnds`); an end that exists is replaced. Ends stored by an append may stay a
   * little longer, until the next call.
   */
  recordEnds(options: { threadId: string; ends: readonly ConversationEnd[] }): Promise<void>;
  /** All ends with one of these keys, the newest first. */
  findEnds(keys: readonly string[]): Promise<FoundEnd[]>;

  /** Small values that belong to no thread (token calibration). */
  readValue(key: string): Promise<string | undefined>;
  writeValue(key: string, value: string): Promise<void>;
};
