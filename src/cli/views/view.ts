/**
 * The page every view draws on. A view is a pure function from data to text that ends with a line feed. The text is
 * never wider than its columns, and its only control characters are line feeds and its own colour codes.
 */
import type { Io } from '../io.ts';
import { createStyle, type Style, speaksUtf8 } from '../terminal/style.ts';
import { truncateStyled } from '../terminal/width.ts';

export type View = {
  columns: number;
  colour: boolean;
  /** Draws all signs in ASCII, for terminals whose locale is not UTF-8. */
  ascii?: boolean;
  /** Shows times in UTC instead of the machine's time zone. */
  utc?: boolean;
};

export type Page = {
  /** At least `narrowest`; at most `widest`, because longer lines are hard to read. */
  columns: number;
  style: Style;
  colour: boolean;
  utc: boolean;
  ascii: boolean;
  render(lines: readonly string[]): string;
};

export const narrowest = 20;
const widest = 100;

export function viewOf(io: Pick<Io, 'columns' | 'colour' | 'env'>): View {
  return { columns: io.columns, colour: io.colour, ascii: !speaksUtf8(io.env) };
}

export function createPage({ columns, colour, ascii = false, utc = false }: View): Page {
  const width = Math.min(Math.max(columns, narrowest), widest);
  return {
    columns: width,
    style: createStyle({ colour }),
    colour,
    utc,
    ascii,
    render(lines) {
      const text = lines.map((line) => `${truncateStyled(line.trimEnd(), width)}\n`).join('');
      return ascii ? toAscii(text) : text;
    },
  };
}

/** Each sign becomes exactly one, so that columns stay aligned. Signs that must differ get different ones. */
const asciiSigns = new Map(
  Object.entries({
    '─': '-',
    '│': '|',
    '╭': '+',
    '╮': '+',
    '╰': '+',
    '╯': '+',
    '├': '+',
    '┤': '+',
    '└': '+',
    '┬': '+',
    '┴': '+',
    '█': '#',
    '▌': '|',
    '▓': '%',
    '▒': '*',
    '░': '.',
    '▙': '&',
    '▚': '!',
    '≡': '=',
    '▁': '_',
    '▂': '_',
    '▃': '_',
    '╳': 'x',
    '╱': '/',
    '·': '.',
    '•': '*',
    '–': '-',
    '—': '-',
    '−': '-',
    '…': '~',
    '→': '>',
    '←': '<',
    '↻': '*',
    '✓': '+',
    '✗': 'x',
    '⚠': '!',
    '«': '<',
    '»': '>',
    '‹': '<',
    '›': '>',
    '“': '"',
    '”': '"',
    '’': "'",
    '×': 'x',
    '≈': '~',
  }),
);
const drawing = /[─-╿▀-▟·•–—−…→←↻✓✗⚠«»‹›“”’×≈≡]/gu;

function toAscii(text: string): string {
  return text.replace(drawing, (sign) => asciiSigns.get(sign) ?? '#');
}
