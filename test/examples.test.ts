/** Every example runs as it is, against the built package. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { childEnvironment } from './child-environment.ts';
import { keyLines } from './example-lines.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

beforeAll(() => {
  if (!existsSync(`${root}dist/index.js`)) {
    throw new Error('dist is missing. Run `make build`, or `make test`, which builds first.');
  }
});

it('R-56 every example is run, and they are numbered without a gap', () => {
  const files = globSync('*.ts', { cwd: `${root}examples` }).sort();
  expect(files).toEqual(Object.keys(keyLines));
  expect(files.map((file) => Number(file.slice(0, 2)))).toEqual(files.map((_, index) => index + 1));
});

it.each(Object.entries(keyLines))('R-56 examples/%s runs as it is', (file, keyLine) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`examples/${file}`], {
    cwd: root,
    encoding: 'utf8',
    env: { ...childEnvironment, NODE_NO_WARNINGS: '1' },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(keyLine);
});

it('R-56 the first example is the code of the README', () => {
  const readme = readFileSync(`${root}README.md`, 'utf8');
  const [, code = ''] = /## Twenty lines\n\n```ts\n([\s\S]*?)```/u.exec(readme) ?? [];
  const example = readFileSync(`${root}examples/01-first-thread.ts`, 'utf8');
  const statements = code
    .split('\n')
    .map((line) =>
      line
        .replace(/ \/\/ .*$/u, '')
        .replace(/;$/u, '')
        .trim(),
    )
    .filter((line) => line !== '');
  expect(statements.length).toBeGreaterThan(10);
  for (const statement of statements) expect(example).toContain(statement);
});
