/** Renders plain sentences and lists, the output of small commands, for a view. */
import { displayWidth, padEnd, wrap } from '../../terminal/width.ts';
import { createPage, type View } from '../../views/view.ts';

export type ListRow = {
  name: string;
  about: string;
  /** The entry in use. */
  marked?: boolean;
};

export function textBlock(text: string, view: View): string {
  const page = createPage(view);
  return page.render(wrap(text, page.columns));
}

/** Two columns; where a name leaves too little room, its description goes below it. */
export function listBlock(rows: readonly ListRow[], view: View): string {
  const page = createPage(view);
  const { style, columns } = page;
  const marking = rows.some(({ marked }) => marked !== undefined);
  const sign = (row: ListRow) => (marking ? `${row.marked ? '→' : ' '} ` : '');
  const widest = Math.max(...rows.map(({ name }) => displayWidth(name)), 0);
  const left = Math.min(widest, Math.floor(columns / 2)) + 2;
  const room = columns - left - (marking ? 2 : 0);
  const stacked = room < 20;
  return page.render(
    rows.flatMap((row) => {
      if (row.name === '' && row.about === '') return [''];
      const paint = row.marked ? (text: string) => style.bold(style.cyan(text)) : style.bold;
      if (stacked || displayWidth(row.name) > left - 2) {
        const indent = stacked ? 4 : left + (marking ? 2 : 0);
        return [
          `${sign(row)}${paint(row.name)}`,
          ...wrap(row.about, columns - indent).map((line) => ' '.repeat(indent) + line),
        ];
      }
      return wrap(row.about, room).map((line, index) =>
        index === 0
          ? `${sign(row)}${paint(padEnd(row.name, left))}${line}`
          : ' '.repeat(left + (marking ? 2 : 0)) + line,
      );
    }),
  );
}
