/** Draws a terminal's screen as an SVG, so that the picture in the README shows a real screen. */

/** Neighbouring cells with the same style. */
export type StyledRun = {
  text: string;
  column: number;
  columns: number;
  /** One of the eight colours of terminals; undefined for the default. */
  colour: number | undefined;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
};

const cell = { width: 8.4, height: 19, size: 14 };
const margin = { x: 18, top: 44, bottom: 18 };
const palette = ['#5c6370', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#dcdfe4'];
const usual = '#dcdfe4';
const quiet = '#8b93a1';
const background = '#1e222a';

export function terminalPicture(
  rows: readonly (readonly StyledRun[])[],
  options: { columns: number; about: string },
): string {
  const width = Math.ceil(options.columns * cell.width + margin.x * 2);
  const height = Math.ceil(rows.length * cell.height + margin.top + margin.bottom);
  const lines = rows.flatMap((row, index) => {
    const y = (margin.top + (index + 0.75) * cell.height).toFixed(1);
    return row.filter(({ text }) => text.trim() !== '').map((run) => `  ${runElement(run, y)}`);
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `  <title>${escaped(options.about)}</title>`,
    `  <rect width="${width}" height="${height}" rx="10" fill="${background}"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, index) => `  <circle cx="${margin.x + 6 + index * 20}" cy="20" r="6" fill="${fill}"/>`,
    ),
    `  <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="${cell.size}" xml:space="preserve">`,
    ...lines,
    '  </g>',
    '</svg>',
    '',
  ].join('\n');
}

function runElement(run: StyledRun, y: string): string {
  const x = (margin.x + run.column * cell.width).toFixed(1);
  const fill = run.colour === undefined ? (run.dim ? quiet : usual) : palette[run.colour]!;
  const look = [
    ...(run.bold ? ['font-weight="bold"'] : []),
    ...(run.italic ? ['font-style="italic"'] : []),
    ...(run.underline ? ['text-decoration="underline"'] : []),
  ].join(' ');
  // Fixes the width to that of the cells, so that any font fits.
  const length = (run.columns * cell.width).toFixed(1);
  return `<text x="${x}" y="${y}" fill="${fill}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${look === '' ? '' : ` ${look}`}>${escaped(run.text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
