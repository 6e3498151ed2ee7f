/**
 * Generates docs/requirements.md: every requirement and invariant with the tests whose names carry its id. `--write`
 * writes the page. Without it the page is only compared, and finished requirements without a test are reported. The
 * exit code is 1 if anything is wrong.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { finished, missing, requirements } from './requirement-list.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = `${root}docs/requirements.md`;

export type NamedTest = { file: string; name: string; ids: string[] };

export function findTests(): NamedTest[] {
  const files = globSync(
    ['src/**/*.{test,suite}.ts', 'test/**/*.{test,suite}.ts', 'evals/**/*.test.ts', 'bench/**/*.test.ts'],
    {
      cwd: root,
    },
  ).sort();
  return files.flatMap((file) => {
    const source = readFileSync(root + file, 'utf8');
    const names = [
      ...source.matchAll(/\b(?:it|test)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g),
    ];
    return names.map((match) => ({ file, name: match[2]!, ids: idsIn(match[2]!) }));
  });
}

/** Ids of a test's name: `R-1`, `I-2`, and ranges such as `R-1..R-4`. */
export function idsIn(name: string): string[] {
  const ids = new Set<string>();
  for (const [, letter, first, last] of name.matchAll(/\b([RI])-(\d+)(?:\s*(?:\.\.|–|to)\s*[RI]-(\d+))?/g)) {
    for (let number = Number(first); number <= Number(last ?? first); number += 1)
      ids.add(`${letter}-${number}`);
  }
  return [...ids];
}

export function renderPage(tests: NamedTest[]): string {
  const lines = [
    '# Requirements and their proof',
    '',
    'Made by `make docs` from the names of the tests; `make test` fails when it is out of date, or when a requirement of a finished part has no test.',
    '',
    '| id | what | tests |',
    '| --- | --- | --- |',
  ];
  for (const [id, title] of Object.entries(requirements)) {
    const files = new Map<string, number>();
    for (const test of tests)
      if (test.ids.includes(id)) files.set(test.file, (files.get(test.file) ?? 0) + 1);
    const cell = [...files]
      .map(([file, count]) => `[${file}](../${file})${count > 1 ? ` ×${count}` : ''}`)
      .join('<br>');
    const what = id in missing ? `${title}. **Not finished:** ${missing[id]}` : title;
    lines.push(`| ${id} | ${what} | ${cell || '**none**'} |`);
  }
  return `${lines.join('\n')}\n`;
}

export function problems(tests: NamedTest[]): string[] {
  const proven = new Set(tests.flatMap((test) => test.ids));
  const unproven = [...finished].filter((id) => !proven.has(id)).map((id) => `${id} has no test.`);
  const unknown = [...proven]
    .filter((id) => !(id in requirements))
    .map((id) => `${id} is named by a test but is no requirement.`);
  return [...unproven, ...unknown];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tests = findTests();
  const rendered = renderPage(tests);
  const found = problems(tests);
  if (process.argv.includes('--write')) writeFileSync(page, rendered);
  else if (readFileSync(page, 'utf8') !== rendered)
    found.push('docs/requirements.md is out of date: run `make docs`.');
  for (const problem of found) console.error(problem);
  process.exitCode = found.length > 0 ? 1 : 0;
}
