/** Compiles `src` to `dist` and copies what the compiler leaves behind: the prompt files. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });

const prompts = 'src/summarizers/prompts';
if (existsSync(prompts)) {
  cpSync(prompts, 'dist/summarizers/prompts', {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
}
if (existsSync('dist/cli/main.js')) chmodSync('dist/cli/main.js', 0o755);
