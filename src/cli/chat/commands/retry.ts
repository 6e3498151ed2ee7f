/** `/retry`: asks again for an answer that failed or was cut off. */
import { UsageError } from '../../command.ts';
import type { SlashCommand } from '../slash-command.ts';
import { answerAgain } from '../turn.ts';

export const retry: SlashCommand = {
  name: 'retry',
  usage: '',
  about: 'ask again for an answer that failed or was cut off',
  async run(chat, argument, signal) {
    if (argument !== '') throw new UsageError('/retry takes no argument.');
    if (!(await answerAgain(chat, signal))) throw new UsageError('The last message has its answer already.');
    return { data: null, text: '' };
  },
};
