/** One conversation as its user sees it. Holds an id and no state, so that a million of them cost nothing. */

import { type Context, createContext } from './context/render.ts';
import { invalidInput } from './errors.ts';
import type { Message } from './message/message.ts';
import type { MessageInput } from './message/normalize.ts';
import type { Receipt, SummaryRecord, SummaryStatus } from './summary.ts';
import type { CompactOptions, CompactResult, ThreadPorts } from './thread-ports.ts';
import type { ThreadSettings, ThreadState } from './thread-state.ts';
import type { ContextOptions } from './turn/context-options.ts';

export type HistoryOptions = { from?: number; to?: number; newestFirst?: boolean };

export type ExpandOptions = { after?: number; limit?: number };

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
  /** What compactions did, newest first. */
  receipts(options?: { limit?: number; before?: string }): Promise<Receipt[]>;
  state(): Promise<ThreadState>;
  /** This thread's own budget, strategy or labels; null goes back to the common one. */
  configure(settings: { [key in keyof ThreadSettings]?: ThreadSettings[key] | null }): Promise<ThreadState>;
};

const historyPage = 200;
const expansionLimit = 200;

export function createThread(id: string, ports: ThreadPorts): Thread {
  const { store } = ports;

  async function append(message: MessageInput): Promise<Message>;
  async function append(messages: readonly MessageInput[]): Promise<Message[]>;
  async function append(input: MessageInput | readonly MessageInput[]): Promise<Message | Message[]> {
    const stored = await ports.append(id, input);
    return Array.isArray(input) ? stored : stored[0]!;
  }

  async function* history({
    from = 1,
    to,
    newestFirst = false,
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
      yield* page;
      if (newestFirst) high = last.seq - 1;
      else low = last.seq + 1;
    }
  }

  return {
    id,
    append,
    history,
    context: async (options = {}) => createContext(await ports.context(id, options)),
    compact: (options = {}) => ports.compact(id, options),
    summaries: async ({ statuses = ['live'] }: { statuses?: readonly SummaryStatus[] } = {}) => {
      await ports.state(id);
      return store.readSummaries({ threadId: id, statuses });
    },
    async expand(summaryId, { after = 0, limit = expansionLimit } = {}) {
      checkSeq('limit', limit);
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
      return { summaryId, messages, next: last && last.seq < summary.to ? last.seq : undefined };
    },
    receipts: async ({ limit = 50, before } = {}) => {
      checkSeq('limit', limit);
      return store.readReceipts({ threadId: id, limit, ...(before === undefined ? {} : { before }) });
    },
    state: () => ports.state(id),
    configure: (settings) => ports.configure(id, settings),
  };
}

function checkSeq(field: string, value: unknown): void {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw invalidInput(field, 'a whole number of at least 1', value);
  }
}
