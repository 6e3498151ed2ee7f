/** A table in a box that scrolls sideways if it is too wide. */
import type { ComponentChildren } from 'preact';
import { ScrollBox } from './scroll-box.tsx';

export type Column<Row> = {
  title: string;
  /** `number` aligns figures below each other. */
  class?: 'number' | 'mono' | 'soft';
  cell(row: Row): ComponentChildren;
};

export type TableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string | number;
};

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <ScrollBox label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={column.class === 'number' ? 'number' : undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.title} class={column.class} dir="auto">
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
