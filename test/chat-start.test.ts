/** Before the prompt of the chat appears, only a few modules are loaded, and no slow ones. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../src/', import.meta.url));

/** A file and everything it imports statically, without types. `await import` loads later. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!file.endsWith('.ts')) return seen;
  const source = readFileSync(join(root, file), 'utf8');
  for (const [, what = '', from = ''] of source.matchAll(/^(?:import|export)\s([^;]*?)from '([^']+)';$/gmu)) {
    const types =
      /^type\s/u.test(what) || [...what.matchAll(/[{,]\s*(type\s)?\w+/gu)].every(([, type]) => type);
    if (!types) loadedWith(from.startsWith('.') ? normalize(join(dirname(file), from)) : from, seen);
  }
  return seen;
}

it('R-58 no engine, no database, no model library, and no slow part of Node stands before the prompt', () => {
  const files = new Set(
    ['cli/main.ts', 'cli/io.ts', 'cli/run-cli.ts', 'cli/chat/start.ts'].flatMap((file) => [
      ...loadedWith(file),
    ]),
  );
  expect(files).toContain('cli/chat/editor/prompt.ts');
  const outside = [...files].filter(
    (file) => !/^cli\/(?:[\w-]+|commands\/all-commands|chat\/[\w/-]+|terminal\/[\w-]+)\.ts$/u.test(file),
  );
  expect(outside).toEqual([]);
  // Each module takes about half a millisecond; the start of Node takes about thirty.
  expect(files.size).toBeLessThanOrEqual(20);
});
