/** Renders messages below each other, with a line across the page where a new day begins. */
import type { Message } from '../../message/message.ts';
import { dayAndTime } from '../terminal/figures.ts';
import { displayWidth } from '../terminal/width.ts';
import { type MessageLinesOptions, messageLines, numberColumnsFor, toolNamesOf } from './message-lines.ts';
import type { Page } from './view.ts';

const usualLines = 8;

export function listLines(options: {
  messages: readonly Message[];
  /** The highest number of the whole list, so that the numbers of all pages line up. */
  total: number;
  /** Lines of one message before it is cut. */
  lines?: number;
  /** Nothing is cut: see MessageLinesOptions. */
  whole?: MessageLinesOptions['whole'];
  /** Day of the last message on the page before. */
  previousDay?: string;
  page: Page;
}): { lines: string[]; lastDay: string | undefined } {
  const { messages, total, lines: most = usualLines, whole, page } = options;
  const settings = {
    lines: most,
    numberColumns: numberColumnsFor(total),
    toolNames: toolNamesOf(messages),
    ...(whole === undefined ? {} : { whole }),
  };
  let lastDay = options.previousDay;
  const lines = messages.flatMap((message) => {
    const { day } = dayAndTime(message.createdAt, { utc: page.utc });
    const newDay = day !== lastDay && day !== '' ? ['', divider(day, page)] : [];
    lastDay = day;
    return [...newDay, ...messageLines(message, settings, page)];
  });
  return { lines, lastDay };
}

function divider(text: string, { style, columns }: Page): string {
  return style.dim(`── ${text} ${'─'.repeat(Math.max(0, columns - displayWidth(text) - 4))}`);
}
