/** What a thread handle asks of the engine behind it. */
import type { AssembledContext } from './context/context.ts';
import type { FoundCopies } from './editing/copies.ts';
import type { EditReceipt, ErasureReceipt, MessageSelector } from './editing/edit-messages.ts';
import type { ThreadEvent } from './engine/thread-events.ts';
import type { Rule } from './facts/pins.ts';
import type { Message } from './message/message.ts';
import type { MessageInput } from './message/normalize.ts';
import type { Fact } from './records/fact.ts';
import type { Receipt, SummaryRecord } from './records/summary.ts';
import type { ThreadSettings, ThreadState } from './records/thread-state.ts';
import type { SearchOptions, SearchPage, ThreadDescription } from './search/results.ts';
import type { Store } from './store.ts';
import type { ContextOptions } from './turn/context-options.ts';
import type { Explanation } from './turn/explain.ts';

export type CompactOptions = {
  /** Redo the summary from the originals, even when nothing is due. */
  refresh?: boolean;
  signal?: AbortSignal;
};

export type CompactResult =
  | { compacted: true /** The last of them. */; receipt: Receipt; receipts: Receipt[] }
  | { compacted: false; reason: string };

export type ForgetOptions = {
  /** Kept in the audit trail: who asked, why. */
  note?: string;
  /** Also overwrite the freed bytes in the database file. Default: true. */
  vacuum?: boolean;
  /** Also forget messages by people or models that repeat what is forgotten. Default: false, they are listed. */
  copies?: boolean;
};

export type ThreadPorts = {
  store: Store;
  /** Throws `unknown_thread`. */
  state(threadId: string): Promise<ThreadState>;
  /** A message as it may be quoted. */
  quoted(message: Message): Promise<Message>;
  append(threadId: string, input: MessageInput | readonly MessageInput[]): Promise<Message[]>;
  context(threadId: string, options: ContextOptions): Promise<AssembledContext>;
  compact(threadId: string, options: CompactOptions): Promise<CompactResult>;
  /** Throws `unknown_summary`. */
  summary(threadId: string, summaryId: string): Promise<SummaryRecord>;
  search(threadId: string, query: string, options: SearchOptions): Promise<SearchPage>;
  describe(threadId: string): Promise<ThreadDescription>;
  edit(threadId: string, selector: MessageSelector, input: MessageInput, note: string): Promise<EditReceipt>;
  forget(
    threadId: string,
    selectors: readonly MessageSelector[],
    options: ForgetOptions,
  ): Promise<ErasureReceipt>;
  copies(threadId: string, selectors: readonly MessageSelector[]): Promise<FoundCopies>;
  editSummary(threadId: string, summaryId: string, text: string, note: string): Promise<SummaryRecord>;
  pinSummary(threadId: string, summaryId: string, pinned: boolean, note: string): Promise<SummaryRecord>;
  /** Throws `unknown_rule`. */
  removeRule(threadId: string, ruleId: string, note: string): Promise<Rule>;
  explain(threadId: string, at: number | undefined, options: ContextOptions): Promise<Explanation>;
  facts(threadId: string): Promise<Fact[]>;
  events(threadId: string, signal: AbortSignal | undefined): AsyncIterable<ThreadEvent>;
  configure(
    threadId: string,
    settings: { [key in keyof ThreadSettings]?: ThreadSettings[key] | null },
  ): Promise<ThreadState>;
};
