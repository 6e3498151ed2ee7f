/** Starts another gateway on the same upstream: `@portkey-ai/gateway`, which stores nothing. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { send, type Target } from './client.ts';

export async function startGateway(upstream: number, children: ChildProcess[]): Promise<Target> {
  const workspace = fileURLToPath(new URL('../gateways/', import.meta.url));
  if (!existsSync(join(workspace, 'node_modules'))) {
    console.error('  installing bench/gateways …');
    const install = ['install', '--no-audit', '--no-fund', '--omit-lockfile-registry-resolved'];
    execFileSync('npm', install, { cwd: workspace, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const port = 20_000 + (process.pid % 20_000);
  const file = join(workspace, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  children.push(
    spawn(process.execPath, [file, `--port=${port}`, '--headless'], {
      // Without it the gateway refuses addresses of this machine.
      env: { ...process.env, TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost' },
      stdio: 'ignore',
    }),
  );
  const headers = {
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `http://127.0.0.1:${upstream}/v1`,
  };
  const target: Target = { name: '`@portkey-ai/gateway` 1.15.2', port, headers };
  for (let tries = 0; ; tries += 1) {
    const ready = [{ role: 'user', content: 'ready?' }];
    const reached = await send(target, ready, false).catch((error) => error);
    if (!(reached instanceof Error)) return target;
    if (tries > 200) throw reached;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
