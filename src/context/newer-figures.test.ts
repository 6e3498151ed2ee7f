import { describe, expect, it } from 'vitest';
import { newerFigures } from './newer-figures.ts';

describe('figures that were told anew', () => {
  it.each([
    [
      'a price',
      'The plumber wants 1,450 euros for moving the sink under the window.',
      'New figure from the plumber for the sink: 1,720 euros.',
    ],
    [
      'a date',
      'The launch of the shop is planned for 3 March.',
      'We moved the launch of the shop to 17 March after all.',
    ],
    [
      'among other sentences',
      'Hello again. Staging listens on port 5433 now. It rains.',
      'Since today staging listens on port 6000.',
    ],
    [
      'in another language',
      'Die Miete der Wohnung ist 840 Euro.',
      'Ab Mai ist die Miete der Wohnung 910 Euro.',
    ],
  ])('R-50 %s', (_what, earlier, later) => {
    expect([...newerFigures([earlier, 'Nothing of the kind.', later])]).toEqual([[0, 2]]);
  });

  it.each([
    ['the same figure again', 'The sink costs 1,450 euros.', 'Yes, the sink costs 1,450 euros.'],
    ['other things', 'Staging listens on 5433.', 'The launch is on 17 March.'],
    ['a value without figures', 'The sink will be white.', 'The sink will be black.'],
    ['output of a program', 'ok 12 tests/sink.js (31 ms);', 'ok 13 tests/sink.js (44 ms);'],
    [
      'lists of figures',
      'Widths of the drawers: 30, 40, 50, 60 centimetres.',
      'Widths of the drawers: 35, 45, 55, 65 centimetres.',
    ],
  ])('R-50 not %s', (_what, earlier, later) => {
    expect(newerFigures([earlier, later]).size).toBe(0);
  });

  it('R-50 of three the two older ones lead to the newest', () => {
    const told = ['1,450', '1,720', '1,590'].map((sum) => `The plumber wants ${sum} euros for the sink.`);
    expect([...newerFigures(told)]).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });
});
