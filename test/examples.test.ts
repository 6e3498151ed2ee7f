/** Checks the list of examples. `packed/package.test.ts` runs each of them with the published package. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { keyLines } from './example-lines.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

it('R-56 every example is run, and they are numbered without a gap', () => {
  const files = globSync('*.ts', { cwd: `${root}examples` }).sort();
  expect(files).toEqual(Object.keys(keyLines));
  expect(files.map((file) => Number(file.slice(0, 2)))).toEqual(files.map((_, index) => index + 1));
});

it('R-56 the first example is the code of the README', () => {
  const readme = readFileSync(`${root}README.md`, 'utf8');
  const [, code = ''] = /## In your app\n\n```ts\n([\s\S]*?)```/u.exec(readme) ?? [];
  const example = readFileSync(`${root}examples/01-first-thread.ts`, 'utf8');
  // The formatter breaks lines that are longer than the README's.
  const bare = (text: string) => text.replace(/ \/\/ .*$/gmu, '').replace(/,?\s+/gu, '');
  expect(code.split('\n').length).toBeGreaterThan(10);
  expect(bare(example)).toContain(bare(code));
});
