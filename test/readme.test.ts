/** Runs every command and program of the README as written and compares the output with the README. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childEnvironment } from './child-environment.ts';
import { type LoopbackProvider, openLoopbackProvider } from './loopback-provider.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'dist/cli/main.js');
const readme = readFileSync(`${root}README.md`, 'utf8');
const run = promisify(execFile);
let folder: string;
let provider: LoopbackProvider;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'everthread-readme-'));
  cpSync(`${root}examples`, join(folder, 'examples'), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/everthread'));
  for (const name of ['ai', '@ai-sdk', '@types']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  provider = await openLoopbackProvider();
  provider.always(({ system, messages }) => ({ kind: 'reply', pieces: [modelAnswer(system, messages)] }));
});
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The scripted answers of the model in the README's programs. */
function modelAnswer(system: string, messages: readonly { text: string }[]): string {
  const asked = [system, ...messages.map(({ text }) => text)].join('\n');
  if (asked.includes('window seat')) {
    return 'The user asks at every stop whether the window seat of the night train to Vienna is still ours. The assistant says yes, until Vienna.';
  }
  return asked.includes('invoice')
    ? 'The invoice is on its way to you.'
    : 'I am sorry. I look for order 1182 in the depots now.';
}

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
      // Otherwise a model that happens to run on this machine would answer.
      EVERTHREAD_PROVIDER: 'none',
    },
    maxBuffer: 1e7,
  });
  return stdout;
}

/** Replaces durations and dates, which differ in every run. */
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
  // test/packed/ tests installation, and `make` runs these tests itself.
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
  // The providers' packages read their address and key from these.
  const env = {
    ...childEnvironment,
    ...{ ANTHROPIC_BASE_URL: `${provider.url}/v1`, ANTHROPIC_API_KEY: 'none', OPENAI_API_KEY: 'none' },
  };
  for (const [index, [, code, output]] of programs.entries()) {
    const file = join(folder, `readme-${index}.mts`);
    writeFileSync(file, code!);
    const { stdout, stderr } = await run(process.execPath, [file], { cwd: folder, env });
    expect({ stdout, stderr }, code).toEqual({ stdout: output, stderr: '' });
  }
  expect(programs.filter(([, code]) => code!.includes('@ai-sdk/'))).toHaveLength(2);
  expect(provider.requests.length).toBeGreaterThan(2);
});

it('R-56 its programs are typed as they stand', async () => {
  const files = blocks('ts').map((code, index) => {
    const file = join(folder, `typed-${index}.mts`);
    writeFileSync(file, `${code}\nexport {};\n`);
    return file;
  });
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--skipLibCheck'];
  await run(join(root, 'node_modules/.bin/tsc'), [...options, ...files], { cwd: folder }).catch(
    ({ stdout }) => expect(stdout).toBe(''),
  );
});

it('R-58 R-59 the chat answers the question it is shown with in the words that are shown', async () => {
  const [, question = '', answer = ''] = /^› (.+)\n(#3 user [\s\S]*?)```/mu.exec(readme) ?? [];
  const words = (text: string) => text.replaceAll(/[│\s]+/gu, ' ').trim();
  const said = await runLine(`printf '/demo\\n${question}\\n' | everthread chat`);
  const [quote = ''] = answer.split('\n\n');
  expect(words(quote).length).toBeGreaterThan(100);
  expect(steady(words(said))).toContain(steady(words(quote)).replace(/^#3 user \S+ \S+ /u, ''));
});

it('R-58 the picture of the README is the one that is made of a real screen', () => {
  const [, picture] = /!\[[^\]]+\]\(([^)]+\.svg)\)/u.exec(readme)!;
  expect(picture).toBe('docs/terminal.svg');
  expect(readFileSync(`${root}${picture}`, 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/u);
});
