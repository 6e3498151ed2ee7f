/** `everthread help [command]`. */
import { type Command, exitCodes, UsageError } from '../command.ts';
import { commandNames, loadCommand } from '../commands.ts';
import { commandPage, overview } from '../help-text.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { createStyle } from '../terminal/style.ts';

export const help: Command = {
  name: 'help',
  summary: 'Show what there is, or how a command is used.',
  usage: 'help [command]',
  options: [],
  examples: [{ command: 'help demo', about: 'everything about one command' }],
  async run(args, io) {
    const page = { style: createStyle(io), columns: io.columns };
    const [name, ...rest] = args;
    if (rest.length > 0) throw new UsageError('help takes the name of one command.');
    if (name === undefined) {
      const commands = await Promise.all(commandNames.map(loadCommand));
      io.stdout.write(
        overview(
          commands.filter((command) => command !== undefined),
          page,
        ),
      );
      return exitCodes.ok;
    }
    const command = await loadCommand(name);
    if (command === undefined) throw unknownCommand(name);
    io.stdout.write(commandPage(command, page));
    return exitCodes.ok;
  },
};

export function unknownCommand(name: string): UsageError {
  const shown = JSON.stringify(sanitizeLine(name).slice(0, 60));
  return new UsageError(`There is no command ${shown}. Commands: ${commandNames.join(', ')}.`);
}
