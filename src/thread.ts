/** One conversation as its user sees it: what `createEverthread().thread(id)` returns. Implemented in threads/. */

import type { Brief, BriefOptions } from './brief/brief.ts';
import type { CompactOptions, CompactResult } from './compaction/on-demand.ts';
import type { Context } from './context/render.ts';
import type { FoundCopies } from './editing/copies.ts';
import type { EditReceipt } from './editing/edit-message.ts';
import type { ErasureReceipt, ForgetOptions } from './editing/forget-messages.ts';
import type { MessageSelector } from './editing/named-messages.ts';
import type { ThreadEvent } from './engine/thread-events.ts';
import type { SettingsChange } from './engine/thread-settings.ts';
import type { KnownFact } from './facts/corrections.ts';
import type { Rule } from './facts/pins.ts';
import type { Message } from './message/message.ts';
import type { MessageInput } from './message/normalize.ts';
import type { AuditEntry } from './records/audit-entry.ts';
import type { ConversationEnd } from './records/conversation-end.ts';
import type { StoredRequest } from './records/request.ts';
import type { Receipt, SummaryRecord, SummaryStatus } from './records/summary.ts';
import type { DetailsChange } from './records/thread-list.ts';
import type { ThreadState } from './records/thread-state.ts';
import type { ExpandOptions, Expansion, HistoryOptions } from './search/read-archive.ts';
import type { SearchOptions, SearchPage, ThreadDescription } from './search/results.ts';
import type { Strata } from './search/thread-strata.ts';
import type { ContextOptions } from './turn/context-options.ts';
import type { Explanation } from './turn/explain.ts';
import type { WholeHistoryOptions } from './turn/whole-history.ts';

export type Thread = {
  readonly id: string;
  /**
   * Appends one message, or an array as one transaction. Returns them as stored; one that already exists is not added
   * again.
   */
  append(message: MessageInput, options?: AppendOptions): Promise<Message>;
  append(messages: readonly MessageInput[], options?: AppendOptions): Promise<Message[]>;
  /** What to send to the model now, inside the budget. */
  context(options?: ContextOptions): Promise<Context>;
  /** Tokens of the whole history for a model: for clients that send all of it themselves. */
  measure(options?: WholeHistoryOptions): Promise<{ tokens: number }>;
  /** Compacts on demand. */
  compact(options?: CompactOptions): Promise<CompactResult>;
  /** A hand-off in Markdown of a chosen size, made without a model. */
  brief(options?: BriefOptions): Promise<Brief>;
  /** The original messages, read page by page. */
  history(options?: HistoryOptions): AsyncIterable<Message>;
  /** The summaries that are shown; with `statuses`, also those that were replaced or are being prepared. */
  summaries(options?: { statuses?: readonly SummaryStatus[] }): Promise<SummaryRecord[]>;
  /** One summary by its id, whatever its status. */
  summary(summaryId: string): Promise<SummaryRecord>;
  /** From a summary to the exact messages it stands for (I-9). */
  expand(summaryId: string, options?: ExpandOptions): Promise<Expansion>;
  /** Finds messages of this thread, best first, each with its neighbours and the reason it was found. */
  search(query: string, options?: SearchOptions): Promise<SearchPage>;
  /** The thread at a glance. */
  describe(): Promise<ThreadDescription>;
  /**
   * Which summary covers which messages, by level, with the tail and the places where work was committed. Its size does
   * not grow with the thread.
   */
  strata(): Promise<Strata>;
  /** Messages by their ids. Unknown ids are left out. */
  find(ids: readonly string[]): Promise<Message[]>;
  /**
   * Figures of the contexts that were returned to be sent, newest first. `before` is the number of the last one seen,
   * `seq` the newest message of its turn.
   */
  requests(options?: { limit?: number; before?: number; seq?: number }): Promise<StoredRequest[]>;
  /** What compactions did, newest first. */
  receipts(options?: { limit?: number; before?: string }): Promise<Receipt[]>;
  /** Changes a message. Summaries built on it are made again. */
  edit(message: MessageSelector, content: MessageInput, options?: { note?: string }): Promise<EditReceipt>;
  /** Erases messages from the log and from everything made from them. Returns the proof. */
  forget(
    messages: MessageSelector | readonly MessageSelector[],
    options?: ForgetOptions,
  ): Promise<ErasureReceipt>;
  /** Messages by people or models that repeat what these say. `forget` lists them, and erases them on request. */
  copies(messages: MessageSelector | readonly MessageSelector[]): Promise<FoundCopies>;
  /** Replaces the text of a summary; later compactions keep it. */
  editSummary(summaryId: string, text: string, options?: { note?: string }): Promise<SummaryRecord>;
  /** Keeps the text of a summary through later compactions, or stops keeping it. */
  pinSummary(summaryId: string, options?: { pinned?: boolean; note?: string }): Promise<SummaryRecord>;
  /** Changes that people made to the past, newest first. */
  audit(options?: { limit?: number; before?: string }): Promise<AuditEntry[]>;
  /** The context of any past turn, rebuilt, with a reason for each item. `at` is its newest message. */
  explain(options?: ContextOptions & { at?: number }): Promise<ExplainedTurn>;
  /** Exact facts of the whole thread, newest value first, each with the values it had before. */
  facts(): Promise<KnownFact[]>;
  /**
   * Corrects a fact. The messages stay as they are; every later context shows the right value, through all compactions.
   * Null takes the correction back.
   */
  correctFact(factId: string, value: string | null, options?: { note?: string }): Promise<KnownFact>;
  /** Standing instructions of the user, oldest first; ended ones name the message that revoked or replaced them. */
  rules(): Promise<Rule[]>;
  /** Ends a standing rule by hand; it stays on record and the audit trail says so. */
  removeRule(ruleId: string, options?: { note?: string }): Promise<Rule>;
  /** What happens to this thread, as it happens; ends when the signal aborts. */
  events(options?: { signal?: AbortSignal }): AsyncIterable<ThreadEvent>;
  state(): Promise<ThreadState>;
  /** Changes title, owner and labels. A title set to null is made again from the first question. */
  update(details: DetailsChange): Promise<ThreadState>;
  /** Sets this thread's own budget, strategy or metadata. Null returns to the instance's. */
  configure(settings: SettingsChange): Promise<ThreadState>;
};

export type AppendOptions = {
  /** If it aborts before the messages are being stored, nothing is stored. Later it has no effect. */
  signal?: AbortSignal;
  /** The keys by which the conversation's end is recognized, for `findEnds`: stored together with the messages. */
  ends?: readonly ConversationEnd[];
  /**
   * Append only if the thread has exactly this many messages; otherwise fails with `message_conflict` and stores
   * nothing.
   */
  after?: number;
};

export type ExplainedTurn = Omit<Explanation, 'context'> & { context: Context };
