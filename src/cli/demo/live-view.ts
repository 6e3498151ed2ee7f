/**
 * The demo while it runs. On a terminal: notices scroll by above a small panel that is drawn again for each message.
 * In a pipe: plain lines, at each compaction and every twenty messages.
 */
import { textOf } from '../../message/message.ts';
import { renderMessageText } from '../../message/text.ts';
import type { Io } from '../io.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import type { Style } from '../terminal/style.ts';
import { truncate, wrap } from '../terminal/width.ts';
import { bar, figure, percent } from './bars.ts';
import { notice } from './notice.ts';
import type { Step } from './play.ts';

export type LiveView = { show(step: Step): void; close(): void };

const widestPanel = 100;
const plainInterval = 20;
const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';
const clearLine = '\u001b[2K';
const speakers = { user: 'Maya', assistant: 'assistant', tool: 'tool', system: 'system' } as const;

export function plainView(io: Io): LiveView {
  return {
    show(step) {
      for (const compaction of step.compactions) io.stdout.write(`${notice(compaction)}\n`);
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
      const notices = step.compactions.flatMap((compaction) => wrap(notice(compaction), columns));
      const panel = panelLines({ step, style, budgetTokens, scale, columns });
      const lines = [...notices.map(style.yellow), ...panel];
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
  const said = sanitizeLine(textOf(message.parts) || renderMessageText(message));
  const labels = columns < 60 ? ['history', 'context'] : ['full history', 'context sent'];
  const labelWidth = labels[0]!.length + 2;
  const figures = [figure(historyTokens), `${figure(contextTokens)} of ${figure(budgetTokens)}`];
  const figureWidth = figure(budgetTokens).length * 2 + 5;
  const width = Math.max(8, columns - labelWidth - figureWidth);
  const rule = Math.min(width - 1, Math.floor((budgetTokens / scale) * width));
  const contextBar = [...bar(contextTokens, scale, width).padEnd(Math.max(rule, 0))];
  const marked =
    contextBar.join('').trimEnd().length < rule
      ? `${contextBar.join('').slice(0, rule)}│`
      : contextBar.join('');
  return [
    style.dim('─'.repeat(columns)),
    `${style.bold(`message ${number}/${total}`)}${style.dim(`  ${day}`)}`,
    style.dim(truncate(`${speakers[message.role]}: ${said}`, columns)),
    `${labels[0]!.padEnd(labelWidth)}${style.magenta(bar(historyTokens, scale, width).padEnd(width))} ${figures[0]}`,
    `${labels[1]!.padEnd(labelWidth)}${style.green(marked.padEnd(width))} ${figures[1]}`,
  ];
}
