/** Rows that are drawn over themselves, with the cursor among them: what was drawn is taken away before the next. */
import type { Terminal } from './prompt-parts.ts';

export type BlockRow = { text: string; width: number };

export type Block = {
  draw(rows: readonly BlockRow[], cursor: { row: number; column: number }): void;
  /** What takes the rows away, to be written. */
  erase(): string;
  /** They stay on the screen from now on. */
  leave(): void;
};

const eraseBelow = '\u001b[J';

export function createBlock(terminal: Pick<Terminal, 'columns' | 'reflows' | 'write'>): Block {
  /** Widths of the drawn rows and the cursor's place among them. */
  let drawn: { widths: number[]; row: number; column: number } | undefined;

  function erase(): string {
    if (drawn === undefined) return '';
    const { widths, row, column } = drawn;
    drawn = undefined;
    // A terminal that became narrower has broken the rows that no longer fit.
    const height = (width: number) => Math.max(1, Math.ceil(width / terminal.columns));
    const ownRows = terminal.reflows ? Math.floor(column / terminal.columns) : 0;
    const above = widths.slice(0, row).reduce((sum, width) => sum + height(width), ownRows);
    return `${above > 0 ? `\u001b[${above}A` : ''}\r${eraseBelow}`;
  }

  return {
    draw(rows, { row, column }) {
      const below = rows.length - 1 - row;
      const text = rows.map((each) => each.text).join('\r\n');
      terminal.write(`${erase()}${text}${below > 0 ? `\u001b[${below}A` : ''}\r\u001b[${column}C`);
      drawn = { widths: rows.map(({ width }) => width), row, column };
    },
    erase,
    leave() {
      drawn = undefined;
    },
  };
}
