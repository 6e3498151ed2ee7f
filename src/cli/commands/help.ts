/** `everthread help [command]`. */

import { didYouMean } from '../../input/nearest.ts';
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine } from '../config/flags.ts';
import { commandPage, overview } from '../help-text.ts';
import { sanitizeLine, terminalJson } from '../terminal/sanitize.ts';
import { createStyle } from '../terminal/style.ts';
import { commandNames, loadCommand, loadGroups } from './all-commands.ts';

export const help: Command = {
  name: 'help',
  summary: 'Show what there is, or how a command is used.',
  usage: 'help [command] [--json]',
  options: [{ flag: '--json', about: 'the same as data' }],
  examples: [{ command: 'help demo', about: 'everything about one command' }],
  async run(args, io) {
    const { positionals, json } = parseCommandLine({
      command: 'help',
      args: args.filter((arg) => arg !== '--help' && arg !== '-h'),
      positionals: { max: 1, name: 'command' },
      settings: false,
    });
    const page = { style: createStyle(io), columns: io.columns };
    const [name] = positionals;
    if (name === undefined) {
      const groups = await loadGroups();
      const all = groups.flatMap(({ title, commands }) =>
        commands.map((command) => ({ ...describe(command), group: title })),
      );
      io.stdout.write(json ? `${terminalJson(all)}\n` : overview(groups, page));
      return exitCodes.ok;
    }
    const command = await loadCommand(name);
    if (command === undefined) throw unknownCommand(name);
    io.stdout.write(json ? `${terminalJson(describe(command))}\n` : commandPage(command, page));
    return exitCodes.ok;
  },
};

export function unknownCommand(name: string): UsageError {
  const shown = JSON.stringify(sanitizeLine(name).slice(0, 60));
  return new UsageError(
    `There is no command ${shown}.${didYouMean(name, commandNames)} Commands: ${commandNames.join(', ')}.`,
  );
}

function describe({ name, summary, usage, options, examples }: Command) {
  return { name, summary, usage: `everthread ${usage}`, options, examples };
}
