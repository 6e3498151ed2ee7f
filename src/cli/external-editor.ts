/** Opens a text in the user's editor, in a temporary file that only the user can read. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Io } from './io.ts';

const fallback = process.platform === 'win32' ? 'notepad' : 'vi';

/** Resolves to the saved text; undefined if the editor could not be started, or exited with an error. */
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

/** Runs a command line as users set it, such as `code --wait`. Resolves to its exit code. */
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
