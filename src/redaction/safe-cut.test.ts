import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactEncoded } from './encoded-text.ts';
import { createRedactor } from './redaction.ts';
import { safeCut, safeSlices } from './safe-cut.ts';

const { find, redact } = createRedactor();
const key = 'sk-ant-api03-Zx8mQ2vN7rT4wY1bK6cF9dH3jL5pS0uA8eG2iM4oQ7xR1tV6yB3nC9zD5fJ8kW2a';
const privateKey = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA7bq98Yk2xJw0vGm3\n'.repeat(50)}-----END RSA PRIVATE KEY-----`;
const pieces = fc.constantFrom(
  'The harbour pump runs well. ',
  'pump ok\n',
  '{"pump":"ok"},',
  'x'.repeat(300),
  ` ${key} `,
  `\npassword: correct-horse-battery-9\n`,
  `"api_key":"${key}",`,
  `\n${privateKey}\n`,
  ' '.repeat(200),
  '線路'.repeat(40),
  '🧵'.repeat(60),
);

describe('cutting a text that is searched for secrets', () => {
  it('I-10 the slices make up the whole text, and redacting them finds every secret of the whole', () => {
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 40 }),
        fc.integer({ min: 50, max: 3_000 }),
        (parts, characters) => {
          const text = parts.join('');
          const slices = [...safeSlices(text, { find, characters })];
          expect(slices.join('')).toBe(text);
          expect(slices.every((slice) => slice.length > 0)).toBe(true);
          const clean = slices.map(redact).join('');
          expect(clean).not.toContain(key.slice(-12));
          expect(clean).not.toContain('horse-battery');
          expect(clean).not.toContain('xJw0vGm3');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('I-10 a cut inside a key is moved before or after it', () => {
    const text = `${'pump,'.repeat(200)}${key}${',pump'.repeat(200)}`;
    for (let place = 950; place < 1_150; place += 1) {
      const cut = safeCut(text, place, { find });
      expect(cut <= 1_000 || cut >= 1_000 + key.length).toBe(true);
      expect(redact(text.slice(0, cut)) + redact(text.slice(cut))).not.toContain(key.slice(-12));
    }
  });

  it('a text without any place to cut is still cut, in linear time', () => {
    const text = 'x'.repeat(2_000_000);
    const slices = [...safeSlices(text, { find })];
    expect(slices.length).toBeLessThan(60);
    expect(slices.join('').length).toBe(text.length);
  });
});

describe('percent-encoded text', () => {
  it('I-10 is decoded at any depth if it contains a secret, and otherwise left as it is', () => {
    for (const address of [
      `https://x.example/?next=%3D${key}`,
      `https://x.example/?next=%253D${key}%2526a`,
      encodeURIComponent(`https://x.example/?token=${key}`),
    ]) {
      expect(redactEncoded(redact(`See ${address} now`), redact)).not.toContain(key.slice(-12));
    }
    for (const plain of [
      '100%',
      '%zz %C3%28 50%25 off',
      'https://x.example/?q=a%20b%2Fc',
      '%'.repeat(10_000),
    ]) {
      expect(redactEncoded(plain, redact)).toBe(plain);
    }
  });
});
