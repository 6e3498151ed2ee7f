/** `/rules`: the standing rules of the thread, each with the message it was said in; `/rules remove 12` ends one. */
import { UsageError } from '../../command.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { rulesView } from '../../views/rules-view.ts';
import type { SlashCommand } from '../slash-command.ts';
import { textBlock } from './text-block.ts';

export const rules: SlashCommand = {
  name: 'rules',
  usage: '[--all] | remove 12',
  about: 'read the standing rules, or remove one',
  async run(chat, argument) {
    const remove = /^remove\s+(\S+)$/iu.exec(argument);
    if (remove !== null) {
      const removed = await chat.thread.removeRule(remove[1]!, { note: 'removed in the chat' });
      const text = `Removed rule ${removed.id}: ${sanitizeLine(removed.text)}`;
      return { data: removed, text: textBlock(text, chat.view()) };
    }
    if (argument !== '' && argument !== '--all') {
      throw new UsageError('/rules takes nothing, --all, or remove and the number of a rule.');
    }
    const all = await chat.thread.rules();
    const shown = argument === '--all' ? all : all.filter(({ revokedBy }) => revokedBy === undefined);
    return {
      data: shown,
      text: rulesView(shown, chat.view(), { hint: 'To remove one: /rules remove <number>' }),
    };
  },
  complete: async () => ['--all', 'remove'],
};
