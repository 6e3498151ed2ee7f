/** Runs a command line: finds the command, runs it, reports its errors, and returns the exit code. */

import { exitCodes } from './command.ts';
import { defaultCommand, loadCommand } from './commands/all-commands.ts';
import type { Io } from './io.ts';

export async function runCli(args: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(args, io);
  } catch (error) {
    if ((await import('./interrupt.ts')).wasInterrupted()) return exitCodes.interrupted;
    return (await import('./report-error.ts')).reportError(error, { args, io });
  }
}

async function dispatch(args: readonly string[], io: Io): Promise<number> {
  const [first] = args;
  if (first === '--version' || first === '-v') {
    io.stdout.write(`${(await import('../version.ts')).version}\n`);
    return exitCodes.ok;
  }
  const { name, rest } = commandOf(args, io);
  // Starts the chat without loading its help page, so that its prompt appears sooner.
  if (name === defaultCommand && !asksForHelp(rest)) {
    return (await import('./chat/start.ts')).startChat(rest, io);
  }
  const command = await loadCommand(name);
  if (command === undefined) throw (await import('./commands/help.ts')).unknownCommand(name);
  if (!asksForHelp(rest) || name === 'help') return command.run(rest, io);
  const { help } = await import('./commands/help.ts');
  return help.run([name], io);
}

/** The command of a command line. Without one it is the chat, on a terminal or with options, and help elsewhere. */
function commandOf(args: readonly string[], io: Io): { name: string; rest: readonly string[] } {
  const [first, ...rest] = args;
  if (first === '--help' || first === '-h') return { name: 'help', rest };
  if (first === undefined) {
    return { name: io.isTerminal && io.inputIsTerminal ? defaultCommand : 'help', rest };
  }
  if (first.startsWith('-')) return { name: defaultCommand, rest: args };
  return { name: first, rest };
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).some((arg) => arg === '--help' || arg === '-h');
}
