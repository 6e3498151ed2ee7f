import { describe, expect, it } from 'vitest';
import { createRedactor } from '../src/redaction/redaction.ts';
import { createRandom } from './random.ts';
import { countFalseFinds } from './secret-false-finds.ts';
import { heldOutKinds, heldOutSurroundings } from './secret-held-out.ts';
import { hardLines, innocentLines } from './secret-lines.ts';
import { passwordSurroundings, surroundings } from './secret-surroundings.ts';
import { cells, kinds, passwordCells, tally } from './secret-table.ts';
import { madeHarmless, plantSecrets, plantStrangers, stringsOf, traces } from './secrets.ts';

const { redact } = createRedactor();

describe('secrets evaluation', () => {
  it('I-10 plants more than a thousand secrets of more than two hundred kinds, each in its text', () => {
    const planted = plantSecrets(createRandom(1));
    expect(planted.length).toBeGreaterThan(1_000);
    expect(new Set(planted.map(({ kind }) => kind)).size).toBeGreaterThan(216);
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

  it('I-10 lines as people paste them lose their secrets, and lines that look like them stay as they are', () => {
    const planted = plantStrangers(createRandom(4));
    expect(planted.length).toBeGreaterThan(350);
    for (const { text, secret } of planted) {
      const left = redact(text);
      for (const trace of traces(secret)) expect.soft(left, text).not.toContain(trace);
    }
    // A key of a cache that ends in a digest looks like a key.
    expect(madeHarmless(createRandom(4)).filter((line) => redact(line) !== line)).toEqual([
      expect.stringMatching(/^key: deps-v2-linux-/),
    ]);
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

  it('I-10 the table has more than 216 kinds and 25 surroundings', () => {
    expect(Object.keys(kinds).length).toBeGreaterThan(216);
    expect(Object.keys(surroundings).length).toBeGreaterThan(25);
    expect(Object.keys(passwordSurroundings).length).toBeGreaterThan(25);
  });

  it('I-10 of a sample of every kind in every surrounding next to nothing goes through, and nothing twice', () => {
    const tables = [
      [...cells(41, 1)],
      [...passwordCells(42, 3)],
      [...cells(43, 1, { kinds: heldOutKinds, surroundings: { ...surroundings, ...heldOutSurroundings } })],
    ];
    for (const table of tables) {
      expect(table.length).toBeGreaterThan(400);
      const missed = table.filter((cell) => cell.missed);
      expect(missed.length / table.length, missed.map(({ text }) => text).join('\n')).toBeLessThan(0.0005);
      for (const by of ['kind', 'surrounding'] as const)
        for (const { name, missed: some } of tally(table, by)) expect.soft(some, name).toBeLessThanOrEqual(1);
    }
  });
});
