#!/usr/bin/env node
/** The program `everthread`: checks the Node it runs on, and only then loads the rest. */
import { nodeVersionProblem } from './node-version.ts';

const showCursor = '\u001b[?25h';

const problem = nodeVersionProblem(process.versions.node);
if (problem === undefined) await main();
else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  await keepCompiledCode();
  // Settings of the whole process, so they are made where it begins.
  if (process.argv[2] === 'serve') {
    const { keepHeapSmall } = await import('./serve/small-heap.ts');
    keepHeapSmall({ execArgv: process.execArgv, nodeOptions: process.env.NODE_OPTIONS });
  }
  const [{ processIo }, { runCli }] = await Promise.all([import('./io.ts'), import('./run-cli.ts')]);
  const io = processIo();
  // The reader of a pipe may leave early, as `head` does: that is no error.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  }
  process.once('SIGINT', () => {
    if (io.isTerminal) process.stdout.write(`${showCursor}\n`);
    process.exit(130);
  });
  process.exitCode = await runCli(process.argv.slice(2), io);
}

/** Node can keep what it compiled for the next start. In a folder of the user's own: /tmp belongs to everybody. */
async function keepCompiledCode(): Promise<void> {
  const { HOME, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const caches = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && `${HOME}/.cache`);
  if (!caches) return;
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(`${caches}/everthread/compiled`);
}
