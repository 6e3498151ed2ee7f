/** The published package in an empty folder: its files, and that everything works from there. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { publint } from 'publint';
import { build as viteBuild } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedSource } from '../../scripts/packed-vocabulary.ts';
import type { PackedRanks, Ranks } from '../../src/tokens/vocabulary.ts';
import { keyLines } from '../example-lines.ts';
import { type Project, packedProject, root } from './project.ts';

let project: Project;
const command = 'node_modules/everthread/dist/cli/main.js';

beforeAll(() => {
  project = packedProject({ packages: ['ai', '@ai-sdk/openai', '@ai-sdk/anthropic'] });
});
afterAll(() => project.remove());

describe('what is in it', () => {
  it('R-56 publint has nothing to say', async () => {
    const { messages } = await publint({ pkgDir: project.installed, strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  it('R-56 the types are those of the code, for everyone who can import it', async () => {
    const { problems } = (await checkPackage(
      createPackageFromTarballData(readFileSync(project.tarball)),
    )) as { problems: { kind: string; resolutionKind?: string }[] };
    // The package has only ES modules; these two old ways of resolution cannot import it.
    const told = problems.filter(
      ({ resolutionKind }) => resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs',
    );
    expect(told).toEqual([]);
  });

  it('R-56 no source map without its source, nothing that only this repository needs, no address that is not there', () => {
    const files = globSync('**/*', { cwd: project.installed });
    expect(
      files.filter(
        (file) => /\.map$|\.test\.|\.db$|(?<!\.d)\.ts$/u.test(file) && !file.startsWith('examples'),
      ),
    ).toEqual([]);
    const text = readFileSync(join(project.installed, 'dist/index.js'), 'utf8');
    expect(text).not.toContain('sourceMappingURL');
    const manifest = JSON.parse(readFileSync(join(project.installed, 'package.json'), 'utf8'));
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['repository']));
    expect(manifest).not.toHaveProperty('homepage');
  });

  it('R-58 its code is in bundles, so that a start reads few files; what is built in has its licence with it', () => {
    const bundles = globSync('dist/**/*.js', { cwd: project.installed, exclude: ['dist/web/**'] });
    expect(bundles.length).toBeLessThan(400);
    const texts = bundles.map((file) => readFileSync(join(project.installed, file), 'utf8'));
    expect(texts.filter((text) => /from\s*"kysely|import\("kysely/u.test(text))).toEqual([]);
    for (const name of ['kysely', 'gpt-tokenizer'])
      expect(readFileSync(join(project.installed, `dist/licenses/${name}.txt`), 'utf8')).toContain(
        'Copyright',
      );
  });

  it('R-45 R-58 the vocabulary is packed, token for token, and no start reads the one it was made of', async () => {
    const source = packedSource();
    const { readRanks } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
    const { size, texts: packed, bytes } = readRanks() as PackedRanks;
    const unpacked: Ranks = Object.assign(packed.split('\uffff'), Object.fromEntries(bytes));
    expect(size).toBe(ranks.length);
    expect(JSON.stringify(unpacked) === JSON.stringify(ranks)).toBe(true);
    const bundles = globSync('dist/**/*.js', { cwd: project.installed, exclude: ['dist/web/**'] });
    const texts = bundles.map((file) => readFileSync(join(project.installed, file), 'utf8'));
    expect(texts.filter((text) => text.includes('function readRanks'))).toHaveLength(1);
    expect(texts.filter((text) => /from\s*"gpt-tokenizer\/bpeRanks/u.test(text))).toEqual([]);
  });

  it('R-56 every link of its README and of its pages for users leads to a file that is in it', () => {
    const pages = ['README.md', ...globSync('docs/*.md', { cwd: project.installed })].filter(
      // These two pages link to tests and sources, which only the repository has.
      (page) => page !== 'docs/requirements.md' && page !== 'docs/architecture.md',
    );
    expect(pages.length).toBeGreaterThan(8);
    const broken = pages.flatMap((page) => {
      const text = readFileSync(join(project.installed, page), 'utf8').replace(/```[\s\S]*?```/gu, '');
      return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/gu)]
        .map(([, target]) => target!)
        .filter((target) => !/^[a-z]+:/u.test(target))
        .filter((target) => !existsSync(join(project.installed, dirname(page), target)))
        .map((target) => `${page}: ${target}`);
    });
    expect(broken).toEqual([]);
  });
});

