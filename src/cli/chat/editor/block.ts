/** Rows that are redrawn in place, with the cursor among them: the previous rows are erased before new ones appear. */
import type { Terminal } from './prompt-parts.ts';

export type BlockRow = { text: string; width: number };

export type Block = {
  draw(rows: readonly BlockRow[], cursor: { row: number; column: number }): void;
  /** The escape sequence that erases the rows; the caller writes it. */
  erase(): string;
  /** Leaves the drawn rows on the screen for good. */
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
    // A terminal that became narrower has wrapped the rows that no longer fit.
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
