/** `/help`: the commands, or one of them. */
import { UsageError } from '../../command.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import type { SlashCommand } from '../slash-command.ts';
import { listBlock, textBlock } from './text-block.ts';

const keys = [
  { name: 'Enter', about: 'send' },
  { name: 'Alt-Enter, Ctrl-J', about: 'a new line; so does \\ before Enter' },
  { name: 'Ctrl-C', about: 'stop a reply; what came is kept' },
  { name: 'Up, Down', about: 'what you wrote before' },
  { name: 'Ctrl-R', about: 'search what you wrote before' },
  { name: 'Ctrl-X Ctrl-E', about: 'the line in $EDITOR' },
  { name: 'Tab', about: 'complete a command or a name' },
  { name: 'Ctrl-D', about: 'leave' },
];

/** Takes a function because the list contains the help command itself. */
export function helpFor(commands: () => readonly SlashCommand[]): SlashCommand {
  return {
    name: 'help',
    usage: '[COMMAND]',
    about: 'this list, or how one command is used',
    async run(chat, argument) {
      const view = chat.view();
      if (argument === '') {
        const rows = commands().map(({ name, usage, about }) => ({
          name: `/${name} ${usage}`.trim(),
          about,
        }));
        const list = listBlock([...rows, { name: '', about: '' }, ...keys], view);
        return { data: commands().map(({ name, usage, about }) => ({ name, usage, about })), text: list };
      }
      const commandName = argument.replace(/^\//u, '').toLowerCase();
      const command = commands().find(({ name }) => name === commandName);
      if (command === undefined) {
        throw new UsageError(`There is no command /${sanitizeLine(commandName).slice(0, 40)}.`);
      }
      const { name, usage, about, details = [] } = command;
      const sentences = [about, ...details].map(
        (line) => `${line.charAt(0).toUpperCase()}${line.slice(1).replace(/\.$/u, '')}.`,
      );
      return {
        data: { name, usage, about, details },
        text: textBlock([`/${name} ${usage}`.trim(), ...sentences].join('\n'), view),
      };
    },
    complete: async () => commands().map(({ name }) => name),
  };
}
