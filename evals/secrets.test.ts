import { describe, expect, it } from 'vitest';
import { createRedactor } from '../src/redaction/redaction.ts';
import { createRandom } from './random.ts';
import { hardLines, innocentLines } from './secret-kinds.ts';
import { countFalseFinds, plantSecrets, stringsOf, traces } from './secrets.ts';

const { redact } = createRedactor();

describe('secrets evaluation', () => {
  it('I-10 plants more than a thousand secrets of more than forty kinds, each in its text', () => {
    const planted = plantSecrets(createRandom(1));
    expect(planted.length).toBeGreaterThan(1_000);
    expect(new Set(planted.map(({ kind }) => kind)).size).toBeGreaterThan(40);
    expect(new Set(planted.map(({ secret }) => secret)).size).toBe(planted.length);
    for (const { text, secret } of planted) expect(text).toContain(secret);
  });

  it('I-10 every hard line loses its secret, plain and inside of JSON', () => {
    for (const { text, secret } of hardLines(createRandom(4))) {
      expect.soft(redact(text), text).not.toContain(secret);
      const escaped = JSON.stringify({ command: text });
      expect.soft(redact(escaped), escaped).not.toContain(secret);
      const twice = JSON.stringify({ body: escaped });
      expect.soft(redact(twice), twice).not.toContain(secret);
    }
  });

  it('I-10 lines that only speak of secrets stay as they are, but for the password in an example address', () => {
    expect(countFalseFinds(innocentLines).changed).toEqual([
      'postgres://user:password@localhost:5432/db is the default in the docs',
    ]);
  });

  it('I-10 half of a long secret counts as a leak, and strings are searched at any depth', () => {
    expect(traces('short')).toEqual(['short']);
    expect(traces('a'.repeat(10) + 'b'.repeat(20))).toHaveLength(3);
    expect(stringsOf({ a: [{ key: 'deep "quoted"' }] })).toContain('deep "quoted"');
    expect(stringsOf([null, undefined, 'after'])).toContain('after');
  });
});
