/** The originals page by page: those of a thread, and those behind a summary (I-9). */
import type { Redaction } from '../engine/redaction.ts';
import type { Message } from '../message/message.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { Store } from '../store.ts';

export type HistoryOptions = { from?: number; to?: number; newestFirst?: boolean } & QuotingOptions;

export type ExpandOptions = { after?: number; limit?: number } & QuotingOptions;

/** True: as messages are recalled and found, with secrets replaced (`redaction.recall`). Default: the originals. */
export type QuotingOptions = { redacted?: boolean };

/** A page of the messages a summary stands for. `next` continues it; undefined after the last page. */
export type Expansion = { summaryId: string; messages: Message[]; next: number | undefined };

type ArchivePorts = { store: Store; redaction: Redaction };

const historyPage = 200;
const expansionLimit = 200;

export async function* readHistory(
  { store, redaction }: ArchivePorts,
  range: { threadId: string; from: number; to: number },
  { newestFirst = false, redacted = false }: Pick<HistoryOptions, 'newestFirst' | 'redacted'>,
): AsyncGenerator<Message> {
  let { from, to } = range;
  while (from <= to) {
    const page = await store.readMessages({
      threadId: range.threadId,
      from,
      to,
      limit: historyPage,
      newestFirst,
    });
    const last = page[page.length - 1];
    if (!last) return;
    if (redacted) for (const message of page) yield await redaction.shown(message);
    else yield* page;
    if (newestFirst) to = last.seq - 1;
    else from = last.seq + 1;
  }
}

export async function expandSummary(
  { store, redaction }: ArchivePorts,
  { id, threadId, from, to }: SummaryRecord,
  { after = 0, limit = expansionLimit, redacted = false }: ExpandOptions,
): Promise<Expansion> {
  const first = Math.max(from, after + 1);
  const size = Math.min(limit, expansionLimit);
  const messages = first > to ? [] : await store.readMessages({ threadId, from: first, to, limit: size });
  const last = messages[messages.length - 1];
  return {
    summaryId: id,
    messages: redacted ? await Promise.all(messages.map(redaction.shown)) : messages,
    next: last && last.seq < to ? last.seq : undefined,
  };
}
