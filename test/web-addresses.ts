/** Arbitrary web addresses. Those of fast-check would list every character of Unicode, see `anyCharacter`. */
import fc from 'fast-check';
import { anyCharacter } from '../src/testing/any-character.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const character = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.constantFrom(...`${letters}${letters.toUpperCase()}0123456789-._~!$&'()*+,;=:@`),
  },
  { weight: 1, arbitrary: anyCharacter.map(encodeURIComponent) },
);

export const webPath: fc.Arbitrary<string> = fc
  .array(fc.string({ unit: character }))
  .map((parts) => parts.map((part) => `/${part}`).join(''));

export const webUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), webPath)
  .map(([scheme, domain, path]) => `${scheme}://${domain}${path}`);
