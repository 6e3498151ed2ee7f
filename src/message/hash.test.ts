import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { canonicalJson } from './hash.ts';
import type { Json } from './message.ts';

/** The same with JSON.stringify, as stored hashes were once computed. */
function stated(value: Json): string {
  return JSON.stringify(value, (_key, member) => {
    if (member === null || typeof member !== 'object' || Array.isArray(member)) return member;
    const sorted: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(member).sort()) sorted[key] = member[key];
    return sorted;
  });
}

describe('canonical JSON', () => {
  it('I-9 reads as it always did, whatever the keys and values: stored hashes stay true', () => {
    const key = fc.oneof(fc.string({ unit: anyCharacter }), fc.nat(12).map(String), fc.constant('__proto__'));
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, false, 0, -0, 1e21, 5e-324, Number.NaN),
        fc.double(),
        fc.string({ unit: anyCharacter }),
        fc.constantFrom('\ud800', '\udc00x', '\u2028'),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 6 }),
        fc.record({ kept: tie('value'), gone: fc.constant(undefined) }) as unknown as fc.Arbitrary<Json>,
      ),
    }));
    fc.assert(
      fc.property(value, (any) => {
        expect(canonicalJson(any)).toBe(stated(any));
      }),
    );
  });
});
