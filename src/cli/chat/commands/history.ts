/** `/history`: the newest messages; with `--full` the summaries before them too. */
import { UsageError } from '../../command.ts';
import { readHistory } from '../../read-history.ts';
import { historyView } from '../../views/history-view.ts';
import type { SlashCommand } from '../slash-command.ts';

export const history: SlashCommand = {
  name: 'history',
  usage: '[--full]',
  about: 'show the newest messages, or summaries and all since',
  async run(chat, argument) {
    if (argument !== '' && argument !== '--full') throw new UsageError('/history takes --full or nothing.');
    const found = await readHistory(chat.thread, { full: argument === '--full' });
    const hint = '/history --full shows what came before, /expand 1-20 reads it word for word.';
    const text = historyView({ ...found, hint, whole: 'text' }, chat.view());
    return { data: found, text, long: true };
  },
  complete: async () => ['--full'],
};
