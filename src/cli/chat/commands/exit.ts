/** `/exit`. */
import type { SlashCommand } from '../slash-command.ts';

export const exit: SlashCommand = {
  name: 'exit',
  usage: '',
  about: 'leave; Ctrl-D does the same',
  run: async () => ({ data: null, text: '', leave: true }),
};
