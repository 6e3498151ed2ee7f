/** Renders a table to fit the width: the widest columns shrink first, and long cells wrap within their column. */
import type { Tokens } from 'marked';
import { type InlineLook, inlineSpans } from './inline.ts';
import { type PaintedLine, type Span, spansWidth, wrapSpans } from './spans.ts';

const gap = '  ';
const narrowest = 4;

export function tableLines(
  { header, rows, align }: Tokens.Table,
  { columns, rule, ...look }: InlineLook & { columns: number; rule: string },
): string[] {
  const { style } = look;
  const heads = header.map(({ tokens }) => inlineSpans(tokens, look, style.bold));
  const cells = rows.map((row) => row.map(({ tokens }) => inlineSpans(tokens, look)));
  const widths = heads.map((head, index) =>
    Math.max(spansWidth(head), ...cells.map((row) => spansWidth(row[index] ?? []))),
  );
  fitWidths(widths, columns - gap.length * (widths.length - 1));
  const draw = (row: readonly Span[][]) => rowLines(row, widths, align);
  return [
    ...draw(heads),
    style.dim(widths.map((width) => rule.repeat(width)).join(gap)),
    ...cells.flatMap(draw),
  ];
}

function rowLines(row: readonly Span[][], widths: readonly number[], align: Tokens.Table['align']): string[] {
  const wrapped = widths.map((width, index) => wrapSpans(row[index] ?? [], width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, place) =>
    wrapped
      .map((lines, index) => padded(lines[place], widths[index]!, align[index] === 'right'))
      .join(gap)
      .trimEnd(),
  );
}

function padded(line: PaintedLine | undefined, width: number, right: boolean): string {
  const { text, width: own } = line ?? { text: '', width: 0 };
  const space = ' '.repeat(Math.max(0, width - own));
  return right ? space + text : text + space;
}

function fitWidths(widths: number[], available: number): void {
  while (widths.reduce((sum, width) => sum + width, 0) > available) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= narrowest) return;
    widths[widest]! -= 1;
  }
}
