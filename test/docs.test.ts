import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { renderPage } from '../scripts/strategy-docs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('docs/strategies.md is what `make docs` would write', () => {
  expect(readFileSync(`${root}docs/strategies.md`, 'utf8')).toBe(renderPage());
});

test('every link between pages leads somewhere', () => {
  const pages = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })];
  const broken = pages.flatMap((page) => {
    const text = readFileSync(root + page, 'utf8').replace(/```[\s\S]*?```/g, '');
    return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map((match) => match[1]!)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`);
  });
  expect(broken).toEqual([]);
});

test('the README names the two commands', () => {
  const readme = readFileSync(`${root}README.md`, 'utf8');
  expect(readme).toContain('make start');
  expect(readme).toContain('make test');
});

test('docs/library.md names every option and every method', async () => {
  const page = readFileSync(`${root}docs/library.md`, 'utf8');
  const { optionNames } = await import('../src/options.ts');
  const { createEverthread } = await import('../src/index.ts');
  const ever = createEverthread();
  const thread = await ever.thread('docs');
  const names = [...optionNames, ...Object.keys(ever), ...Object.keys(thread)].filter(
    (name) => name !== 'id',
  );
  await ever.close();
  expect(names.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});
