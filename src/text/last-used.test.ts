import { expect, it } from 'vitest';
import { createLastUsed } from './last-used.ts';

it('R-48 holds no more values than allowed, and forgets the one that was set longest ago', () => {
  const held = createLastUsed<string, number>({ most: 2 });
  held.set('a', 1);
  held.set('b', 2);
  held.set('a', 3);
  held.set('c', 4);
  expect(['a', 'b', 'c'].map(held.get)).toEqual([3, undefined, 4]);
  // Looking at a value does not keep it.
  held.get('a');
  held.set('d', 5);
  expect(['a', 'c', 'd'].map(held.get)).toEqual([undefined, 4, 5]);
  held.delete('c');
  held.set('e', 6);
  expect(['c', 'd', 'e'].map(held.get)).toEqual([undefined, 5, 6]);
});
