/** Lists summaries: the messages each covers, its size, its maker and its text. */
import type { SummaryRecord } from '../../records/summary.ts';
import { counted, dayAndTime, figure, percent, stretch } from '../terminal/figures.ts';
import { sanitize, sanitizeLine } from '../terminal/sanitize.ts';
import { truncate, wrap } from '../terminal/width.ts';
import { strataPicture } from './strata.ts';
import { createPage, type Page, type View } from './view.ts';

/** A summary with the times of the first and the last message it covers, if they are known. */
export type DatedSummary = SummaryRecord & { since?: string; until?: string };

export type SummariesOptions = {
  /** Number of messages in the thread, so that the picture shows what is still verbatim. */
  messages?: number;
  /** How to read the original messages on this surface. */
  hint?: string;
};

const textLines = 12;
const readCharacters = 20_000;

export function summariesView(
  records: readonly DatedSummary[],
  view: View,
  { messages, hint }: SummariesOptions = {},
): string {
  const page = createPage(view);
  const { style, columns } = page;
  if (records.length === 0) {
    return page.render(wrap('No summaries yet: the whole thread is shown as it was said.', columns));
  }
  const sourceTokens = records.reduce((sum, record) => sum + record.sourceTokens, 0);
  const tokens = records.reduce((sum, record) => sum + record.tokens, 0);
  const heading = `${counted(records.length, 'summary', 'summaries')}: ${figure(sourceTokens)} → ${figure(tokens)} tokens`;
  return page.render([
    ...wrap(heading, columns).map(style.bold),
    ...(messages === undefined ? [] : ['', ...picture(records, messages, page)]),
    ...records.flatMap((record) => ['', ...summaryLines(record, { lines: textLines, maker: true }, page)]),
    ...(hint === undefined ? [] : ['', ...wrap(hint, columns).map(style.dim)]),
  ]);
}

function picture(records: readonly DatedSummary[], messages: number, page: Page): string[] {
  const strata = records
    .filter(({ status }) => status === 'live')
    .map(({ from, to, level, tokens, sourceTokens }) => ({
      from,
      to,
      level: truncate(sanitizeLine(level), 12),
      tokens,
      originalTokens: sourceTokens,
    }));
  const covered = Math.max(0, ...strata.map(({ to }) => to));
  if (covered < messages) {
    strata.push({ from: covered + 1, to: messages, level: 'verbatim', tokens: 0, originalTokens: 0 });
  }
  return strataPicture({ strata, messages: Math.max(messages, covered), ...page });
}

/** One summary: a line of figures, then its text. */
export function summaryLines(
  record: DatedSummary,
  options: { lines: number; maker?: boolean },
  page: Page,
): string[] {
  const { style, columns, utc } = page;
  const range = `#${figure(record.from)}–${figure(record.to)}`;
  const when =
    record.since === undefined || record.until === undefined
      ? ''
      : stretch(record.since, record.until, { utc });
  const sizes = `${figure(record.sourceTokens)} → ${figure(record.tokens)} tokens`;
  const about = [sanitizeLine(record.level), sizes, ...(when === '' ? [] : [when]), ...marksOf(record)];
  const head = wrap(about.join(' · '), columns - range.length - 2);
  const made = dayAndTime(record.createdAt, { utc });
  const maker = [
    sanitizeLine(record.id),
    `by ${sanitizeLine(record.model)}`,
    `${made.day} ${made.time}`,
    counted(record.facts.length, 'fact'),
    `survival ${percent(record.survival)}`,
    `fidelity ${percent(record.fidelity)}`,
  ].join(' · ');
  return [
    ...head.map((line, index) =>
      index === 0
        ? `${style.cyan(range)}  ${style.dim(line)}`
        : `${' '.repeat(range.length + 2)}${style.dim(line)}`,
    ),
    ...(options.maker === true ? wrap(maker, columns - 2).map((line) => `  ${style.dim(line)}`) : []),
    ...summaryText(record, options.lines, page),
  ];
}

function marksOf({ status, stale, edited, pinned, rung }: SummaryRecord): string[] {
  return [
    ...(status === 'live' ? [] : [status]),
    ...(stale === true ? ['outdated, to be made anew'] : []),
    ...(edited === undefined ? [] : ['edited']),
    ...(pinned === true ? ['pinned'] : []),
    ...(rung === 'truncation' ? ['cut, to be redone'] : []),
  ];
}

function summaryText({ text }: SummaryRecord, most: number, { style, columns }: Page): string[] {
  const lines = wrap(sanitize(text.slice(0, readCharacters)).trim(), columns - 2).filter(
    (line, index, all) => line.trim() !== '' || all[index - 1]?.trim() !== '',
  );
  const shown = lines.length <= most + 1 ? lines : lines.slice(0, most);
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`… ${counted(more, 'more line')}`] : [])].map((line, index) =>
    `${style.dim('│')} ${index === shown.length ? style.dim(line) : line}`.trimEnd(),
  );
}
