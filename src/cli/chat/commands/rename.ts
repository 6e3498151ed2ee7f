/** `/rename`: sets the thread's title. */
import { sanitizeLine } from '../../terminal/sanitize.ts';
import type { SlashCommand } from '../slash-command.ts';
import { textBlock } from './text-block.ts';

export const rename: SlashCommand = {
  name: 'rename',
  usage: '[TITLE]',
  about: 'give this thread a title, or none to use its first question',
  async run(chat, argument) {
    const { title } = await chat.thread.update({ title: argument === '' ? null : argument });
    const outcome =
      title === undefined
        ? 'This thread has no title now.'
        : `This thread is called “${sanitizeLine(title)}”.`;
    return { data: { thread: chat.thread.id, title: title ?? null }, text: textBlock(outcome, chat.view()) };
  },
};
