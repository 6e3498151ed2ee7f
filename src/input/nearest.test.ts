import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { didYouMean, nearest } from './nearest.ts';

const known = ['chat', 'config', 'context', 'completion', 'summarize', 'baseUrl', '--base-url'];

it.each([
  ['conifg', 'config'],
  ['chta', 'chat'],
  ['CHAT', 'chat'],
  ['contxt', 'context'],
  ['summarise', 'summarize'],
  ['comp', 'completion'],
  ['base_url', 'baseUrl'],
  ['--baseurl', 'baseUrl'],
  ['xyzzy', undefined],
  ['', undefined],
])('R-58 %j is meant as %j', (name, meant) => {
  expect(nearest(name, known)).toBe(meant);
});

it('R-58 a known name is the nearest to itself, and nothing is suggested where nothing is known', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,12}$/u), { minLength: 1 }), (names) => {
      for (const name of names) expect(nearest(name, names)).toBe(name);
    }),
  );
  expect(didYouMean('chat', [])).toBe('');
  expect(didYouMean('chats', known)).toBe(' Did you mean chat?');
});

it('R-58 whatever is typed, only a known name is suggested', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (name) => {
      const found = nearest(name, known);
      expect(found === undefined || known.includes(found)).toBe(true);
    }),
  );
});
