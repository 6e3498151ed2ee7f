import { expect, it } from 'vitest';
import { areaPlot } from './area-plot.ts';
import { createPage, viewOf } from './view.ts';

const page = createPage({ columns: 20, colour: false });

it('R-58 the plot has an area in front of another, with a scale and the ends named', () => {
  const points = Array.from({ length: 8 }, (_, index) => ({
    back: (index + 1) * 1_000,
    front: Math.min((index + 1) * 1_000, 2_000),
  }));
  expect(areaPlot({ points, rows: 4, labels: [['#1', '#8']] }, page)).toEqual([
    '8k ┤            ░░░░',
    '   │        ░░░░░░░░',
    '4k ┤    ░░░░░░░░░░░░',
    '   │▄▄██████████████',
    ' 0 └────────────────',
    '    #1            #8',
  ]);
});

it('R-58 what is small against the rest is still seen, and nothing at all is no plot of lies', () => {
  const [first] = areaPlot({ points: [{ back: 1_000_000, front: 10 }], rows: 1, labels: [] }, page);
  expect(first).toBe('  1M ┤▁▁▁▁▁▁▁▁▁▁▁▁▁▁');
  expect(areaPlot({ points: [], rows: 1, labels: [] }, page)[0]).toBe('1 ┤');
});

it('R-58 a locale without UTF-8 is drawn with ASCII, none at all is taken for UTF-8', () => {
  const io = { columns: 80, colour: false };
  expect(viewOf({ ...io, env: { LANG: 'C' } }).ascii).toBe(true);
  expect(viewOf({ ...io, env: { LANG: 'de_DE.ISO-8859-1' } }).ascii).toBe(true);
  expect(viewOf({ ...io, env: { LC_ALL: '', LANG: 'de_DE.UTF-8' } }).ascii).toBe(false);
  expect(viewOf({ ...io, env: { LC_ALL: 'POSIX', LANG: 'de_DE.UTF-8' } }).ascii).toBe(true);
  expect(viewOf({ ...io, env: {} }).ascii).toBe(false);
});
