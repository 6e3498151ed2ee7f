import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { examplePath, renderExample } from '../scripts/config-example.ts';
import { declarations } from '../src/cli/config/declarations.ts';
import { resolveSettings } from '../src/cli/config/settings.ts';
import { describeOptions, strategyNames } from '../src/strategies/registry.ts';

const home = mkdtempSync(join(tmpdir(), 'everthread-example-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const example = readFileSync(examplePath, 'utf8');
/** The settings of each block, with their comment marks removed. */
const blocks = example
  .split('\n\n')
  .map((block) =>
    block
      .split('\n')
      .filter((line) => line.startsWith('# '))
      .map((line) => line.slice(2))
      .join('\n'),
  )
  .filter((block) => block !== '');

const resolved = async (text: string) => {
  writeFileSync(join(home, 'everthread.config.yaml'), `${text}\n`);
  return resolveSettings({ flags: {}, env: { HOME: home }, directory: home });
};

test('R-78 config.example.yaml is what `make docs` would write, and as it is it sets nothing', async () => {
  expect(example).toBe(renderExample());
  expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  const { sources } = await resolved(example);
  expect(Object.values(sources).every((source) => source.from === 'default')).toBe(true);
});

test('R-78 it shows every setting and every option of every strategy', () => {
  for (const { name } of declarations) expect(example).toContain(`# ${name}:`);
  for (const name of strategyNames) {
    const block = blocks.find((text) => text.startsWith(`strategy:\n  name: ${name}\n`));
    for (const { option } of describeOptions(name)) expect(block).toMatch(new RegExp(`^  ${option}:`, 'mu'));
  }
});

test.each(blocks)('R-78 without its marks block %# is accepted', async (block) => {
  await resolved(block);
});
