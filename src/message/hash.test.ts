import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { canonicalJson, canonicalWriter, hashMessage, sha256 } from './hash.ts';
import type { Json, MessageContent } from './message.ts';

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
  it('I-9 never changes for any keys and values, so that stored hashes stay valid', () => {
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

  it('I-9 is the same if the names of the members are known beforehand', () => {
    const names = ['seq', 'hash', 'role', 'createdAt', '10', '9', 'own "key"'];
    const write = canonicalWriter<string, 'pins'>([...names, 'pins']);
    const member = fc.oneof(
      fc.constantFrom(undefined, null, 0, -0, 7, 1e21, true, '\ud800'),
      fc.string({ unit: anyCharacter }),
      fc.dictionary(fc.string(), fc.nat()),
    );
    const record = fc.record(Object.fromEntries(names.map((name) => [name, member])), { requiredKeys: [] });
    fc.assert(
      fc.property(record, fc.dictionary(fc.string(), fc.nat()), (any, pins) => {
        const whole = { ...any, pins } as unknown as Json;
        expect(write(any, { pins: canonicalJson(pins) })).toBe(canonicalJson(whole));
      }),
    );
  });

  it('I-9 plain text gets the same hash by the fast path', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('', '"', '\ud800', '\udc00x', '\u2028'),
    );
    const part = fc.oneof(
      text.map((said) => ({ type: 'text', text: said })),
      text.map((said) => ({ text: said, type: 'text' })),
      text.map((said) => ({ type: 'text', text: said, extra: { anthropic: { citations: [] } } })),
      text.map((said) => ({ type: 'reasoning', text: said })),
      text.map((callId) => ({ type: 'tool-call', callId, name: 'look', input: {} })),
    );
    const content = fc.record(
      {
        role: fc.constantFrom('user', 'assistant', 'system', 'tool'),
        parts: fc.array(part, { maxLength: 2 }),
        name: fc.oneof(fc.constant(undefined), text),
        extra: fc.constantFrom(undefined, {}, { openai: { id: 'x' } }),
      },
      { requiredKeys: ['role', 'parts'] },
    );
    fc.assert(
      fc.property(content, (any) => {
        expect(hashMessage(any as MessageContent)).toBe(sha256(canonicalJson(any as unknown as Json)));
      }),
    );
  });
});