describe('what it does', () => {
  it.each(Object.entries(keyLines))('R-56 its examples/%s runs', async (file, keyLine) => {
    // Copied out of the package, because Node strips no types inside of node_modules.
    cpSync(join(project.installed, 'examples'), join(project.folder, 'examples'), { recursive: true });
    const { status, output, stderr } = await project.run([`examples/${file}`], {
      env: { NODE_NO_WARNINGS: '1' },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(output).toMatch(keyLine);
  });

  it('R-56 the code of its README runs', async () => {
    const readme = readFileSync(join(project.installed, 'README.md'), 'utf8');
    const [, code = ''] = /```ts\n(import \{ createEverthread \}[\s\S]*?)```/u.exec(readme) ?? [];
    project.write('readme.ts', code);
    const { status, output } = await project.run(['readme.ts']);
    expect(status, output).toBe(0);
    const [, shown = ''] = /## In your app\n[\s\S]*?```text\n([\s\S]*?)```/u.exec(readme) ?? [];
    expect(shown).toContain('messages kept: 202');
    expect(output).toBe(shown);
  });

  it('R-58 the command runs, and MCP says what to type where its package is missing', async () => {
    const env = { HOME: project.folder, EVERTHREAD_PROVIDER: 'none', EVERTHREAD_DATABASE: 'command.db' };
    const version = await project.run([command, '--version'], { env });
    expect(version).toEqual({ status: 0, output: `${packageVersion()}\n`, stderr: '' });
    const said = await project.run([command, 'chat', 'My ferry leaves at 6:15 from quay 4.'], { env });
    expect(said.status, said.output).toBe(0);
    const found = await project.run([command, 'search', 'ferry', '--json'], { env });
    expect(found.output).toContain('6:15');
    const mcp = await project.run([command, 'mcp'], { env });
    expect(mcp.status).not.toBe(0);
    expect(mcp.output).toContain('Run: npm install @modelcontextprotocol/server');
  });

  it('R-51 R-58 and where it is there, MCP answers', async () => {
    const other = packedProject({ packages: ['@modelcontextprotocol/server'] });
    const ask = (id: number, method: string, params: object) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    const input =
      ask(1, 'initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      }) +
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n` +
      ask(2, 'tools/list', {});
    const env = { HOME: other.folder, EVERTHREAD_DATABASE: 'mcp.db' };
    const { status, output } = await other.run([command, 'mcp'], { env, input });
    other.remove();
    expect(status, output).toBe(0);
    expect(output).toContain(`"version":"${packageVersion()}"`);
    for (const tool of ['search', 'expand', 'describe']) expect(output).toContain(`"name":"${tool}"`);
  });
});

/** A chat with a model summarizer and a database, deployed as one file into an empty folder. */
const app = `import { createEverthread, languageModel } from 'everthread';
import { sqliteStore } from 'everthread/sqlite';
import { scriptedModel } from 'everthread/testing';

const checked = (prompt: string) => [...new Set(prompt.match(/crane \\d+ at quay \\d/gu))].slice(0, 30).join(', ');
const model = scriptedModel({ answers: ({ prompt }) => \`Ada checked \${checked(prompt)} of the harbour.\` });
const ever = createEverthread({
  store: sqliteStore({ path: 'bundle.db' }),
  strategy: 'rolling',
  budget: { tokens: 1500 },
  summarizer: languageModel({ models: [model] }),
});
const told: string[] = [];
ever.on('summarizer-fallback', ({ reason }) => told.push(reason));
const thread = await ever.thread('t');
for (let index = 0; index < 60; index += 1) {
  const text = 'Message ' + index + ': Ada checked crane ' + index + ' at quay ' + (index % 7) + ' of the harbour. ';
  await thread.append({ role: index % 2 === 0 ? 'user' : 'assistant', content: text.repeat(8) });
}
await ever.idle();
const summaries = await thread.summaries();
const { tokens } = await thread.context();
console.log(JSON.stringify({ rungs: summaries.map(({ rung }) => rung), told, tokens }));
await ever.deleteThread('t');
await ever.close();
`;

/** The banner esbuild needs for packages that are not ES modules, as in docs/library.md. */
const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

describe('bundled into one file', () => {
  const bundlers: { [name: string]: (out: string) => Promise<unknown> } = {
    esbuild: (out) =>
      build({
        absWorkingDir: project.folder,
        entryPoints: ['bundled.ts'],
        bundle: true,
        platform: 'node',
        format: 'esm',
        outfile: join(out, 'app.mjs'),
        banner: { js: banner },
        logLevel: 'error',
      }),
    vite: (out) =>
      viteBuild({
        root: project.folder,
        logLevel: 'error',
        configFile: false,
        ssr: { noExternal: true },
        build: {
          ssr: 'bundled.ts',
          outDir: out,
          minify: false,
          rollupOptions: {
            output: { entryFileNames: 'app.mjs', codeSplitting: false },
          },
        },
      }),
  };

  it.each(Object.keys(bundlers))('R-53 R-56 by %s, the model still writes the summaries', async (bundler) => {
    project.write('bundled.ts', app);
    const out = join(project.folder, '..', `everthread-bundle-${bundler}-${process.pid}`);
    mkdirSync(out, { recursive: true });
    try {
      await bundlers[bundler]!(out);
      const { status, output } = await project.run(['app.mjs'], { cwd: out });
      expect(status, output).toBe(0);
      const { rungs, told, tokens } = JSON.parse(output);
      expect({ told, rungs: [...new Set(rungs)] }).toEqual({ told: [], rungs: ['model'] });
      expect(tokens).toBeLessThanOrEqual(1_500);
    } finally {
      execFileSync('rm', ['-rf', out]);
    }
  });

  it('R-38 R-53 without the package ai every event names it, however often it was asked for', async () => {
    const other = packedProject();
    // The scripted model needs no SDK itself; only the package `ai`, which would call it, is missing.
    other.write('app.ts', app);
    const { status, output } = await other.run(['app.ts']);
    other.remove();
    expect(status, output).toBe(0);
    const { rungs, told } = JSON.parse(output);
    expect(new Set(rungs)).toEqual(new Set(['extractive']));
    expect(told.length).toBeGreaterThan(0);
    for (const reason of told)
      expect(reason).toMatch(/the package "ai", which could not be loaded\. Run: npm install ai/u);
  });
});

function packageVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}
