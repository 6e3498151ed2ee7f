import { expect, it } from 'vitest';
import { listItems, longestList } from './list-items.ts';

it('R-49 items of a list have their written number, or their position', () => {
  const numbers = (text: string) => listItems(text.split('\n')).map((item) => item?.number);
  expect(numbers('Three:\n1. Oak, for\nits colour.\n2. **Ash**\n\n3) Elm\nThat is all.')).toEqual([
    ...[undefined, 1, undefined, 2, undefined, 3, undefined],
  ]);
  expect(numbers('- oak\n- ash\n\nOthers:\n- elm')).toEqual([1, 2, undefined, undefined, 1]);
  expect(numbers('| Day | What |\n| --- | --- |\n| Monday | oak |\n| Tuesday | ash |')).toEqual([
    ...[undefined, 0, 1, 2],
  ]);
});

it('R-49 the last item of each list is marked, and the length of the longest list is known', () => {
  const text = '1. oak\n2. ash\n3. elm\n\nThen:\n- pine\n- fir';
  expect(listItems(text.split('\n')).map((item) => item?.isLast)).toEqual([
    ...[false, false, true, undefined, undefined, false, true],
  ]);
  expect(longestList(text)).toBe(3);
  expect(longestList('a text without any')).toBe(0);
});
