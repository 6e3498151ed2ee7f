/**
 * Builds `dist`: the declarations of `src`, its code in a few bundles that share common chunks, and the inspector's
 * page. Without bundles, each start of the command would read nine hundred small files.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { vocabulary } from './packed-vocabulary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

type Manifest = {
  exports: { [entry: string]: string | { default: string } };
  dependencies: { [name: string]: string };
  peerDependencies: { [name: string]: string };
};
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

const published = Object.values(manifest.exports)
  .filter((entry) => typeof entry === 'object')
  .map((entry) => entry.default.replace(/^\.\/dist\/|\.js$/gu, ''));

/** Entries of worker threads. They are started as files beside the bundles, so they go into the same folder. */
const threads = ['workers/pool-thread', 'stores/sqlite/file-worker', 'embedders/minilm-worker'];

/** Packages that are bundled: of Kysely's 250 files the store needs only some, of the tokenizer only the vocabulary. */
const builtIn = ['kysely', 'gpt-tokenizer'];

rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });

await build({
  entryPoints: Object.fromEntries([
    ...[...published, 'cli/main'].map((entry) => [entry, `src/${entry}.ts`]),
    ...threads.map((thread) => [thread.split('/').at(-1), `src/${thread}.ts`]),
  ]),
  outdir: 'dist',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.13',
  // Writes letters of all scripts unescaped, which takes half the space.
  charset: 'utf8',
  plugins: [vocabulary],
  external: [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)].flatMap(
    (name) => [name, `${name}/*`],
  ),
  logLevel: 'warning',
});
for (const name of builtIn) cpSync(`node_modules/${name}/LICENSE`, `dist/licenses/${name}.txt`);

execFileSync('vite', ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'], { stdio: 'inherit' });

chmodSync('dist/cli/main.js', 0o755);
