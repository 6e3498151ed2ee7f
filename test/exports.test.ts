/** Every export of `src` is published or used in `src`. Code that only tests use belongs in the tests. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync('src/**/*.ts', { cwd: root });
const others = globSync('{test,bench,evals,examples,scripts,web/src}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
});
const text = new Map([...files, ...others].map((file) => [file, readFileSync(root + file, 'utf8')]));
const isTest = (file: string) => /\.(?:test|suite)\.ts$/u.test(file);

const { exports: entries } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  exports: { [entry: string]: { default: string } | string };
};
const published = Object.values(entries)
  .flatMap((entry) => (typeof entry === 'string' ? [] : [entry.default]))
  .map((path) => path.replace(/^\.\/dist\/(.*)\.js$/u, 'src/$1.ts'));

/** Names that a file exports. Types may stand in a signature, so that nobody has to import them. */
function exportsOf(file: string, { types = true } = {}): string[] {
  const code = text.get(file)!;
  const declared = code.matchAll(
    /^export (?:declare )?(?:async )?(?:abstract )?(function\*?|const|let|class|type|interface|enum) (\w+)/gmu,
  );
  return [...declared].flatMap(([, kind, name]) =>
    types || !['type', 'interface'].includes(kind!) ? [name!] : [],
  );
}

/** All imports as `file name`, or as `file *` if all exports of a file are imported or exported again. */
function imported(users: readonly string[]): Set<string> {
  const taken = new Set<string>();
  for (const file of users) {
    const code = text.get(file)!;
    const from = (path: string) => normalize(join(dirname(file), path));
    for (const [, names, path] of code.matchAll(
      /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'(\.[^']+)'/gu,
    )) {
      for (const name of names!.split(',')) {
        const [own] = name
          .trim()
          .replace(/^type\s+/u, '')
          .split(/\s+as\s+/u);
        taken.add(`${from(path!)} ${own}`);
      }
    }
    for (const [, path] of code.matchAll(
      /\b(?:import|export)\s+(?:type\s+)?\*(?:\s+as\s+\w+)?\s*from\s*'(\.[^']+)'/gu,
    )) {
      taken.add(`${from(path!)} *`);
    }
    // `await import('./x.ts')` counts as an import of all names.
    for (const [, path] of code.matchAll(/\bimport\(\s*'(\.[^']+)'\s*\)/gu)) taken.add(`${from(path!)} *`);
  }
  return taken;
}

/** Whether the file uses the name anywhere besides its declaration. */
function usedAtHome(file: string, name: string): boolean {
  const code = text.get(file)!.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, '');
  return [...code.matchAll(new RegExp(`\\b${name}\\b`, 'gu'))].length > 1;
}

/** Exports that tests go through, or that only the compiler checks. */
const allowed = [
  'src/facts/presence.ts presentIn',
  'src/redaction/secret-patterns.ts secretKinds',
  'src/transcripts/archive-schema.ts schemasFollowTypes',
];

it('nothing is exported that only tests use', () => {
  const users = files.filter((file) => !isTest(file));
  const suites = files.filter((file) => /\.suite\.ts$/u.test(file));
  const taken = imported([...users, ...suites.filter((file) => isPublished(file, users))]);
  const unused = users
    .filter((file) => !published.includes(file) && !taken.has(`${file} *`))
    .flatMap((file) =>
      exportsOf(file)
        .filter((name) => !taken.has(`${file} ${name}`) && !usedAtHome(file, name))
        .map((name) => `${file} ${name}`),
    );
  expect(unused.toSorted()).toEqual(allowed);
});

it('nothing is exported that no other file uses', () => {
  const taken = imported([...text.keys()]);
  const unused = files
    .filter((file) => !published.includes(file) && !taken.has(`${file} *`))
    .flatMap((file) =>
      exportsOf(file, { types: false })
        .filter((name) => !taken.has(`${file} ${name}`))
        .map((name) => `${file} ${name}`),
    );
  expect(unused).toEqual(['src/transcripts/archive-schema.ts schemasFollowTypes']);
});

/** Whether a suite is in one of the folders whose suites the contracts entry publishes. */
function isPublished(suite: string, users: readonly string[]): boolean {
  return (
    /^src\/(?:stores\/suite|strategies|summarizers)\//u.test(suite) &&
    users.includes('src/testing/contracts.ts')
  );
}
