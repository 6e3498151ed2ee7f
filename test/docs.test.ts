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

/** Names of a type's own members, read from its declaration in the source. */
function membersOf(file: string, type: string): string[] {
  const code = readFileSync(root + file, 'utf8').replace(/\/\*[\s\S]*?\*\//gu, '');
  const start = code.search(new RegExp(`(?:type ${type}\\b[^{]*|^ {2}'?${type}'?: )\\{`, 'mu'));
  expect(start, `${type} in ${file}`).toBeGreaterThan(-1);
  const body = code.slice(code.indexOf('{', start) + 1);
  const names: string[] = [];
  let depth = 0;
  for (const [token, name] of body.matchAll(/[{([]|[})\]]|(?:readonly )?(\w+)\??:/gu)) {
    if ('{(['.includes(token)) depth += 1;
    else if ('})]'.includes(token)) depth -= 1;
    else if (depth === 0) names.push(name!);
    if (depth < 0) break;
  }
  return names;
}

test('docs/library.md has every option of what it names, every member of every event, and every code of an error', async () => {
  const page = readFileSync(`${root}docs/library.md`, 'utf8');
  const quoted = [...page.replace(/```[\s\S]*?```/gu, '').matchAll(/`([^`]*)`/gu)].map(([, text]) => text!);
  const isTold = (name: string, rows: readonly string[] = quoted) =>
    rows.some((text) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'u').test(text));
  const types: [file: string, type: string][] = [
    ['src/options.ts', 'RecallOptions'],
    ['src/options.ts', 'RedactionOptions'],
    ['src/compaction-limits.ts', 'CompactionLimits'],
    ['src/turn/context-options.ts', 'ContextOptions'],
    ['src/search/results.ts', 'SearchOptions'],
    ['src/search/read-archive.ts', 'HistoryOptions'],
    ['src/compaction/on-demand.ts', 'CompactOptions'],
    ['src/thread.ts', 'AppendOptions'],
    ['src/context/convert.ts', 'OpenAIOptions'],
    ['src/context/render.ts', 'AnthropicOptions'],
    ['src/context/render.ts', 'TextOptions'],
    ['src/engine/model-ratios.ts', 'UsageObservation'],
    ['src/summarizers/language-model/language-model.ts', 'LanguageModelOptions'],
    ['src/summarizers/language-model/language-model.ts', 'RetryOptions'],
    ['src/summarizers/language-model/model-choice.ts', 'ModelChoice'],
    ['src/embedders/ai-sdk.ts', 'EmbeddingModelOptions'],
    ['src/integrations/ai-sdk/options.ts', 'EverthreadModelOptions'],
  ];
  const untold = types.flatMap(([file, type]) =>
    membersOf(file, type).flatMap((name) => (isTold(name) ? [] : [`${type}.${name}`])),
  );
  const { eventNames } = await import('../src/events.ts');
  for (const event of eventNames) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${event}\` |`));
    const told = [...(row ?? '').matchAll(/`([^`]*)`/gu)].map(([, text]) => text!);
    const members = membersOf('src/events.ts', event);
    expect(members.length, event).toBeGreaterThan(1);
    untold.push(...members.flatMap((name) => (isTold(name, told) ? [] : [`${event}.${name}`])));
  }
  const [, union = ''] = /ErrorCode =([\s\S]*?);/u.exec(readFileSync(`${root}src/errors.ts`, 'utf8')) ?? [];
  const codes = [...union.matchAll(/'(\w+)'/gu)].map(([, code]) => code!);
  expect(codes.length).toBeGreaterThan(10);
  const rows = page.slice(page.indexOf('## Errors'));
  untold.push(...codes.filter((code) => !rows.includes(`\`${code}\``)));
  expect(untold).toEqual([]);
});

const architecture = readFileSync(`${root}docs/architecture.md`, 'utf8');
/** The walks are the sections whose steps are numbered. */
const walks = architecture
  .split(/^## /mu)
  .slice(1)
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    steps: [...section.matchAll(/^(\d+)\. (.*)$/gmu)].map(([, number, text]) => ({
      number: Number(number),
      files: [...text!.matchAll(/`([\w./-]+\.ts)`/gu)].map((match) => match[1]!),
    })),
  }))
  .filter(({ steps }) => steps.length > 0);

test('every file and folder that docs/architecture.md names is there', () => {
  const files = [...architecture.matchAll(/`((?:[\w.-]+\/)+(?:[\w.-]+\.ts)?|[\w.-]+\.ts)`/gu)].map(
    (match) => match[1]!,
  );
  expect(files.length).toBeGreaterThan(50);
  const missing = files.filter((file) => !existsSync(`${root}src/${file}`) && !existsSync(root + file));
  expect(missing).toEqual([]);
  const tree = /```\nsrc\/\n([\s\S]*?)```/u.exec(architecture)![1]!;
  const named = new Set(
    [...tree.matchAll(/[\w-]+(?:\.ts|\/)(?=\s)/gu)].map(([name]) => name.replace('/', '')),
  );
  const there = globSync('src/*', { cwd: root })
    .map((path) => path.slice('src/'.length))
    .filter((name) => !name.endsWith('.test.ts'));
  expect(there.filter((name) => !named.has(name))).toEqual([]);
});

test('docs/architecture.md walks through the paths step by step, and never steps back to a file', () => {
  expect(walks.map(({ title }) => title)).toEqual([
    'A message is appended',
    'A context is made',
    'A thread is compacted',
    'A transcript is imported',
    'A request comes to the server',
    'A request goes through the proxy',
  ]);
  for (const { title, steps } of walks) {
    const files = steps.flatMap((step) => step.files);
    expect(
      steps.map(({ number }) => number),
      title,
    ).toEqual(steps.map((_, index) => index + 1));
    expect(
      steps.filter((step) => step.files.length === 0),
      title,
    ).toEqual([]);
    expect(
      files.filter((file, index) => files.indexOf(file) < index),
      title,
    ).toEqual([]);
  }
});
