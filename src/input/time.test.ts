import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCalendarDay, parseTime } from './time.ts';

describe('times given as text', () => {
  it.each([
    '2026-02-30',
    '2026-02-29',
    '2026-04-31T10:00:00Z',
    '2026-04-31 10:00',
    '2026-02-30T10:00:00+02:00',
    '2026/02/30',
    '02/30/2026',
    '30.02.2026',
    '31/02/2026',
    '32/01/2026',
    '20260230T100000Z',
    'Feb 30, 2026',
    'February 30 2026',
    '30 Feb 2026',
    'Mon, 30 Feb 2026 10:00:00 GMT',
    'Feb 29, 2100',
    '2026-13-01',
    '2026-00-10',
    '2026-06-00',
    '2026-06-10T25:00',
    '2026-06-10T10:61',
    '2026-06-10T10:00:61Z',
    'soon',
    '',
  ])('R-78 %s is refused', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });

  it.each([
    ['2026-02-28', '2026-02-28T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2026-05-08T13:00:00+02:00', '2026-05-08T11:00:00.000Z'],
    ['2026-05', '2026-05-01T00:00:00.000Z'],
    ['Fri, 08 May 2026 11:00:00 GMT', '2026-05-08T11:00:00.000Z'],
    ['01.03.2024', '2024-03-01T00:00:00.000Z'],
    ['1.3.2024, 10:05 GMT', '2024-03-01T10:05:00.000Z'],
    ['01.03.2024 10:00:30 GMT', '2024-03-01T10:00:30.000Z'],
    ['31/12/2024, 22:15 GMT', '2024-12-31T22:15:00.000Z'],
    ['31-12-2024', '2024-12-31T00:00:00.000Z'],
    ['12/31/2024 10:00 GMT', '2024-12-31T10:00:00.000Z'],
    ['20240301T100000Z', '2024-03-01T10:00:00.000Z'],
    ['20240301T1000+0200', '2024-03-01T08:00:00.000Z'],
    ['20240301T100000.5-03', '2024-03-01T13:00:00.500Z'],
  ])('R-78 %s is %s', (text, time) => {
    expect(new Date(parseTime(text)!).toISOString()).toBe(time);
  });

  it('R-78 every real day is taken, and every other is refused', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const date = new Date(0);
          date.setUTCFullYear(year, month - 1, day);
          const isReal =
            date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1 && month <= 12;
          const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          expect(isCalendarDay({ year, month, day })).toBe(isReal);
          expect(parseTime(text) !== undefined).toBe(isReal);
        },
      ),
    );
  });
});
