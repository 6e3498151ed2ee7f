/** From arguments to an exit code: finds the command, runs it, and says in words what was wrong. */
import { readFile } from 'node:fs/promises';
import { isEverthreadError } from '../errors.ts';
import { exitCodes, UsageError } from './command.ts';
import { help, unknownCommand } from './commands/help.ts';
import { loadCommand } from './commands.ts';
import type { Io } from './io.ts';
import { sanitize } from './terminal/sanitize.ts';
import { wrap } from './terminal/width.ts';

export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  try {
    if (name === undefined || name === '--help' || name === '-h') return await help.run(rest, io);
    if (name === '--version' || name === '-v') {
      io.stdout.write(`${await packageVersion()}\n`);
      return exitCodes.ok;
    }
    const command = await loadCommand(name);
    if (command === undefined) throw unknownCommand(name);
    if (asksForHelp(rest)) return await help.run([command.name], io);
    return await command.run(rest, io);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const wrongInput = isWrongInput(error);
    const remedy = wrongInput ? '\nRun `everthread --help` to see what there is.' : '';
    const text = `everthread: ${sanitize(message)}${remedy}`;
    io.stderr.write(`${io.isTerminal ? wrap(text, io.columns).join('\n') : text}\n`);
    return wrongInput ? exitCodes.usage : exitCodes.failed;
  }
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).some((arg) => arg === '--help' || arg === '-h');
}

function isWrongInput(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  if (isEverthreadError(error)) return error.code === 'invalid_option' || error.code === 'invalid_input';
  // What node:util's parseArgs throws.
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
