import { expect, it } from 'vitest';
import { definitionsIn } from './definitions.ts';
import { identifiersIn, namesIn } from './names.ts';

it('R-66 header guards and words of a preprocessor are no names', () => {
  const header =
    '#ifndef TIDE_TABLE_H\n#define TIDE_TABLE_H\n#define TIDE_MAX_ROWS 40\nint tide_height(int day);';
  expect(identifiersIn(header)).toEqual(['TIDE_MAX_ROWS', 'tide_height']);
  expect(definitionsIn({ path: 'tide.h', before: '', after: header }).map(({ name }) => name)).toEqual([
    'TIDE_MAX_ROWS',
    'tide_height',
  ]);
  expect(namesIn('I moved the `#include` below `TIDE_MAX_ROWS`.').map(({ text }) => text)).toEqual([
    'TIDE_MAX_ROWS',
  ]);
});
