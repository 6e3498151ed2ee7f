import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';

const options = { tool: false, ordinalDots: false };
const prose = (text: string) => sentencesOf(text, options).map((sentence) => sentence.text);

describe('sentencesOf', () => {
  it('R-52 splits prose into sentences without its markup', () => {
    expect(
      prose('# Plan\n\n- **First** we test. Then we ship e.g. on Monday.\n1. Mr. Smith agrees.'),
    ).toEqual(['Plan', 'First we test.', 'Then we ship e.g. on Monday.', 'Mr. Smith agrees.']);
    expect(prose('今天下雨。我们明天去。')).toEqual(['今天下雨。', '我们明天去。']);
  });

  it('R-52 puts wrapped lines together and leaves separate ones apart', () => {
    expect(
      prose('This sentence was wrapped at a column by\nthe mail program of its author.\nNext one.'),
    ).toEqual(['This sentence was wrapped at a column by the mail program of its author.', 'Next one.']);
  });

  it('R-52 leaves out code, data, listings, traces and tool calls', () => {
    for (const noise of [
      '```\nThis is inside a fence.\n```',
      '{"a": 1, "b": [1, 2, 3]}',
      'const a = require("b");',
      '-rw-r--r-- 1 root root 120 parser.ts',
      '    at parse (/srv/parser.js:10:7)',
      '→ Bash({"command":"npm test"})',
      'one two\nthree four\nfive six\nseven eight\nnine ten\neleven twelve',
    ])
      expect(prose(noise)).toEqual([]);
  });

  it('R-52 keeps lines of output that tell of an error or a result', () => {
    const output =
      'Building parser\nsrc/a.ts(3,1): error TS2304: Cannot find name x\nTests: 3 failed, 12 passed\n    at x (/a.js:1:1)';
    expect(sentencesOf(`← Bash: ${output}`, { ...options, tool: true })).toEqual([
      { text: 'src/a.ts(3,1): error TS2304: Cannot find name x', kind: 'report', verbatim: true },
      { text: 'Tests: 3 failed, 12 passed', kind: 'report', verbatim: true },
    ]);
  });

  it('R-52 never makes a sentence longer than a screen, nor invents a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 3_000 }), (text) => {
        for (const sentence of prose(text)) {
          expect(sentence.length).toBeLessThanOrEqual(600);
          expect(sentence.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
    const long = prose(`We talked ${'about the plan and the harbour, '.repeat(200)}again.`);
    expect(long.length).toBeGreaterThan(5);
    expect(long.join(' ')).toContain('again.');
  });
});
