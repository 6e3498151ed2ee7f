/** Draws a titled frame around lines that fit already, and rows of a name and a text. */
import { displayWidth, padEnd, wrap } from '../terminal/width.ts';
import type { Page } from './view.ts';

export type Row = { name: string; text: string; paint?: (text: string) => string };

/** A line without and with styling. Its width is that of the plain text. */
export type StyledLine = { plain: string; styled: string };

/** Columns inside a box as wide as the page. */
export function innerColumns({ columns }: Page): number {
  return columns - 4;
}

/** As wide as its content needs, but never wider than the page. */
export function box(title: string, inside: readonly StyledLine[], page: Page): string[] {
  const { style } = page;
  const needed = Math.max(displayWidth(title) + 2, ...inside.map(({ plain }) => displayWidth(plain)));
  const width = Math.min(needed, innerColumns(page));
  const rule = '─'.repeat(Math.max(0, width - displayWidth(title) - 1));
  return [
    `${style.dim('╭─')} ${style.bold(title)} ${style.dim(`${rule}╮`)}`,
    ...inside.map(
      ({ plain, styled }) =>
        `${style.dim('│')} ${styled}${padEnd('', width - displayWidth(plain))} ${style.dim('│')}`,
    ),
    style.dim(`╰${'─'.repeat(width + 2)}╯`),
  ];
}

/** Names in one column, dimmed; texts beside them, wrapped. */
export function rows(list: readonly Row[], columns: number, page: Page): StyledLine[] {
  const names = Math.max(...list.map(({ name }) => displayWidth(name))) + 2;
  return list.flatMap(({ name, text, paint = (plain) => plain }) =>
    wrap(text, columns - names).map((line, index) => {
      const label = padEnd(index === 0 ? name : '', names);
      return { plain: label + line, styled: page.style.dim(label) + paint(line) };
    }),
  );
}
