import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../terminal/width.ts';
import { layOut } from './layout.ts';

const lay = (text: string, cursor = text.length, columns = 13, most = 100) =>
  layOut({ buffer: { text, cursor }, promptWidth: 2, columns, most });

describe('layOut', () => {
  it('R-58 wraps by cells and knows where the cursor is', () => {
    const { rows, cursor } = lay('abcdefghijklmno');
    expect(rows.map(({ text }) => text)).toEqual(['abcdefghij', 'klmno']);
    expect(cursor).toEqual({ row: 1, column: 7 });
    expect(lay('abcdefghij').cursor).toEqual({ row: 1, column: 2 });
    expect(lay('ab\ncd', 1).cursor).toEqual({ row: 0, column: 3 });
    expect(lay('').rows).toEqual([{ text: '', width: 2, first: true }]);
  });

  it('R-58 never cuts a wide character in two', () => {
    expect(lay('漢字漢字漢字').rows.map(({ text }) => text)).toEqual(['漢字漢字漢', '字']);
  });

  it('R-58 shows control characters as signs', () => {
    expect(lay('a\u001b[2Jb').rows[0]!.text).toBe('a␛[2Jb');
  });

  it('R-58 shows the rows around the cursor where not all fit', () => {
    const text = Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n');
    const end = lay(text, text.length, 40, 5);
    expect(end.rows.map((row) => row.text)).toEqual(['line 45', 'line 46', 'line 47', 'line 48', 'line 49']);
    const start = lay(text, 0, 40, 5);
    expect(start.rows.map((row) => row.text)).toEqual(['line 0', 'line 1', 'line 2', 'line 3', 'line 4']);
    expect(start.rows[0]!.first && !end.rows[0]!.first).toBe(true);
  });

  it('R-58 no row is wider than the terminal, and the cursor stands on a row', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.nat(),
        fc.integer({ min: 12, max: 60 }),
        fc.integer({ min: 1, max: 8 }),
        (text, place, columns, most) => {
          const { rows, cursor } = lay(text, place % (text.length + 1), columns, most);
          expect(rows.length).toBeGreaterThan(0);
          expect(rows.length).toBeLessThanOrEqual(most);
          for (const row of rows) expect(2 + displayWidth(row.text)).toBeLessThan(columns);
          expect(cursor.row).toBeLessThan(rows.length);
          expect(cursor.row).toBeGreaterThanOrEqual(0);
          expect(cursor.column).toBeLessThan(columns);
        },
      ),
    );
  });
});
