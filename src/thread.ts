/** One conversation as its user sees it. Holds an id and no state, so that a million of them cost nothing. */

import { type Context, createContext } from './context/render.ts';
import type { FoundCopies } from './editing/copies.ts';
import type { EditReceipt, ErasureReceipt, MessageSelector } from './editing/edit-messages.ts';
import type { ThreadEvent } from './engine/thread-events.ts';
import { type Rule, withPinIds } from './facts/pins.ts';
import { guardMethods, readGiven } from './given.ts';
import type { Message } from './message/message.ts';
import type { MessageInput } from './message/normalize.ts';
import type { AuditEntry } from './records/audit-entry.ts';
import type { Fact } from './records/fact.ts';
import type { Receipt, SummaryRecord, SummaryStatus } from './records/summary.ts';
import type { ThreadSettings, ThreadState } from './records/thread-state.ts';
import type { SearchOptions, SearchPage, ThreadDescription } from './search/results.ts';
import {
  checkAfter,
  checkCompactOptions,
  checkSeq,
  checkSettings,
  checkStatuses,
} from './thread-arguments.ts';
import type { CompactOptions, CompactResult, ForgetOptions, ThreadPorts } from './thread-ports.ts';
import type { ContextOptions } from './turn/context-options.ts';
import type { Explanation } from './turn/explain.ts';

export type HistoryOptions = { from?: number; to?: number; newestFirst?: boolean } & QuotingOptions;

export type ExpandOptions = { after?: number; limit?: number } & QuotingOptions;

/** True: as messages are recalled and found, with secrets replaced (`redaction.recall`). Default: the originals. */
export type QuotingOptions = { redacted?: boolean };

/** A page of the messages a summary stands for. `next` continues it; undefined after the last page. */
export type Expansion = { summaryId: string; messages: Message[]; next: number | undefined };

export type Thread = {
  readonly id: string;
  /** One message, or an array as one transaction. Returns them as stored; one already there is not added again. */
  append(message: MessageInput): Promise<Message>;
  append(messages: readonly MessageInput[]): Promise<Message[]>;
  /** What to send to the model now, inside the budget. */
  context(options?: ContextOptions): Promise<Context>;
  /** Compacts on demand. */
  compact(options?: CompactOptions): Promise<CompactResult>;
  /** The originals, read page by page. */
  history(options?: HistoryOptions): AsyncIterable<Message>;
  /** The summaries that are shown; with `statuses`, also those that were replaced or are being prepared. */
  summaries(options?: { statuses?: readonly SummaryStatus[] }): Promise<SummaryRecord[]>;
  /** From a summary to the exact messages it stands for (I-9). */
  expand(summaryId: string, options?: ExpandOptions): Promise<Expansion>;
  /** Finds messages of this thread, best first, each with its neighbours and why it was found. */
  search(query: string, options?: SearchOptions): Promise<SearchPage>;
  /** The thread at a glance. */
  describe(): Promise<ThreadDescription>;
  /** What compactions did, newest first. */
  receipts(options?: { limit?: number; before?: string }): Promise<Receipt[]>;
  /** Changes a message; summaries built on it are made anew. */
  edit(message: MessageSelector, content: MessageInput, options?: { note?: string }): Promise<EditReceipt>;
  /** Erases messages from the log and from everything that was made of them; returns the proof. */
  forget(
    messages: MessageSelector | readonly MessageSelector[],
    options?: ForgetOptions,
  ): Promise<ErasureReceipt>;
  /** Messages by people or models that repeat what these say: what `forget` lists, and erases where asked to. */
  copies(messages: MessageSelector | readonly MessageSelector[]): Promise<FoundCopies>;
  /** Replaces the text of a summary; later compactions keep it. */
  editSummary(summaryId: string, text: string, options?: { note?: string }): Promise<SummaryRecord>;
  /** Keeps the text of a summary through later compactions, or lets it go again. */
  pinSummary(summaryId: string, options?: { pinned?: boolean; note?: string }): Promise<SummaryRecord>;
  /** What people did to the past, newest first. */
  audit(options?: { limit?: number; before?: string }): Promise<AuditEntry[]>;
  /** The context of any past turn, rebuilt, with a reason for each item. `at` is its newest message. */
  explain(options?: ContextOptions & { at?: number }): Promise<ExplainedTurn>;
  /** Exact facts of the whole thread, newest value first, each with the values it had before. */
  facts(): Promise<Fact[]>;
  /**
   * Standing instructions of the user, oldest first, each with its id, the message it was said in and when; ended ones
   * name the message that revoked or replaced them.
   */
  rules(): Promise<Rule[]>;
  /** Ends a standing rule by hand; it stays on record and the audit trail says so. */
  removeRule(ruleId: string, options?: { note?: string }): Promise<Rule>;
  /** What happens to this thread, as it happens; ends when the signal aborts. */
  events(options?: { signal?: AbortSignal }): AsyncIterable<ThreadEvent>;
  state(): Promise<ThreadState>;
  /** This thread's own budget, strategy or labels; null goes back to the common one. */
  configure(settings: { [key in keyof ThreadSettings]?: ThreadSettings[key] | null }): Promise<ThreadState>;
};

