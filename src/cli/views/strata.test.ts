import { expect, it } from 'vitest';
import { createStyle } from '../terminal/style.ts';
import { strataPicture } from './strata.ts';

it('R-58 the picture of the strata has a row a level, each over the messages it stands for', () => {
  const picture = strataPicture({
    strata: [
      { from: 1, to: 50, level: 'merge-1', tokens: 100, originalTokens: 900 },
      { from: 51, to: 60, level: 'leaf', tokens: 50, originalTokens: 200 },
      { from: 61, to: 70, level: 'leaf', tokens: 50, originalTokens: 200 },
      { from: 71, to: 100, level: 'verbatim', tokens: 500, originalTokens: 500 },
    ],
    messages: 100,
    columns: 29,
    style: createStyle({ colour: false }),
  });
  expect(picture).toEqual([
    '         1                100',
    'merge-1  █████████▌',
    'leaf               █▌█▌',
    'verbatim               ██████',
  ]);
});
