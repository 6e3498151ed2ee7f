/**
 * Shows the demo while it runs. A terminal gets a small panel, redrawn for each message, and notices that scroll by
 * above it. A pipe gets plain lines, at each compaction and every twenty messages.
 */
import { textOf } from '../../message/message.ts';
import { renderMessageText } from '../../message/text.ts';
import type { Io } from '../io.ts';
import { bar, markedBar } from '../terminal/bars.ts';
import { figure, percent } from '../terminal/figures.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import type { Style } from '../terminal/style.ts';
import { displayWidth, padEnd, truncate } from '../terminal/width.ts';
import { keptLines, noticeLines, noticeText } from '../views/compaction-notice.ts';
import type { Step } from './play.ts';

export type LiveView = { show(step: Step): void; close(): void };

const widestPanel = 100;
const plainInterval = 20;
const plainColumns = 100;
const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';
const clearLine = '\u001b[2K';
const speakers = { user: 'Maya', assistant: 'assistant', tool: 'tool', system: 'system' } as const;

export function plainView(io: Io): LiveView {
  return {
    show(step) {
      for (const compaction of step.compactions) {
        const notice = noticeText(compaction);
        for (const line of [notice, ...keptLines(compaction, plainColumns)]) io.stdout.write(`${line}\n`);
      }
      if (step.number % plainInterval !== 0) return;
      const { number, total, historyTokens, contextTokens } = step;
      const sizes = `full history ${figure(historyTokens)} tokens, context ${figure(contextTokens)}`;
      io.stdout.write(`message ${number}/${total}: ${sizes} (${percent(contextTokens / historyTokens)})\n`);
    },
    close() {},
  };
}

export function panelView(options: { io: Io; style: Style; budgetTokens: number; scale: number }): LiveView {
  const { io, style, budgetTokens, scale } = options;
  let drawn = 0;
  const erase = () => (drawn === 0 ? '' : `\u001b[${drawn}A\r`);
  io.stdout.write(hideCursor);

  return {
    show(step) {
      // One column is left free: a full line would make some terminals scroll.
      const columns = Math.min(io.columns, widestPanel) - 1;
      const notices = step.compactions.flatMap((compaction) => [
        ...noticeLines(compaction, columns).map(style.yellow),
        ...keptLines(compaction, columns).map(style.dim),
      ]);
      const panel = panelLines({ step, style, budgetTokens, scale, columns });
      const lines = [...notices, ...panel];
      io.stdout.write(erase() + lines.map((line) => `${clearLine}${line}\n`).join(''));
      drawn = panel.length;
    },
    close() {
      io.stdout.write(showCursor);
    },
  };
}

function panelLines(options: {
  step: Step;
  style: Style;
  budgetTokens: number;
  scale: number;
  columns: number;
}): string[] {
  const { step, style, budgetTokens, scale, columns } = options;
  const { number, total, message, historyTokens, contextTokens } = step;
  const day = new Date(message.createdAt).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const text = sanitizeLine(textOf(message.parts) || renderMessageText(message));
  const [history, context] =
    columns < 60 ? (['history', 'context'] as const) : (['full history', 'context sent'] as const);
  const labels = displayWidth(history) + 2;
  const budget = figure(budgetTokens);
  const width = Math.max(8, columns - labels - `${budget} of ${budget} `.length);
  const historyBar = style.magenta(padEnd(bar(historyTokens, scale, width), width));
  const contextBar = style.green(
    markedBar(contextTokens, { full: scale, mark: budgetTokens, columns: width }),
  );
  return [
    style.dim('─'.repeat(columns)),
    `${style.bold(`message ${number}/${total}`)}${style.dim(`  ${day}`)}`,
    style.dim(truncate(`${speakers[message.role]}: ${text}`, columns)),
    `${padEnd(history, labels)}${historyBar} ${figure(historyTokens)}`,
    `${padEnd(context, labels)}${contextBar} ${figure(contextTokens)} of ${budget}`,
  ];
}
