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

/** Where a message stands. */
export type MessagePlace = { threadId: string; seq: number };

export type SummaryQuery = {
  threadId: string;
  statuses?: readonly SummaryStatus[];
  ids?: readonly string[];
  /** Only those that lie inside from … to. */
  from?: number;
  to?: number;
  limit?: number;
};

export type CompactionCommit = {
  lease: Lease;
  /** The revision the plan was made on. */
  revision: number;
  now: number;
  insert: readonly SummaryRecord[];
  /** Become `replaced`. */
  replaces: readonly string[];
  /** Become `live`. */
  activates: readonly string[];
  coverTo: number;
  /** New checkpoint, or null to leave checkpoint, compaction count and hysteresis figures alone. */
  checkpoint: number | null;
  /** Null for work that is not a compaction of its own (preparing ahead, partial results). */
  receipt: Receipt | null;
  /** As last seen by `context`, which itself writes nothing. */
  fixedTokens?: number;
  sent?: SentState;
};

export type UpdatePins = (pins: readonly Pin[], messages: readonly Message[]) => Pin[];

/** The title that these messages ask for, and the message it was made from. */
export type MakeTitle = (messages: readonly Message[]) => { title: string; from: number } | undefined;

export type MessageChange =
  | { kind: 'edit'; seq: number; content: MessageContent; tokens: number; hash: string }
  | { kind: 'forget' | 'delete'; seq: number; tokens: number; hash: string };

/** What is known of a restored message besides its content. */
export type MessageMark = Pick<Message, 'seq'> &
  Partial<Pick<Message, 'hash' | 'unitStart' | 'editedAt' | 'removed'>>;

/** `threadId` is null for what was asked of no single thread. */
export type CallRecord = SummarizerCall & { threadId: string | null; at: string };

