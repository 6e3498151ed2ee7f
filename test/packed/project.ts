/** A project outside this repository with the package as `npm pack` makes it, and the other packages it names. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../child-environment.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export type Project = {
  folder: string;
  /** Folder of the unpacked package. */
  installed: string;
  tarball: string;
  write(file: string, text: string): void;
  /** Runs Node and returns its output. */
  run(
    args: readonly string[],
    options?: RunOptions,
  ): Promise<{ status: number; output: string; stderr: string }>;
  remove(): void;
};

export type RunOptions = { env?: { [name: string]: string }; cwd?: string; input?: string };

/** `packages`: packages of the project itself. The package's own dependencies are there as after an install. */
export function packedProject({ packages = [] }: { packages?: readonly string[] } = {}): Project {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-outside-'));
  const place = (name: string) => join(folder, 'node_modules', name);
  const tarball = join(folder, 'everthread.tgz');
  copyFileSync(packedOnce(), tarball);
  mkdirSync(place('everthread'), { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', place('everthread')]);
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of new Set([...Object.keys(dependencies), ...packages])) {
    mkdirSync(dirname(place(name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place(name));
  }
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  write('package.json', JSON.stringify({ name: 'outside', type: 'module', private: true }));
  return {
    folder,
    installed: place('everthread'),
    tarball,
    write,
    run: (args, { env = {}, cwd = folder, input = '' } = {}) =>
      new Promise((resolve) => {
        const child = execFile(
          process.execPath,
          args,
          {
            cwd,
            encoding: 'utf8',
            maxBuffer: 64 * 1024 * 1024,
            env: { ...childEnvironment, NO_COLOR: '1', CI: 'true', NODE_NO_WARNINGS: '1', ...env },
          },
          (error, stdout, stderr) => {
            resolve({
              status: error === null ? 0 : Number(error.code ?? 1),
              output: `${stdout}${stderr}`,
              stderr,
            });
          },
        );
        child.stdin?.end(input);
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The result of `npm pack`, cached under a hash of its files, because packing takes longer than a test. */
function packedOnce(): string {
  if (!existsSync(join(root, 'dist/index.js'))) {
    throw new Error('dist is missing. Run `make build`, or `make test`, which builds first.');
  }
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
  const fingerprint = createHash('sha256');
  for (const file of globSync(['package.json', ...files, ...files.map((name) => `${name}/**`)], {
    cwd: root,
  }).sort()) {
    const { mtimeMs, size } = statSync(join(root, file));
    fingerprint.update(`${file} ${mtimeMs} ${size}\n`);
  }
  const cache = join(root, 'node_modules/.cache/packed');
  const tarball = join(cache, `${fingerprint.digest('hex')}.tgz`);
  if (existsSync(tarball)) return tarball;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(join(cache, 'making-'));
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', making];
  const name = execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim();
  // Another process that packs at the same time makes the same file.
  renameSync(join(making, name), tarball);
  rmSync(making, { recursive: true });
  for (const other of readdirSync(cache)) {
    if (other.endsWith('.tgz') && join(cache, other) !== tarball) rmSync(join(cache, other), { force: true });
  }
  return tarball;
}

/** The strictest options of the compiler; declarations of other packages are checked only on request. */
export function strictConfig(options: { [option: string]: unknown } = {}): string {
  return JSON.stringify({
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      target: 'es2022',
      lib: ['es2023', 'esnext.array'],
      module: 'nodenext',
      types: ['node'],
      skipLibCheck: true,
      noEmit: true,
      ...options,
    },
    include: ['src'],
  });
}
