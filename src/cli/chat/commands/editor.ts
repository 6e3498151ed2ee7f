/** `/editor`: opens the user's editor to write the next message. */
import { UsageError } from '../../command.ts';
import type { SlashCommand } from '../slash-command.ts';

export const editor: SlashCommand = {
  name: 'editor',
  usage: '[TEXT]',
  about: 'write a message in $EDITOR; Ctrl-X Ctrl-E takes the line there',
  async run(chat, argument) {
    if (chat.terminal === undefined) throw new UsageError('/editor needs a terminal.');
    if (!(await chat.terminal.edit(argument))) {
      throw new UsageError('The editor failed, or could not be started: set EDITOR to one.');
    }
    return { data: null, text: '' };
  },
};
