/**
 * Finds secrets by the heading of their column: in separated values, in a table of Markdown or of a terminal, or in an
 * INSERT statement.
 */
import { looksChosen } from './assigned-values.ts';
import type { Glance } from './glance.ts';
import { mayName, meaningOfName } from './name-meanings.ts';
import { isPlaceholderOrCode } from './secret-shape.ts';

type Found = { kind: string; start: number; end: number };
type Cell = { text: string; start: number };

const longestHeading = 500;
const mostColumns = 60;
/** Signs that no heading of a column contains. Nearly every line of code has one. */
const noHeading = /[()[\]{}=<>:/\\?!@#$%&^~+]/;
/** The line below the heading of a table: `|---|:-:|`, `+----+----+`. */
const rule = /^[\s|+:=-]*-{2,}[\s|+:=-]*$/;
/** Tried in this order. The comma comes late, because a line of prose may contain one too. */
const separators = ['\t', ';', '|', ',', '  '];
const insert = /\binsert\s+into\s+[^\s(]{1,120}\s*\((?<columns>[^()]{1,2000})\)\s*values\s*/gi;
const tuple = /\s*,?\s*\((?<values>(?:[^()'"]|'(?:[^']|'')*'|"[^"]*"){1,8000})\)/y;

export function findColumnSecrets(text: string, glance: Glance): Found[] {
  if (!mayName(glance)) return [];
  return [...findSeparated(text), ...findInserted(text)];
}

function findSeparated(text: string): Found[] {
  const found: Found[] = [];
  let columns: (string | undefined)[] | undefined;
  let [separator, width] = [',', 0];
  let start = 0;
  for (const line of text.split('\n')) {
    const at = start;
    start += line.length + 1;
    if (columns !== undefined) {
      if (rule.test(line)) continue;
      const cells = rowOf(line, separator, at);
      if (cells.length === width) {
        // Tables laid out for people contain more than values, so there a value has to look like a secret.
        const isForReaders = separator === '|' || separator === '  ';
        const values = isForReaders
          ? columns.map((kind, at) => (looksChosen(cells[at]!.text) ? kind : undefined))
          : columns;
        found.push(...secretsIn(cells, values));
        continue;
      }
      columns = undefined;
    }
    if (line.length > longestHeading || noHeading.test(line)) continue;
    const trimmed = line.trim();
    const usedSeparator = separators.find((one) => trimmed.includes(one));
    if (usedSeparator === undefined) continue;
    const heading = rowOf(line, usedSeparator, at);
    const isHeading =
      heading.length <= mostColumns &&
      heading.every(({ text }) => /^[\p{L}_][\p{L}\p{N}_ .-]{0,40}$/u.test(text));
    if (!isHeading) continue;
    const kinds = heading.map(({ text }) => kindOf(text));
    if (kinds.some((kind) => kind !== undefined))
      [columns, separator, width] = [kinds, usedSeparator, heading.length];
  }
  return found;
}

function findInserted(text: string): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(insert)) {
    const kinds = match.groups!.columns!.split(',').map((name) => kindOf(name.replace(/[`"'[\]\s]/g, '')));
    if (kinds.every((kind) => kind === undefined)) continue;
    tuple.lastIndex = match.index + match[0].length;
    for (let row = tuple.exec(text); row !== null; row = tuple.exec(text)) {
      const at = row.index + row[0].length - 1 - row.groups!.values!.length;
      const cells = cellsOf(row.groups!.values!, ',', at);
      if (cells.length !== kinds.length) continue;
      found.push(...secretsIn(cells, kinds));
    }
  }
  return found;
}

/** The secrets of a row, by the kinds that the headings of its columns name. */
function secretsIn(cells: readonly Cell[], kinds: readonly (string | undefined)[]): Found[] {
  return kinds.flatMap((kind, at) => (kind === undefined ? [] : secretIn(cells[at]!, kind)));
}

function kindOf(name: string): string | undefined {
  const meaning = meaningOfName(name);
  return meaning === 'password' ? 'password' : meaning === 'secret' ? 'api-key' : undefined;
}

/** The cells of a line. Bars and blanks at its ends separate nothing, and several blanks in a row are one separator. */
function rowOf(line: string, separator: string, offset: number): Cell[] {
  const cells = cellsOf(line, separator, offset);
  if (separator === '  ') return cells.filter(({ text }) => text !== '');
  if (separator !== '|') return cells;
  const last = cells.length - (cells.length > 1 && cells.at(-1)!.text === '' ? 1 : 0);
  return cells.slice(cells[0]!.text === '' ? 1 : 0, last);
}

/** Cells without surrounding quotes and blanks. A separator inside quotes does not separate. */
function cellsOf(line: string, separator: string, offset: number): Cell[] {
  const cells: Cell[] = [];
  let [from, quote] = [0, ''];
  const addCell = (to: number) => {
    const raw = line.slice(from, to);
    const text = raw.trim().replace(/^(["'`]|\*\*)(.*)\1$/s, '$2');
    cells.push({ text, start: offset + from + raw.indexOf(text) });
    from = to + separator.length;
  };
  for (let index = 0; index < line.length; index += 1) {
    const sign = line[index]!;
    if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote) quote = '';
    else if (quote === '' && index >= from && line.startsWith(separator, index)) addCell(index);
  }
  addCell(line.length);
  return cells;
}

/**
 * Except for passwords, the value must look like a secret, because headings such as `key` and `login` name many things.
 */
function secretIn({ text, start }: Cell, kind: string): Found[] {
  if (text.length < 4 || /\s/.test(text) || isPlaceholderOrCode(text) || /\($/.test(text)) return [];
  if (kind !== 'password' && !(text.length >= 12 && /\d/.test(text) && /\p{L}/u.test(text))) return [];
  return [{ kind, start, end: start + text.length }];
}
