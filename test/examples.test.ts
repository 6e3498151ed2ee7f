/** Every example runs as it is, against the built package. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { childEnvironment } from './child-environment.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A line of its output that only comes out when the example did what it shows. */
const keyLines: { [file: string]: RegExp } = {
  '01-first-thread.ts': /^tokens: \d+ of 8000$/mu,
  '02-strategies.ts': /^running +\d+ → \d+ +\d+ +\d+$/mu,
  '03-tools-and-providers.ts': /^ {2}tool: \{"rain_mm": 4\.2, "wind": "SW 5"\} +answers toolu_01$/mu,
  '04-language-model-summarizer.ts': /^20 messages → 1 summary by storyteller$/mu,
  '05-own-summarizer.ts': /^messages 1 to 8, by headlines, \d+ → \d+ tokens$/mu,
  '06-budgets-and-resources.ts': /^resource in the log: false$/mu,
  '07-ai-sdk-chat.ts': /^assistant: Your booking code is INN-4711\.$/mu,
  '08-owners.ts': /^knows Oslo: true, knows Paris: false$/mu,
};

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
