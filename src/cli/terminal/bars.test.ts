import { expect, it } from 'vitest';
import { bar, markedBar } from './bars.ts';

it('R-58 bars keep to their scale, and what is there is never invisible', () => {
  expect(bar(50, 100, 10)).toBe('█████');
  expect(bar(0, 100, 10)).toBe('');
  expect(bar(0.01, 100, 10)).toBe('▏');
  expect(bar(300, 100, 10)).toBe('██████████');
  expect(markedBar(20, { full: 100, mark: 50, columns: 10 })).toBe('██   │    ');
  expect(markedBar(80, { full: 100, mark: 50, columns: 10 })).toBe('████████  ');
});
