import { expect, it } from 'vitest';
import { counted, dayAndTime, dollars, duration, percent, shortFigure, stretch } from './figures.ts';

it('R-58 a share that is neither nothing nor all is never shown as if it were', () => {
  expect([0, 0.001, 0.005, 0.5, 0.994, 0.9999, 1].map(percent)).toEqual([
    '0 %',
    '<1 %',
    '1 %',
    '50 %',
    '99 %',
    '99 %',
    '100 %',
  ]);
});

it('R-58 figures on axes are shortened', () => {
  expect([0, 950, 1_000, 1_240, 9_960, 34_499, 999_800, 1_800_000, 2e9].map(shortFigure)).toEqual([
    '0',
    '950',
    '1k',
    '1.2k',
    '10k',
    '34k',
    '1M',
    '1.8M',
    '2G',
  ]);
});

it('R-58 sums, counts and times read as a person writes them', () => {
  expect([0, 0.0031, 1.5, 1234.5, -2].map(dollars)).toEqual([
    '$0.00',
    '$0.0031',
    '$1.50',
    '$1,234.50',
    '−$2.00',
  ]);
  expect([12, 1_840, 125_000].map(duration)).toEqual(['12 ms', '1.8 s', '2 min']);
  expect([counted(1, 'summary', 'summaries'), counted(1_200, 'fact')]).toEqual(['1 summary', '1,200 facts']);
  expect(dayAndTime('2026-03-02T09:12:59.000Z', { utc: true })).toEqual({ day: '2026-03-02', time: '09:12' });
  expect(dayAndTime('soon')).toEqual({ day: '', time: '' });
  const [morning, noon, later] = ['2026-03-02T09:12:00Z', '2026-03-02T12:00:00Z', '2026-03-09T12:00:00Z'];
  expect(stretch(morning!, noon!, { utc: true })).toBe('2026-03-02 09:12 – 12:00');
  expect(stretch(morning!, later!, { utc: true })).toBe('2026-03-02 – 2026-03-09');
  expect(stretch(morning!, 'soon', { utc: true })).toBe('');
});

it('R-58 times are those of the clock on the wall', () => {
  const zone = process.env.TZ;
  try {
    process.env.TZ = 'America/New_York';
    expect(dayAndTime('2026-03-02T03:30:00.000Z')).toEqual({ day: '2026-03-01', time: '22:30' });
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
