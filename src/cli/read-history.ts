/** Reads the data of a history view: the newest messages, and with `full` the summaries of the older ones. */
import type { Message } from '../message/message.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { Thread } from '../thread.ts';
import type { History } from './views/history-view.ts';
import type { DatedSummary } from './views/summaries-view.ts';

export type ReadHistoryOptions = {
  full?: boolean;
  /** How many of the newest messages. Default: 20; with `full` all that are not summarized, at most 200. */
  limit?: number;
};

const recent = 20;
const recentOfFull = 200;

export async function readHistory(thread: Thread, options: ReadHistoryOptions = {}): Promise<History> {
  const { full = false, limit } = options;
  const state = await thread.state();
  if (!full) {
    return { total: state.messages, messages: await newest(thread, 1, limit ?? recent) };
  }
  const [summaries, messages] = await Promise.all([
    thread.summaries().then((records) => withTimes(thread, records)),
    newest(thread, limit === undefined ? state.coveredTo + 1 : 1, limit ?? recentOfFull),
  ]);
  return { total: state.messages, messages, summaries };
}

/** Adds to each summary the times of the first and the last message it covers. */
export async function withTimes(
  thread: Thread,
  summaries: readonly SummaryRecord[],
): Promise<DatedSummary[]> {
  const timeOf = async (seq: number) => {
    for await (const message of thread.history({ from: seq, to: seq })) return message.createdAt;
    return undefined;
  };
  return Promise.all(
    summaries.map(async (summary) => {
      const [since, until] = await Promise.all([timeOf(summary.from), timeOf(summary.to)]);
      return {
        ...summary,
        ...(since === undefined ? {} : { since }),
        ...(until === undefined ? {} : { until }),
      };
    }),
  );
}

async function newest(thread: Thread, from: number, limit: number): Promise<Message[]> {
  const messages: Message[] = [];
  for await (const message of thread.history({ from, newestFirst: true })) {
    messages.push(message);
    if (messages.length === limit) break;
  }
  return messages.reverse();
}
