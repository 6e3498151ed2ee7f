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
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => process.exit(afterFailedWrite(error)));
  }
  process.once('SIGINT', () => {
    if (io.isTerminal) process.stdout.write(`${showCursor}\n`);
    process.once('SIGINT', () => process.exit(130));
    void closeOpened().finally(() => process.exit(130));
  });
  process.exitCode = await runCli(process.argv.slice(2), io);
}

/** The exit code when output could not be written. Says why, as the rest of it is lost. */
function afterFailedWrite({ code, message }: NodeJS.ErrnoException): number {
  // The reader of a pipe may close it early, as `head` does. That is no error.
  if (code === 'EPIPE') return 0;
  try {
    process
      .getBuiltinModule('node:fs')
      .writeSync(2, `everthread: The output could not be written: ${message}.\n`);
  } catch {
    // Standard error cannot be written either.
  }
  return 1;
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
