/** Every command the README shows is run as it is written, in a folder of its own. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { childEnvironment } from './child-environment.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'dist/cli/main.js');
const run = promisify(execFile);

/** Lines of shell blocks. `make start` and `make test` are what runs this; the rest are commands of ours. */
function commands(): string[] {
  const blocks = [...readFileSync(`${root}README.md`, 'utf8').matchAll(/```sh\n([\s\S]*?)```/gu)];
  return blocks
    .flatMap(([, block]) => block!.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^make (?:start|check|test)\b/u.test(line));
}

it('R-58 R-59 R-68 all commands in the README run as written, one after the other, without a key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-readme-'));
  try {
    cpSync(`${root}examples`, join(folder, 'examples'), { recursive: true });
    const lines = commands();
    expect(lines.length).toBeGreaterThan(8);
    const outputs = new Map<string, string>();
    for (const line of lines) {
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
      expect(stdout.trim(), line).not.toBe('');
      outputs.set(line.split(/\s+/u).slice(0, 2).join(' '), stdout);
    }
    expect(outputs.get('everthread search')).toContain('#11');
    expect(outputs.get('everthread chat')).toContain('3.20');
    expect(outputs.get('everthread import')).toContain('16');
    const [, brief] = /```markdown\n([\s\S]*?)```/u.exec(readFileSync(`${root}README.md`, 'utf8'))!;
    expect(outputs.get('everthread brief')).toBe(brief);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
