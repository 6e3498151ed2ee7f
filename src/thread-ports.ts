/** What a thread handle asks of the engine behind it. */
import type { AssembledContext } from './context/context.ts';
import type { Message } from './message/message.ts';
import type { MessageInput } from './message/normalize.ts';
import type { Store } from './store.ts';
import type { Receipt, SummaryRecord } from './summary.ts';
import type { ThreadSettings, ThreadState } from './thread-state.ts';
import type { ContextOptions } from './turn/context-options.ts';

export type CompactOptions = {
  /** Redo the summary from the originals, even when nothing is due. */
  refresh?: boolean;
  signal?: AbortSignal;
};

export type CompactResult =
  | { compacted: true /** The last of them. */; receipt: Receipt; receipts: Receipt[] }
  | { compacted: false; reason: string };

export type ThreadPorts = {
  store: Store;
  /** Throws `unknown_thread`. */
  state(threadId: string): Promise<ThreadState>;
  append(threadId: string, input: MessageInput | readonly MessageInput[]): Promise<Message[]>;
  context(threadId: string, options: ContextOptions): Promise<AssembledContext>;
  compact(threadId: string, options: CompactOptions): Promise<CompactResult>;
  /** Throws `unknown_summary`. */
  summary(threadId: string, summaryId: string): Promise<SummaryRecord>;
  configure(
    threadId: string,
    settings: { [key in keyof ThreadSettings]?: ThreadSettings[key] | null },
  ): Promise<ThreadState>;
};
