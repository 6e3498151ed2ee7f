/** Shows threads as a table. Columns are left out until it fits, but never the id, by which commands name a thread. */
import type { ThreadState } from '../../records/thread-state.ts';
import type { Io } from '../io.ts';
import { dayAndTime, figure } from '../terminal/figures.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { createStyle } from '../terminal/style.ts';
import { displayWidth, padEnd, padStart, truncate } from '../terminal/width.ts';

type Column = { head: string; cell: (state: Listed) => string; text?: true };

/** Widths of a terminal from which titles are shown, and from which all figures are shown. */
const wide = 72;
const wider = 110;
const leastText = 8;

export function threadTable(all: readonly ThreadState[], io: Pick<Io, 'columns' | 'colour'>): string {
  const style = createStyle(io);
  const columns = columnsFor(all, io.columns);
  const rows = groupThreads(all).map((state) => columns.map(({ cell }) => cell(state)));
  const widths = columns.map(({ head }, index) =>
    Math.max(displayWidth(head), ...rows.map((row) => displayWidth(row[index]!))),
  );
  shrink(columns, widths, io.columns);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => {
        const width = widths[index]!;
        if (columns[index]!.text) return padEnd(truncate(cell, width), width);
        return index === cells.length - 1 ? cell : padStart(cell, width);
      })
      .join('  ')
      .trimEnd();
  const heads = columns.map(({ head }) => head);
  return `${[style.bold(line(heads)), ...rows.map(line)].join('\n')}\n`;
}

export type Listed = ThreadState & { under?: true };

/** Puts the threads of sub-agents under the thread they worked for. */
export function groupThreads(all: readonly ThreadState[]): Listed[] {
  const ids = new Set(all.map(({ id }) => id));
  const parentOf = ({ id }: ThreadState): string | undefined => {
    const parent = /^(.+?)-side-/u.exec(id)?.[1];
    return parent !== undefined && ids.has(parent) ? parent : undefined;
  };
  const children = Map.groupBy(
    all.filter((state) => parentOf(state) !== undefined),
    (state) => parentOf(state)!,
  );
  return all
    .filter((state) => parentOf(state) === undefined)
    .flatMap((state) => [
      state,
      ...(children.get(state.id) ?? []).map((child) => ({ ...child, under: true as const })),
    ]);
}

function columnsFor(all: readonly ThreadState[], width: number): Column[] {
  const owned = all.some(({ owner }) => owner !== undefined);
  const isWide = width >= wide;
  const isWider = width >= wider;
  return [
    { head: 'thread', cell: ({ id, under }) => `${under ? '  ' : ''}${sanitizeLine(id)}`, text: true },
    ...(isWide ? [{ head: 'title', cell: titleCell, text: true as const }] : []),
    ...(isWide && owned
      ? [{ head: 'owner', cell: ({ owner = '' }: ThreadState) => sanitizeLine(owner), text: true as const }]
      : []),
    { head: 'messages', cell: ({ messages }) => figure(messages) },
    ...(isWider
      ? [
          { head: 'tokens', cell: ({ tokens }: ThreadState) => figure(tokens) },
          { head: 'summaries', cell: ({ liveSummaries }: ThreadState) => figure(liveSummaries) },
        ]
      : []),
    {
      head: 'last used',
      cell: ({ updatedAt }) => {
        const { day, time } = dayAndTime(updatedAt);
        return isWide ? `${day} ${time}` : day;
      },
    },
  ];
}

function titleCell({ title = '', labels = [] }: ThreadState): string {
  return sanitizeLine([title, ...labels.map((label) => `#${label}`)].filter((text) => text !== '').join(' '));
}

/** Shrinks the widest text columns first, none below `leastText`. */
function shrink(columns: readonly Column[], widths: number[], available: number): void {
  const total = () => widths.reduce((sum, width) => sum + width + 2, -2);
  while (total() > available) {
    const widest = columns
      .flatMap(({ text }, index) => (text ? [index] : []))
      .reduce((most, index) => (widths[index]! > widths[most]! ? index : most), 0);
    if (widths[widest]! <= leastText) return;
    widths[widest]! -= 1;
  }
}