export type ExplainedTurn = Omit<Explanation, 'context'> & { context: Context };

const historyPage = 200;
const expansionLimit = 200;

export function createThread(id: string, ports: ThreadPorts): Thread {
  const { store } = ports;

  async function append(message: MessageInput): Promise<Message>;
  async function append(messages: readonly MessageInput[]): Promise<Message[]>;
  async function append(input: MessageInput | readonly MessageInput[]): Promise<Message | Message[]> {
    const isList = readGiven('messages', () => Array.isArray(input));
    const stored = await ports.append(id, input);
    return isList ? stored : stored[0]!;
  }

  async function* history({
    from = 1,
    to,
    newestFirst = false,
    redacted = false,
  }: HistoryOptions = {}): AsyncGenerator<Message> {
    checkSeq('from', from);
    if (to !== undefined) checkSeq('to', to);
    let low = from;
    let high = to ?? (await ports.state(id)).messages;
    while (low <= high) {
      const page = await store.readMessages({
        threadId: id,
        from: low,
        to: high,
        limit: historyPage,
        newestFirst,
      });
      const last = page[page.length - 1];
      if (!last) return;
      if (redacted) for (const message of page) yield await ports.quoted(message);
      else yield* page;
      if (newestFirst) high = last.seq - 1;
      else low = last.seq + 1;
    }
  }

  const methods: Thread = {
    id,
    append,
    history,
    context: async (options = {}) => createContext(await ports.context(id, options)),
    async compact(options = {}) {
      checkCompactOptions(options);
      return ports.compact(id, options);
    },
    summaries: async ({ statuses = ['live'] }: { statuses?: readonly SummaryStatus[] } = {}) => {
      checkStatuses(statuses);
      await ports.state(id);
      return store.readSummaries({ threadId: id, statuses });
    },
    async expand(summaryId, { after = 0, limit = expansionLimit, redacted = false } = {}) {
      checkSeq('limit', limit);
      checkAfter(after);
      const summary = await ports.summary(id, summaryId);
      const from = Math.max(summary.from, after + 1);
      const messages =
        from > summary.to
          ? []
          : await store.readMessages({
              threadId: id,
              from,
              to: summary.to,
              limit: Math.min(limit, expansionLimit),
            });
      const last = messages[messages.length - 1];
      return {
        summaryId,
        messages: redacted ? await Promise.all(messages.map(ports.quoted)) : messages,
        next: last && last.seq < summary.to ? last.seq : undefined,
      };
    },
    search: (query, options = {}) => ports.search(id, query, options),
    describe: () => ports.describe(id),
    receipts: async ({ limit = 50, before } = {}) => {
      checkSeq('limit', limit);
      await ports.state(id);
      return store.readReceipts({ threadId: id, limit, ...(before === undefined ? {} : { before }) });
    },
    edit: (message, content, { note = '' } = {}) => ports.edit(id, message, content, note),
    forget: (messages, options = {}) =>
      ports.forget(id, Array.isArray(messages) ? messages : [messages as MessageSelector], options),
    copies: (messages) =>
      ports.copies(id, Array.isArray(messages) ? messages : [messages as MessageSelector]),
    editSummary: (summaryId, text, { note = '' } = {}) => ports.editSummary(id, summaryId, text, note),
    pinSummary: (summaryId, { pinned = true, note = '' } = {}) =>
      ports.pinSummary(id, summaryId, pinned, note),
    audit: async ({ limit = 50, before } = {}) => {
      checkSeq('limit', limit);
      await ports.state(id);
      return store.readAudit({ threadId: id, limit, ...(before === undefined ? {} : { before }) });
    },
    explain: async ({ at, ...options } = {}) => {
      const { context, ...explanation } = await ports.explain(id, at, options);
      return { ...explanation, context: createContext(context) };
    },
    facts: () => ports.facts(id),
    rules: async () => withPinIds((await ports.state(id)).pins),
    removeRule: (ruleId, { note = '' } = {}) => ports.removeRule(id, ruleId, note),
    events: ({ signal } = {}) => ports.events(id, signal),
    state: () => ports.state(id),
    async configure(settings) {
      checkSettings(settings);
      return ports.configure(id, settings);
    },
  };
  return guardMethods(methods, parameters, { direct: ['history', 'events'] });
}

/** What is given besides messages, which are copied where they are read. */
const parameters = {
  context: ['options'],
  compact: ['options'],
  history: ['options'],
  summaries: ['options'],
  expand: ['summaryId', 'options'],
  search: ['query', 'options'],
  receipts: ['options'],
  edit: ['message', null, 'options'],
  forget: ['messages', 'options'],
  editSummary: ['summaryId', 'text', 'options'],
  pinSummary: ['summaryId', 'options'],
  audit: ['options'],
  explain: ['options'],
  events: ['options'],
  configure: ['settings'],
} as const;
