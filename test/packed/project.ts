/** A project outside of this repository that has the package as `npm pack` makes it, and what else it names. */
import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
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
  /** The package as it was unpacked. */
  installed: string;
  tarball: string;
  write(file: string, text: string): void;
  /** Runs Node, and gives what it printed. */
  run(
    args: readonly string[],
    options?: RunOptions,
  ): Promise<{ status: number; output: string; stderr: string }>;
  remove(): void;
};

export type RunOptions = { env?: { [name: string]: string }; cwd?: string; input?: string };

/** `packages`: what such a project has itself. Those the package depends on are there as an install would bring them. */
export function packedProject({ packages = [] }: { packages?: readonly string[] } = {}): Project {
  if (!existsSync(join(root, 'dist/index.js'))) {
    throw new Error('dist is missing. Run `make build`, or `make test`, which builds first.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'everthread-outside-'));
  const place = (name: string) => join(folder, 'node_modules', name);
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  const tarball = join(folder, packed);
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

/** As strict as a compiler gets, without looking into the declarations of others unless asked to. */
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
