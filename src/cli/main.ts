#!/usr/bin/env node
/** The program `everthread`: checks the version of Node before it loads the rest. */
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
  // Heap settings hold for the whole process, so they are set before anything else is loaded.
  if (process.argv[2] === 'serve') {
    const { keepHeapSmall } = await import('./serve/small-heap.ts');
    keepHeapSmall({ execArgv: process.execArgv, nodeOptions: process.env.NODE_OPTIONS });
  }
  const [{ processIo }, { runCli }] = await Promise.all([import('./io.ts'), import('./run-cli.ts')]);
  const io = processIo();
  // The reader of a pipe may close it early, as `head` does. That is no error.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  }
  process.once('SIGINT', () => {
    if (io.isTerminal) process.stdout.write(`${showCursor}\n`);
    process.once('SIGINT', () => process.exit(130));
    void closeOpened().finally(() => process.exit(130));
  });
  process.exitCode = await runCli(process.argv.slice(2), io);
}

async function closeOpened(): Promise<void> {
  const { closeInterrupted } = await import('./interrupt.ts');
  await closeInterrupted();
}

/** Lets Node cache compiled code for the next start, in the user's own folder: others can write to /tmp. */
async function keepCompiledCode(): Promise<void> {
  const { HOME, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const caches = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && `${HOME}/.cache`);
  if (!caches) return;
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(`${caches}/everthread/compiled`);
}
