import { expect, it } from 'vitest';
import { readHeading } from './text-heading.ts';

const may8 = Date.UTC(2023, 4, 8);

it.each([
  ['Caroline: I went to the lake.', { speaker: 'Caroline' }],
  ['[8 May 2023] Anna Berg: Hello there', { speaker: 'Anna Berg', at: may8, opens: false }],
  ['(2023-05-08) The roof leaks.', { at: may8, opens: false }],
  ['Session of 8 May 2023', { at: may8, opens: true }],
  ['## 2023-05-08\nWe talked about the roof.', { at: may8, opens: true }],
  ['tess: got the test on the 14th', { speaker: undefined, handle: 'tess' }],
  ['<Tess> got the test', { speaker: undefined, handle: 'Tess' }],
  ['[8 May 2023] @jonas_k: ok', { handle: 'jonas_k', at: may8, opens: false }],
])('R-50 speaker and date are read from the text: %j', (text, expected) => {
  expect(readHeading(text)).toMatchObject(expected);
});

it.each(['We fly on 8 May 2023.', 'see you at 10:30 then', 'https://example.com/a', 'The port is 5433'])(
  'R-50 what only mentions a time or a colon is no heading: %j',
  (text) => {
    expect(readHeading(text)).toEqual({ speaker: undefined, at: undefined, opens: false });
  },
);
