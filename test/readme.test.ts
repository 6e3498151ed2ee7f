/** Every command and every program the README shows is run as it is written, and shows what the README says. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childEnvironment } from './child-environment.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'dist/cli/main.js');
const readme = readFileSync(`${root}README.md`, 'utf8');
const run = promisify(execFile);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'everthread-readme-'));
  cpSync(`${root}examples`, join(folder, 'examples'), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/everthread'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'gu'))].map(
    ([, block]) => block!,
  );
}

async function runLine(line: string): Promise<string> {
  const script = `everthread() { "${process.execPath}" "${program}" "$@"; }\n${line}`;
  const { stdout } = await run('bash', ['--norc', '-ec', script], {
    cwd: folder,
    env: {
      ...childEnvironment,
      HOME: folder,
      XDG_DATA_HOME: join(folder, 'data'),
      // A model that happens to run on this machine would answer instead.
      EVERTHREAD_PROVIDER: 'none',
    },
    maxBuffer: 1e7,
  });
  return stdout;
}

/** How long it took and what day it is are others every time. */
function steady(output: string): string {
  return output
    .replaceAll(/\bin [\d.]+ m?s\./gu, 'in 0.1 s.')
    .replaceAll(/\b\d{4}-\d\d-\d\d \d\d:\d\d/gu, '2026-03-09 18:15');
}

it('R-58 commands that are shown with their output give that output', async () => {
  const shown = blocks('console').flatMap((block) => block.split(/^\$ /mu).filter((part) => part !== ''));
  expect(shown.length).toBeGreaterThan(2);
  for (const part of shown) {
    const [line = '', ...output] = part.split('\n');
    expect(steady(await runLine(line)), line).toBe(output.join('\n'));
  }
});

it('R-58 R-59 R-68 all other commands run as written, one after the other, without a key', async () => {
  // What installs is tried where the package is packed, and `make` is what runs this.
  const lines = blocks('sh')
    .flatMap((block) => block.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:make (?:start|chat|check|test)|npm install)\b/u.test(line));
  expect(lines.length).toBeGreaterThan(8);
  const outputs = new Map<string, string>();
  for (const line of lines) {
    const stdout = await runLine(line);
    expect(stdout.trim(), line).not.toBe('');
    outputs.set(line.split(/\s+/u).slice(0, 2).join(' '), stdout);
  }
  expect(outputs.get('everthread chat')).toContain('3.20');
  expect(outputs.get('everthread brief')).toBe(blocks('markdown')[0]);
});

it('R-56 programs that are shown with their output give that output', async () => {
  const programs = [...readme.matchAll(/```ts\n((?:(?!```)[\s\S])*)```\n\n```text\n([\s\S]*?)```/gu)];
  expect(programs).toHaveLength(blocks('ts').filter((block) => block.includes('console.log')).length);
  for (const [index, [, code, output]] of programs.entries()) {
    const file = join(folder, `readme-${index}.mts`);
    writeFileSync(file, code!);
    expect((await run(process.execPath, [file], { cwd: folder })).stdout, code).toBe(output);
  }
});

it('R-58 the picture of the README is the one that is made of a real screen', () => {
  const [, picture] = /!\[[^\]]+\]\(([^)]+\.svg)\)/u.exec(readme)!;
  expect(picture).toBe('docs/terminal.svg');
  expect(readFileSync(`${root}${picture}`, 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/u);
});
