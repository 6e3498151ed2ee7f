import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const pure = [
  'records',
  'message',
  'tokens',
  'redaction',
  'strategies',
  'facts',
  'context',
  'transcripts',
  'strategy.ts',
];
const edges = [
  'stores',
  'summarizers',
  'embedders',
  'engine',
  'compaction',
  'turn',
  'editing',
  'verify',
  'server',
  'cli',
  'integrations',
];

function importsOf(file: string): string[] {
  const source = readFileSync(root + file, 'utf8');
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!);
}

/** The part of `src` a relative import points to: its first folder, or the file itself. */
function partOf(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const target = normalize(join(dirname(file), specifier));
  return target.startsWith('src/') ? target.split('/')[1] : undefined;
}

const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !/\.(test|suite)\.ts$/.test(file));

test('the pure core imports nothing from the edges', () => {
  const wrong = sources
    .filter((file) => pure.includes(file.split('/')[1]!))
    .flatMap((file) =>
      importsOf(file).map((specifier) => ({ file, specifier, part: partOf(file, specifier) })),
    )
    .filter(({ part }) => part !== undefined && edges.includes(part));
  expect(wrong).toEqual([]);
});

test('the pure core takes clock, randomness and files from nowhere', () => {
  const forbidden =
    /\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)|from 'node:(?:fs|net|http|child_process|os|sqlite)/;
  const wrong = sources
    .filter((file) => pure.includes(file.split('/')[1]!))
    .filter((file) => forbidden.test(readFileSync(root + file, 'utf8')));
  expect(wrong).toEqual([]);
});

test('stores, summarizers and compaction know nothing of the surfaces', () => {
  const wrong = sources
    .filter((file) => ['stores', 'summarizers', 'compaction', 'turn'].includes(file.split('/')[1]!))
    .flatMap((file) =>
      importsOf(file).map((specifier) => ({ file, specifier, part: partOf(file, specifier) })),
    )
    .filter(({ part }) => part !== undefined && ['server', 'cli', 'integrations'].includes(part));
  expect(wrong).toEqual([]);
});

test('there are no barrel files but the published entry points', () => {
  const entries = ['src/index.ts', 'src/sqlite.ts', 'src/ai-sdk.ts', 'src/mcp.ts', 'src/testing.ts'];
  const barrels = sources
    .filter((file) => !entries.includes(file))
    .filter((file) => {
      const lines = readFileSync(root + file, 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .split('\n')
        .filter((line) => line.trim() !== '');
      return lines.length > 0 && lines.every((line) => /^export .* from /.test(line));
    });
  expect(barrels).toEqual([]);
});

test('I-10 events, stores and views of messages are reached through redaction only', () => {
  const importers = (name: string) =>
    sources.filter((file) =>
      new RegExp(`import[^;]*\\b${name}\\b[^;]*;`).test(readFileSync(root + file, 'utf8')),
    );
  expect(importers('createEmitter')).toEqual(['src/everthread.ts']);
  expect(importers('createContentRedactor')).toEqual(['src/engine/redaction.ts']);
  expect(importers('redactingEmitter')).toEqual(['src/engine/create-engine.ts']);
  // Texts of messages for summarizers and embedders are made in one place each, from the redacted view.
  const rendering = importers('renderMessageText').filter((file) =>
    /^src\/(?:compaction|summarizers)\//.test(file),
  );
  expect(rendering).toEqual(['src/compaction/transcript.ts']);
});
