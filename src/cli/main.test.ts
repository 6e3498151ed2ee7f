/** The program as a process: its exit codes, and its behaviour with pipes. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { childEnvironment } from '../../test/child-environment.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-main-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const options = () => ({ cwd: directory, env: { ...childEnvironment, HOME: directory } });

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    ...options(),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it.each(['stdout', 'stderr'] as const)('R-58 a reader that leaves is no error (%s)', async (name) => {
  const args = name === 'stdout' ? ['help'] : ['nonsense'];
  const child = spawn(process.execPath, [program, ...args], {
    ...options(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child[name].destroy();
  let said = '';
  const other = name === 'stdout' ? child.stderr : child.stdout;
  other.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code, signal] = await once(child, 'close');
  expect({ code, signal, said }).toEqual({
    code: name === 'stdout' ? 0 : expect.any(Number),
    signal: null,
    said: '',
  });
});

it('R-58 exit codes: 0, 1 for failure, 2 for wrong input', () => {
  expect(run('config', '--json').status).toBe(0);
  writeFileSync(join(directory, 'broken.db'), 'no database '.repeat(500));
  expect(run('threads', '--database', 'broken.db').status).toBe(1);
  expect(run('confg').status).toBe(2);
});

it('R-58 a configuration file in TypeScript is read without a word about it', () => {
  writeFileSync(
    join(directory, 'everthread.config.ts'),
    'type Tokens = number;\nconst budget: Tokens = 4_000;\nexport default { budget, strategy: { name: "rolling" as const } };\n',
  );
  const { status, stdout, stderr } = run('config', '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout).settings.budget).toMatchObject({ value: 4000, from: 'file', line: 2 });
});

it('R-58 a program for configuration that fails is named with its line', () => {
  writeFileSync(
    join(directory, 'everthread.config.js'),
    'const a = 1;\n\nthrow new Error("no \\u001b[2J");\n',
  );
  const { status, stdout, stderr } = run('config');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe('everthread: everthread.config.js:3: it could not be loaded: no ␛[2J.\n');
  writeFileSync(join(directory, 'everthread.config.js'), 'const a = 1;\nconst = 2;\n');
  expect(run('config').stderr).toContain('everthread.config.js:2: it could not be loaded: ');
});
