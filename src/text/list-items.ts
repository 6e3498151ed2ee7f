/** Lists and tables in a text: which line is which item. */

export type ListItem = {
  /** The number written before it. Bullet points, and rows of a table below its header, are counted from 1. */
  number: number;
  isLast: boolean;
};

const numbered = /^\s*(?:#{1,6}\s*)?[*_]{0,2}(?<number>\p{Nd}{1,3})[.)]/u;
const point = /^\s{0,3}[-*•]\s/u;
const row = /^\s*\|.*\|/u;
const rule = /^[\s|:-]+$/u;

/** The item of each line; undefined for lines that are no items. */
export function listItems(lines: readonly string[]): (ListItem | undefined)[] {
  const items: (ListItem | undefined)[] = lines.map(() => undefined);
  const last = { numbered: -1, point: -1, row: -1 };
  const open = (kind: keyof typeof last, line: number, number: number) => {
    const before = items[last[kind]];
    if (before && before.number === number - 1) before.isLast = false;
    items[line] = { number, isLast: true };
    last[kind] = line;
  };
  for (const [line, text] of lines.entries()) {
    const number = Number(numbered.exec(text)?.groups?.number);
    if (number >= 1) open('numbered', line, number);
    else if (point.test(text)) open('point', line, (items[last.point]?.number ?? 0) + 1);
    else if (row.test(text) && rule.test(text)) open('row', line, 0);
    else if (row.test(text) && items[last.row]) open('row', line, items[last.row]!.number + 1);
    else if (text.trim() !== '') [last.point, last.row] = [-1, -1];
  }
  return items;
}

export function longestList(text: string): number {
  if (!text.includes('\n')) return 0;
  return listItems(text.split('\n')).reduce((most, item) => Math.max(most, item?.number ?? 0), 0);
}
