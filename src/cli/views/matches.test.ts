import { expect, it } from 'vitest';
import { matchFinder } from './matches.ts';

const mark = (word: string) => `»${word}«`;

it('R-58 words are marked in all their forms, and words that say nothing are not', () => {
  const finder = matchFinder('the fees of berths');
  expect(finder.emphasise('A fee for the berth, by berth length. Of course.', mark)).toBe(
    'A »fee« for the »berth«, by »berth« length. Of course.',
  );
  expect(matchFinder('PostgreSQL').emphasise('PostgreSQL, not MySQL', mark)).toBe('»PostgreSQL«, not MySQL');
  expect(matchFinder('the').emphasise('the end', mark)).toBe('»the« end');
  expect(matchFinder('').emphasise('the end', mark)).toBe('the end');
});

it('R-58 in a script without spaces only what matched is marked', () => {
  expect(matchFinder('時刻表').emphasise('港の時刻表も直してください', mark)).toBe(
    '港の»時刻表«も直してください',
  );
});

it('R-58 a long text is shown from shortly before what was found', () => {
  const text = `${'Something else entirely. '.repeat(40)}The berth is free. ${'More. '.repeat(40)}`;
  const excerpt = matchFinder('berths').excerpt(text, 200);
  expect(excerpt).toMatch(/^… .{0,90}The berth is free\./u);
  expect(matchFinder('berths').excerpt('The berth is free.', 200)).toBe('The berth is free.');
  expect(matchFinder('tides').excerpt(text, 200)).toBe(text);
});
