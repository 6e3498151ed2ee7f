/** Shows recent messages of a thread and, with `full`, the summaries of the older ones. */
import type { Message } from '../../message/message.ts';
import { counted, figure } from '../terminal/figures.ts';
import { wrap } from '../terminal/width.ts';
import type { MessageLinesOptions } from './message-lines.ts';
import { listLines } from './message-list.ts';
import { type DatedSummary, summaryLines } from './summaries-view.ts';
import { createPage, type Page, type View } from './view.ts';

export type History = {
  /** Number of messages in the thread. */
  total: number;
  /** In order. */
  messages: readonly Message[];
  /** Live summaries, oldest first, for the full view. */
  summaries?: readonly DatedSummary[];
  /** Messages are not cut: see MessageLinesOptions. */
  whole?: MessageLinesOptions['whole'];
  /** How to see more on this surface: `/history --full`. */
  hint?: string;
};

const summaryTextLines = 6;

export function historyView(history: History, view: View): string {
  const page = createPage(view);
  const { total, messages, summaries, hint } = history;
  if (total === 0) return page.render(wrap('No messages in this thread yet.', page.columns));
  const blocks = [
    ...(summaries === undefined ? [] : [summaryBlock(summaries, page)]),
    messageBlock(history, page),
  ].filter((block) => block.length > 0);
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
  const first = messages[0]?.seq ?? 1;
  if (hint !== undefined && summaries === undefined && first > 1) {
    lines.push('', ...wrap(hint, page.columns).map(page.style.dim));
  }
  return page.render(lines);
}

/** Only a page of messages, for lists that are written page by page. */
export function messageList(
  options: Pick<History, 'messages' | 'total' | 'whole'> & { previousDay?: string },
  view: View,
): { text: string; lastDay: string | undefined } {
  const page = createPage(view);
  const { lines, lastDay } = listLines({ ...options, page });
  return { text: page.render(lines), lastDay };
}

function summaryBlock(summaries: readonly DatedSummary[], page: Page): string[] {
  const { style, columns } = page;
  if (summaries.length === 0) return [style.dim('Nothing is summarized yet.')];
  const covered = summaries.at(-1)!.to;
  const heading = `Summarized: messages 1–${figure(covered)} in ${counted(summaries.length, 'summary', 'summaries')}`;
  return [
    ...wrap(heading, columns).map(style.bold),
    ...summaries.flatMap((summary) => ['', ...summaryLines(summary, { lines: summaryTextLines }, page)]),
  ];
}

function messageBlock({ total, messages, summaries, whole }: History, page: Page): string[] {
  const { style, columns } = page;
  const first = messages[0]?.seq;
  const last = messages.at(-1)?.seq;
  if (first === undefined || last === undefined) return [style.dim('No messages in this range.')];
  const heading =
    first === 1 && last === total
      ? `All ${counted(total, 'message')}`
      : `Messages ${figure(first)}–${figure(last)} of ${figure(total)}`;
  const covered = summaries?.at(-1)?.to ?? 0;
  const missing = summaries === undefined ? 0 : first - covered - 1;
  return [
    ...wrap(heading, columns).map(style.bold),
    ...(missing > 0 ? [style.dim(`… ${counted(missing, 'message')} before these, not summarized yet`)] : []),
    ...listLines({ messages, total, page, ...(whole === undefined ? {} : { whole }) }).lines,
  ];
}
