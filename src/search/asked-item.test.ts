import { expect, it } from 'vitest';
import { askedItem } from './asked-item.ts';

it.each([
  ['What was the seventh in the list you gave me?', 7],
  ['In the list of jobs, what was number four about?', 4],
  ['Can you remind me of the 11th idea?', 11],
  ['Quelle était la sixième étape ?', 6],
  ['Was war der dritte Punkt?', 3],
  ['What was the first thing on the list?', 1],
  ['What was the last title on the reading list?', 'last'],
  ['What did I do for the first time in May?', undefined],
  ['What did we talk about last week?', undefined],
  ['What happened in the summer?', undefined],
])('R-49 the item of a list that is asked for: %s', (text, item) => {
  expect(askedItem(text)).toBe(item);
});
