/** Any configuration file is used, or refused with a typed error that names it; none causes a crash. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isEverthreadError } from '../../errors.ts';
import { anyCharacter } from '../../testing/any-character.ts';
import { SyntaxProblem } from './document.ts';
import { resolveSettings } from './settings.ts';
import { parseYamlDocument } from './yaml-document.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'everthread-garbage-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keys = fc.oneof(
  fc.constantFrom(
    'budget',
    'strategy',
    'summarization',
    'recall',
    'database',
    'system',
    'provider',
    '__proto__',
    'name',
  ),
  fc.string({ maxLength: 8 }),
);
const settings = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>('rolling', 'auto', true, false, null, 5000, -1, 1.5, ''),
    fc.string({ maxLength: 12 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
  ),
})).value;

async function outcome(name: string, content: string | Uint8Array): Promise<'used' | 'refused'> {
  const file = join(folder, name);
  writeFileSync(file, content);
  try {
    await resolveSettings({ flags: { config: file }, env: { HOME: folder }, directory: folder });
    return 'used';
  } catch (error) {
    if (!isEverthreadError(error, 'invalid_option')) throw error;
    expect(error.message).toContain(name);
    expect(error.details.file).toBe(file);
    return 'refused';
  } finally {
    rmSync(file);
  }
}

it.each(['everthread.config.json', 'everthread.config.yaml', 'app.yml'])(
  'R-58 R-20 any bytes in %s',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.string({ unit: anyCharacter, maxLength: 200 }),
          yamlLike,
        ),
        async (content) => {
          await outcome(name, content);
        },
      ),
      { numRuns: 150 },
    );
  },
);

const yamlLike = fc
  .array(
    fc.oneof(
      keys,
      fc.constantFrom(
        ': ',
        '\n',
        '\n  ',
        '- ',
        '{',
        '}',
        '[',
        ']',
        '&a ',
        '*a',
        '|',
        '>',
        '"',
        "'",
        '#',
        '? ',
        '!!set ',
        '<<: ',
        '---\n',
        '\t',
        '%',
        '@',
      ),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''));

it('R-58 any settings in JSON, well or badly formed', async () => {
  let used = 0;
  await fc.assert(
    fc.asyncProperty(fc.dictionary(keys, settings, { maxKeys: 4 }), fc.nat(), async (value, cut) => {
      const text = JSON.stringify(value, null, 1);
      if ((await outcome('everthread.config.json', text)) === 'used') used += 1;
      await outcome('everthread.config.json', text.slice(0, cut % (text.length + 1)));
    }),
    { numRuns: 150 },
  );
  expect(used).toBeGreaterThan(0);
});

it.each([
  'throw null;',
  'throw new Error("\\u001b[2J");',
  'export default () => 1;',
  'export default null;',
  'export default [1];',
  'export default 3;',
  'export default Promise.reject(new Error("no"));',
  'import "./missing.js";',
  'export default { get budget() { throw new TypeError("no") } };',
  '}{',
  '\u0000',
])('R-58 a program that is none: %j', async (text) => {
  await outcome(`everthread.config.${crypto.randomUUID()}.mjs`, text);
});

it('R-58 a file that is too large, nested too deep, or bombs with aliases is refused', async () => {
  expect(await outcome('everthread.config.json', `{"system": "${'x'.repeat(1_000_001)}"}`)).toBe('refused');
  expect(await outcome('everthread.config.json', '['.repeat(100_000))).toBe('refused');
  const bomb = Array.from(
    { length: 30 },
    (_, i) => `a${i}: &a${i} [${i === 0 ? 'x' : `*a${i - 1}, *a${i - 1}`}]`,
  );
  expect(await outcome('everthread.config.yaml', bomb.join('\n'))).toBe('refused');
});

it('R-58 whatever JSON.parse reads is read the same, but for keys that are there twice', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      let got: unknown;
      try {
        got = parseYamlDocument(text).value;
      } catch (error) {
        if (error instanceof SyntaxProblem && error.message.includes('there twice')) return;
        throw error;
      }
      expect(got).toEqual(JSON.parse(text));
    }),
    { numRuns: 1_000 },
  );
});
