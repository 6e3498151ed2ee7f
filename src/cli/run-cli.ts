/** From arguments to an exit code: finds the command, runs it, and says in words what was wrong. */

import { exitCodes } from './command.ts';
import { defaultCommand, loadCommand } from './commands.ts';
import type { Io } from './io.ts';

export async function runCli(args: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(args, io);
  } catch (error) {
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
  // The prompt of the chat is on the screen before what help tells about it is loaded.
  if (name === defaultCommand && !asksForHelp(rest)) {
    return (await import('./chat/start.ts')).startChat(rest, io);
  }
  const command = await loadCommand(name);
  if (command === undefined) throw (await import('./commands/help.ts')).unknownCommand(name);
  if (!asksForHelp(rest) || name === 'help') return command.run(rest, io);
  const { help } = await import('./commands/help.ts');
  return help.run([name], io);
}

/** No command at all: chat where somebody sits in front of it, or where there are options for it; else help. */
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
