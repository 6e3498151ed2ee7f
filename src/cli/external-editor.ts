/** A text in the editor of the user's own: written into a file only they can read, which is gone afterwards. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Io } from './io.ts';

const fallback = process.platform === 'win32' ? 'notepad' : 'vi';

/** What was saved; undefined where the editor could not be started, or said that it failed. */
export async function editText(text: string, env: Io['env']): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'everthread-'));
  const file = join(folder, 'message.md');
  try {
    await writeFile(file, text, { mode: 0o600 });
    if ((await runProgram(env.VISUAL || env.EDITOR || fallback, [file], env)) !== 0) return undefined;
    return (await readFile(file, 'utf8')).replace(/\r\n/gu, '\n').trimEnd();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A command line as users set it, `code --wait` for example. Resolves to its exit code. */
function runProgram(line: string, args: readonly string[], env: Io['env']): Promise<number> {
  return new Promise((resolve) => {
    const child =
      process.platform === 'win32'
        ? spawn(`${line} ${args.map((arg) => `"${arg}"`).join(' ')}`, { shell: true, stdio: 'inherit', env })
        : spawn('sh', ['-c', `${line} "$@"`, 'sh', ...args], { stdio: 'inherit', env });
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 1));
  });
}
