/**
 * What every view is drawn on. A view is a pure function from data to text that ends with a line feed; it is never
 * wider than its columns, and holds no control character but line feeds and its own colour codes.
 */
import type { Io } from '../io.ts';
import { createStyle, type Style } from '../terminal/style.ts';
import { truncateStyled } from '../terminal/width.ts';

export type View = {
  columns: number;
  colour: boolean;
  /** Signs beyond ASCII are drawn with ASCII: for terminals whose locale is not UTF-8. */
  ascii?: boolean;
  /** Times in UTC instead of the machine's own zone. */
  utc?: boolean;
};

export type Page = {
  /** At least `narrowest`, at most `widest`: longer lines are hard to read. */
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

/** As the C library decides it. Where nothing is said at all, as in many containers, terminals still speak UTF-8. */
function speaksUtf8(env: { readonly [name: string]: string | undefined }): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale === undefined || locale === '' || /utf-?8/iu.test(locale);
}

/** One for one, so that columns stay where they are, and different signs stay different where they must. */
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
