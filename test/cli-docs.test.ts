import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { renderCli, renderConfiguration } from '../scripts/cli-docs.ts';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));

test('R-58 docs/cli.md is what `make docs` would write', async () => {
  expect(readFileSync(`${docs}cli.md`, 'utf8')).toBe(await renderCli());
});

test('R-20 R-58 docs/configuration.md is what `make docs` would write', () => {
  expect(readFileSync(`${docs}configuration.md`, 'utf8')).toBe(renderConfiguration());
});
