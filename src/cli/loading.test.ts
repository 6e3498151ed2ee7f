/** Checks that a start loads no module before it is needed, in a separate process that watches its own imports. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { childEnvironment } from '../../test/child-environment.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));
const watcher = `
import { registerHooks } from 'node:module';
import { writeFileSync } from 'node:fs';
const seen = [];
registerHooks({ load(url, context, next) { seen.push(url); return next(url, context); } });
process.on('exit', () => writeFileSync(process.env.LOADED, seen.join('\\n')));`;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-loading-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function loadedBy(args: string[], options: { input?: string } = {}): string[] {
  const loaded = join(directory, 'loaded');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(watcher)}`, program, ...args],
    {
      cwd: directory,
      encoding: 'utf8',
      env: { ...childEnvironment, HOME: directory, LOADED: loaded },
      input: options.input ?? '',
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return readFileSync(loaded, 'utf8').split('\n');
}

const packages = (urls: readonly string[]) => urls.filter((url) => url.includes('/node_modules/'));
const sources = (urls: readonly string[]) =>
  urls.filter((url) => url.includes('/src/')).map((url) => url.slice(url.lastIndexOf('/src/') + 5));

it.each([
  ['--version'],
  ['--help'],
  ['help', 'config'],
  ['config'],
  ['config', '--strategy', 'rolling'],
  ['completion', 'bash'],
])('R-58 `everthread %s` loads no package and no database', (...args) => {
  const urls = loadedBy(args);
  expect(packages(urls)).toEqual([]);
  expect(urls.filter((url) => url.startsWith('node:sqlite'))).toEqual([]);
  expect(sources(urls)).toContain('cli/main.ts');
  const heavy = /^(?:stores|compaction|context|facts|summarizers|strategies|turn|recall|everthread)/u;
  expect(sources(urls).filter((path) => heavy.test(path))).toEqual([]);
});

it('R-58 `--version` loads next to nothing', () => {
  expect(sources(loadedBy(['--version'])).length).toBeLessThanOrEqual(8);
});

it('R-58 a command on threads loads no model library', () => {
  const names = packages(loadedBy(['threads'])).map(
    (url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(url)![1],
  );
  for (const name of [
    'ai',
    '@ai-sdk/anthropic',
    '@ai-sdk/openai',
    '@ai-sdk/openai-compatible',
    'yaml',
    '@lat.md/embed',
  ]) {
    expect(names).not.toContain(name);
  }
});