export type Store = {
  readonly name: string;
  /** Differences that callers may have to know, declared instead of thrown. */
  readonly capabilities: {
    /** Survives the process. */
    durable: boolean;
    /** Several processes may hold it at once. */
    shared: boolean;
  };
  /** Finds messages of the log; kept by `append`, `rewrite` and `deleteThread` in their own transaction. */
  readonly search: SearchIndex;
  /** What is known of owners. */
  readonly profiles: ProfileIndex;
  /** Answers that were paid for; `recordCalls` marks them as accounted. */
  readonly results: ResultCache;
  /** Connects and migrates; called once by createEverthread before first use, harmless when called again. */
  open(): Promise<void>;
  close(): Promise<void>;

  /** With these details where it is made now; one that is there stays as it is. */
  ensureThread(options: { threadId: string; now: number; details?: DetailsChange }): Promise<ThreadState>;
  readThread(threadId: string): Promise<ThreadState | undefined>;
  /**
   * A page takes no longer for many threads: every order has its index, for all threads and for one owner's. Fails with
   * `store_corrupt` at a damaged row, whose place in the list is in the details.
   */
  listThreads(query: ThreadQuery): Promise<ThreadState[]>;
  /** `undefined` members are left as they are, null ones removed. */
  updateDetails(options: { threadId: string; details: DetailsChange; now: number }): Promise<ThreadState>;
  /** A title made from message `from`. Left as it is where there is one, or where the past changed since `revision`. */
  makeTitle(options: {
    threadId: string;
    title: string;
    from: number;
    revision: number;
  }): Promise<ThreadState>;
  /** In order of name, after `after`. */
  listOwners(options: { after?: string; limit: number }): Promise<OwnerSummary[]>;
  /** All threads of an owner and all that is known of the owner, at once: in one transaction they are gone for everybody. */
  deleteOwner(owner: string): Promise<DeletedOwner>;
  /** Merges into the settings; `undefined` members are left as they are, null ones removed. */
  updateSettings(options: {
    threadId: string;
    settings: { [key in keyof ThreadSettings]?: ThreadSettings[key] | null };
    now: number;
  }): Promise<ThreadState>;
  /** With everything that hangs on it. True when there was one. */
  deleteThread(threadId: string): Promise<boolean>;

  /**
   * Numbers and stores the messages. One whose id the thread already holds with the same hash is returned as it
   * is stored and not added again; with another hash the whole append fails with
   * `message_conflict`, unless the stored one was forgotten or deleted: then it stays so. The thread is as old as
   * the oldest message in it, where that is older than its row.
   */
  append(options: {
    threadId: string;
    messages: readonly PreparedMessage[];
    /** Pure: the thread's pins after these messages. Runs inside the transaction. */
    pins?: UpdatePins;
    /** Pure: asked while the thread has no title. Runs inside the transaction. */
    title?: MakeTitle;
    /** As last seen by `context`, which itself writes nothing. */
    fixedTokens?: number;
    sent?: SentState;
    /** See `recordEnds`. */
    ends?: readonly ConversationEnd[];
    /** Only where the thread has exactly so many messages; otherwise `message_conflict`, and nothing is stored. */
    after?: number;
    now: number;
  }): Promise<{ state: ThreadState; messages: Message[]; added: number }>;
  readMessages(range: Range): Promise<Message[]>;
  /** Single messages, of any threads, each once, in order of thread id and number; what is not there is left out. */
  readMessagesAt(places: readonly MessagePlace[]): Promise<Message[]>;
  readMetas(range: Range): Promise<MessageMeta[]>;
  findMessages(options: { threadId: string; ids: readonly string[] }): Promise<Message[]>;

  /**
   * Changes the past on the user's word, and only then (I-1, R-41). In one transaction: replaces or empties the
   * messages, marks every live summary whose range holds one of them `stale`, retires prepared, partial and replaced
   * ones (status `replaced`, stale), bumps the revision, updates the counters, and writes the audit entry. `forget`
   * also empties text, record, facts, segment, kept texts and originals of all those summaries, and earlier versions of the
   * message in the audit trail. `delete` (originals no longer wanted once they are summarized, R-15) leaves
   * summaries as they are. Prepared summaries behind an outdated one are retired with it, for they no longer follow
   * the live ones. The audit entry's range must hold every changed message; where its `before` is null, an edit's
   * earlier versions are written there, and where content is removed it is not kept. What Everthread wrote from a
   * message whose content is removed (its `origin` names it) is removed the same way, and what was written from that.
   * A title made from a changed message goes, and what it told of the owner.
   * Returns what it touched: `summaryIds` are those built on a changed message, `messages` come in the order of the
   * changes, those that were written from them last.
   */
  rewrite(options: {
    threadId: string;
    changes: readonly MessageChange[];
    audit: AuditEntry;
    /**
     * Pure: reads edited messages for pins. Pins of edited and forgotten messages are dropped and their revocations
     * lifted in any case; deleted ones keep theirs.
     */
    pins?: UpdatePins;
    /** Pure: an earlier version as the audit trail is to keep it. */
    versions?: (content: MessageContent) => MessageContent;
    now: number;
  }): Promise<{ state: ThreadState; summaryIds: string[]; messages: Message[] }>;
  /**
   * Replaces text, facts and marks of one summary, and bumps the revision. Its earlier version goes into the audit
   * entry where that has none of its own. `text` comes with `tokens`.
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
   * Changes the rules of a thread on a person's word, with its audit entry. The revision stays: no summary depends
   * on a rule. `change` is pure and runs inside the transaction; what it throws leaves everything as it was.
   */
  updatePins(options: {
    threadId: string;
    change: (pins: readonly Pin[], state: ThreadState) => Pin[];
    audit: AuditEntry;
    now: number;
  }): Promise<ThreadState>;
  /**
   * Puts back what an export holds of a thread besides the contents of its messages, which were appended before.
   * Fails with `invalid_input` where the thread has summaries, receipts or audit entries of its own, or where what
   * is given does not fit its log. Counters are summed up anew.
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
    /** Only what differs from what the append made of them. */
    marks: readonly MessageMark[];
    /** These three in the order they came to be. */
    summaries: readonly SummaryRecord[];
    receipts: readonly Receipt[];
    audit: readonly AuditEntry[];
  }): Promise<ThreadState>;
  /** What people did to the past, newest first; `before` is the id of the last entry already seen. */
  readAudit(options: { threadId: string; limit: number; before?: string }): Promise<AuditEntry[]>;
  /** Gives freed pages back and overwrites them, so that nothing forgotten is left in the file. */
  vacuum(): Promise<void>;

  /** In order of `from`, then of creation. */
  readSummaries(query: SummaryQuery): Promise<SummaryRecord[]>;
  readSummaryHeads(query: SummaryQuery): Promise<SummaryHead[]>;

  /** Undefined while another owner holds an unexpired one. */
  acquireLease(options: {
    threadId: string;
    owner: string;
    now: number;
    ttlMs: number;
  }): Promise<Lease | undefined>;
  /** Undefined when it was lost meanwhile. */
  renewLease(options: { lease: Lease; now: number; ttlMs: number }): Promise<Lease | undefined>;
  releaseLease(lease: Lease): Promise<void>;
  /**
   * Fails with `lease_lost` when the fence is old, with `stale_plan` when the revision moved, and with
   * `invalid_input` when the live summaries would not tile 1 … coverTo exactly, prepared ones would not tile what
   * follows, or a range is not in the log.
   */
  commit(commit: CompactionCommit): Promise<ThreadState>;
  /** What verify holds records against: see records/record-hash.ts. */
  readThreadProof(threadId: string): Promise<ThreadProof | undefined>;
  /** In order of number, after `after`. */
  readHashes(options: {
    threadId: string;
    of: RecordKind;
    after?: number;
    limit: number;
  }): Promise<RecordProof[]>;
  /** Newest first; `before` is the id of the last receipt already seen. */
  readReceipts(options: { threadId: string; limit: number; before?: string }): Promise<Receipt[]>;

  recordCalls(calls: readonly CallRecord[]): Promise<void>;
  /** Calls of all threads since a time: what the spend guard looks at. */
  usageSince(options: { at: string; threadId?: string }): Promise<UsageTotals>;

  /** Keeps what was handed out to be sent, in figures; all of them or none. */
  recordRequests(requests: readonly RequestRecord[]): Promise<void>;
  /** What providers reported of requests after these were recorded; of one that has a report, or is not there, nothing. */
  reportRequests(requests: readonly RequestRecord[]): Promise<void>;
  /** Newest first; `before` is the number of the last one already seen, `seq` the newest message of their turn. */
  readRequests(options: {
    threadId: string;
    seq?: number;
    limit: number;
    before?: number;
  }): Promise<StoredRequest[]>;
  /** Of one thread, or of all, those that are gone included. */
  requestTotals(options?: { threadId?: string }): Promise<RequestTotals>;

  /**
   * The newest of a thread are kept (`mostEnds`); one that is there is made anew. Those that come with an append may stay
   * a little longer, until the next look at them.
   */
  recordEnds(options: { threadId: string; ends: readonly ConversationEnd[] }): Promise<void>;
  /** All ends with one of these keys, the newest first. */
  findEnds(keys: readonly string[]): Promise<FoundEnd[]>;

  /** Small values that belong to no thread (token calibration). */
  readValue(key: string): Promise<string | undefined>;
  writeValue(key: string, value: string): Promise<void>;
};
