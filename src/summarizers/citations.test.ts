import { describe, expect, it } from 'vitest';
import { checkCitations, withoutCitations } from './citations.ts';
import { makeEntries } from './summarizer.suite.ts';

const transcript = makeEntries([
  'Please mend the parser in src/parser.ts: it drops the last line of a table.',
  'I read src/parser.ts and found that the loop ends one row early.',
  'Why does it?',
  'The bound is exclusive. I changed it and ran the tests: 12 passed.',
  'Then close issue #7.',
  'Closed.',
]);
const sources = {
  transcript,
  previous: [{ text: 'The user set up the project.', record: null, from: -9, to: 0 }],
};

describe('R-39 citations', () => {
  it.each([
    'The parser drops the last line of a table (#1).',
    'The loop ends one row early (#2), because the bound is exclusive (#3, #4).',
    'Issue #7 was closed (#5).',
    'The tests pass (#3).',
    '- 12 tests passed (#4)',
  ])('R-39 stays as it is: %s', (text) => {
    expect(checkCitations(text, sources)).toEqual({ text, madeUp: false });
  });

  it.each([
    ['The parser drops a line (#99).', 'The parser drops a line.'],
    ['The parser drops a line (#1, #99).', 'The parser drops a line (#1).'],
    [
      'A new logo was drawn (#1). The loop ends early (#2).',
      'A new logo was drawn. The loop ends early (#2).',
    ],
    ['As #88 says, the loop ends early (#2).', 'As another message says, the loop ends early (#2).'],
  ])('R-39 a single wrong one is cut: %s', (text, expected) => {
    expect(checkCitations(text, sources)).toEqual({ text: expected, madeUp: false });
  });

  it('R-39 a text whose citations are mostly wrong is made up', () => {
    const text =
      'A logo was drawn (#1). The harbour was dug (#41). Cakes were baked (#42). The loop ends early (#2).';
    expect(checkCitations(text, sources).madeUp).toBe(true);
  });

  it('R-39 citations are removed before claims are checked', () => {
    const text = 'The loop ends early (#2, #3), see (#1 to #4). Issue (#4711) is open.';
    expect(withoutCitations(text, { from: 1, to: 6 })).toBe(
      'The loop ends early, see. Issue (#4711) is open.',
    );
  });
});
