/**
 * The contract of a store: the log, the summaries and the leases of many threads. Every method is one
 * transaction: it happens whole or not at all, and survives the process. Implementations are in stores/; all of
 * them pass stores/store.suite.ts.
 */
import type { Message, MessageMeta, PreparedMessage } from './message/message.ts';
import type { SummarizerCall } from './summarizer.ts';
import type { Receipt, SummaryHead, SummaryRecord, SummaryStatus } from './summary.ts';
import type { ThreadSettings, ThreadState } from './thread-state.ts';

/** The right to compact one thread. `fence` grows with every acquisition: a commit with an old one is refused. */
export type Lease = { threadId: string; owner: string; fence: number; expiresAt: number };

export type Range = { threadId: string; from?: number; to?: number; limit?: number; newestFirst?: boolean };

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
};

export type CallRecord = SummarizerCall & { threadId: string; at: string };

export type UsageTotals = { calls: number; inputTokens: number; outputTokens: number; costUsd: number };

export type Store = {
  readonly name: string;
  /** Differences that callers may have to know, declared instead of thrown. */
  readonly capabilities: {
    /** Survives the process. */
    durable: boolean;
    /** Several processes may hold it at once. */
    shared: boolean;
  };
  /** Connects and migrates; called once by createEverthread before first use, harmless when called again. */
  open(): Promise<void>;
  close(): Promise<void>;

  ensureThread(options: { threadId: string; now: number }): Promise<ThreadState>;
  readThread(threadId: string): Promise<ThreadState | undefined>;
  /** In order of id, after `after`. */
  listThreads(options: { after?: string; limit: number }): Promise<ThreadState[]>;
  /** Merges into the settings; `undefined` members are left as they are, null ones removed. */
  updateSettings(options: {
    threadId: string;
    settings: { [key in keyof ThreadSettings]?: ThreadSettings[key] | null };
    fixedTokens?: number;
    now: number;
  }): Promise<ThreadState>;
  /** With everything that hangs on it. True when there was one. */
  deleteThread(threadId: string): Promise<boolean>;

  /**
   * Numbers and stores the messages. One whose id the thread already holds with the same hash is returned as it
   * is stored and not added again; with another hash the whole append fails with `message_conflict`.
   */
  append(options: {
    threadId: string;
    messages: readonly PreparedMessage[];
    now: number;
  }): Promise<{ state: ThreadState; messages: Message[]; added: number }>;
  readMessages(range: Range): Promise<Message[]>;
  readMetas(range: Range): Promise<MessageMeta[]>;
  findMessages(options: { threadId: string; ids: readonly string[] }): Promise<Message[]>;

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
  /** Newest first; `before` is the id of the last receipt already seen. */
  readReceipts(options: { threadId: string; limit: number; before?: string }): Promise<Receipt[]>;

  recordCalls(calls: readonly CallRecord[]): Promise<void>;
  /** Calls of all threads since a time: what the spend guard looks at. */
  usageSince(options: { at: string; threadId?: string }): Promise<UsageTotals>;

  /** Small values that belong to no thread (token calibration). */
  readValue(key: string): Promise<string | undefined>;
  writeValue(key: string, value: string): Promise<void>;
};
