/** Renders events for people. A model's text is not rendered here; it is written as it comes (reply-screen.ts). */
import type { Receipt } from '../../records/summary.ts';
import { counted, dayAndTime, dollars, duration, figure } from '../terminal/figures.ts';
import { sanitize, sanitizeLine } from '../terminal/sanitize.ts';
import { displayWidth, truncate, wrap } from '../terminal/width.ts';
import { keptLines, noticeText } from '../views/compaction-notice.ts';
import { speakerOf } from '../views/message-lines.ts';
import { createPage, type Page, type View } from '../views/view.ts';
import type { ChatEvent, Overview } from './chat-event.ts';

type Rendered = Exclude<ChatEvent, { type: 'text' | 'message' | 'asking' | 'summarizing' }>;

/** Empty if the event needs no text. */
export function renderEvent(event: Rendered, view: View): string {
  const page = createPage(view);
  const { style, columns } = page;
  const say = (text: string, paint: (line: string) => string = (line) => line) =>
    page.render(wrap(sanitize(text), columns).map(paint));
  switch (event.type) {
    case 'thread':
      return threadBlock(event, page);
    case 'recall':
      return recallBlock(event, page);
    case 'overview':
      return overviewBlock(event, page);
    case 'noted':
      return say(
        `Noted as #${event.seq}. (No model is configured: ask something, and I quote this thread.)`,
        style.dim,
      );
    case 'compaction':
      return page.render([
        style.yellow(noticeLine(event.receipt, columns)),
        ...keptLines(event.receipt, columns).map(style.dim),
      ]);
    case 'trouble':
      return say(`Summaries: ${event.text}`, style.yellow);
    case 'waiting':
      return say(`${event.reason}: trying again in ${duration(event.milliseconds)} …`, style.dim);
    case 'problem':
      return page.render(
        wrap(sanitize(`${event.problem} ${event.next}`), columns - 2).map((line, index) =>
          style.red(`${index === 0 ? '✗' : ' '} ${line}`),
        ),
      );
    case 'reply':
      return replyBlock(event, page);
    case 'command':
      return event.text;
  }
}

function threadBlock(event: Extract<ChatEvent, { type: 'thread' }>, page: Page): string {
  const { style, columns } = page;
  const called = event.title === null ? '' : ` “${sanitizeLine(event.title)}”`;
  const name = `${sanitizeLine(event.thread)}${called}`;
  const { day, time } = event.until === null ? { day: '', time: '' } : dayAndTime(event.until);
  const what =
    event.messages === 0
      ? `New thread ${name}.`
      : `Thread ${name}: ${counted(event.messages, 'message')}, the last on ${day} at ${time}.`;
  const who =
    event.model === null
      ? 'No model is configured, so I answer by quoting this thread. /model tells how to add one.'
      : `${sanitizeLine(event.model)} answers (${event.provider}).`;
  const start = event.messages === 0 ? ' /demo loads a conversation to try things on.' : '';
  return page.render([
    ...wrap(what, columns).map(style.bold),
    ...(event.first ? wrap(`${who}${start}`, columns).map(style.dim) : []),
  ]);
}

/** Always one line: less important figures are left out before the text is cut. */
function noticeLine(receipt: Receipt, columns: number): string {
  const [what = '', ...rest] = noticeText(receipt, { short: true }).split(', ');
  const kept = rest.filter((piece) => piece.endsWith('kept'));
  const tokens = rest.filter((piece) => piece.endsWith('tokens'));
  const forms = [[what, ...rest], [what, ...tokens, ...kept], [what, ...kept], [what]];
  const lines = forms.map((pieces) => pieces.join(', '));
  return lines.find((line) => displayWidth(line) <= columns) ?? truncate(what, columns);
}

function overviewBlock({ text, from, to }: Overview, page: Page): string {
  const made = `Made from messages ${from}–${to} without a model; /summarize and /history --full show more.`;
  return page.render([
    ...wrap(sanitize(text), page.columns),
    '',
    ...wrap(made, page.columns).map(page.style.dim),
  ]);
}

function recallBlock(event: Extract<ChatEvent, { type: 'recall' }>, page: Page): string {
  const { style, columns, utc } = page;
  const { sources, unmatched, corrections } = event;
  const read = corrections.map(({ from, to }) => `“${sanitizeLine(from)}” as “${sanitizeLine(to)}”`);
  const reading = read.length === 0 ? [] : wrap(`I read ${read.join(', ')}.`, columns).map(style.yellow);
  const missing = unmatched.map((word) => `“${sanitizeLine(word)}”`).join(', ');
  if (sources.length === 0) {
    const what = missing === '' ? 'that' : missing;
    return page.render([
      ...reading,
      ...wrap(`I found nothing on ${what} in this thread.`, columns),
      ...wrap('No model is configured; /model tells how to add one.', columns).map(style.dim),
    ]);
  }
  const doubt =
    missing === ''
      ? []
      : wrap(`I am not sure: nothing here speaks of ${missing}. The nearest:`, columns).map(style.yellow);
  const quotes = sources.flatMap(({ seq, role, name, at, text }) => {
    const { day, time } = dayAndTime(at, { utc });
    const speaker = speakerOf({ role, ...(name === undefined ? {} : { name }) });
    return [
      `${style.bold(`#${seq}`)} ${speaker} ${style.dim(`${day} ${time}`)}`,
      ...wrap(sanitize(text), columns - 2).map((line) => `${style.cyan('│')} ${line}`),
      '',
    ];
  });
  const footer = 'Quoted from this thread; no model is configured (/model).';
  return page.render([...reading, ...doubt, ...quotes, ...wrap(footer, columns).map(style.dim)]);
}

/** Says that a reply was interrupted, or else its time, tokens and cost, and whether it was cut off. */
function replyBlock(event: Extract<ChatEvent, { type: 'reply' }>, { style, columns, render }: Page): string {
  const { end, usage, milliseconds, costUsd } = event;
  if (end === 'failed') return '';
  if (end === 'interrupted') return render(wrap(interruptedText(event), columns).map(style.dim));
  const cached = usage?.cachedTokens ?? 0;
  const figures = [
    duration(milliseconds),
    ...(usage === null
      ? []
      : [
          `${figure(usage.inputTokens)} tokens in${cached > 0 ? ` (${figure(cached)} cached)` : ''}`,
          `${figure(usage.outputTokens)} out`,
        ]),
    ...(costUsd === null ? [] : [dollars(costUsd)]),
  ].join(' · ');
  const cut = `The reply is cut off: the model reached the most it may write${usage === null ? '' : ` (${counted(usage.outputTokens, 'token')})`}. Write "go on" for the rest, or /retry asks anew.`;
  return render([
    ...(end === 'cut' ? wrap(cut, columns).map(style.yellow) : []),
    ...wrap(figures, columns).map(style.dim),
  ]);
}

function interruptedText({ seq }: Extract<ChatEvent, { type: 'reply' }>): string {
  return seq === null
    ? 'Interrupted before anything came. Your message is kept; /retry asks again.'
    : `Interrupted. What came is kept as #${seq}. /retry asks anew.`;
}
