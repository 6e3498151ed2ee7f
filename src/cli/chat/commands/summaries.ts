/** `/summaries`: the summaries that stand for older messages. */
import { UsageError } from '../../command.ts';
import { withTimes } from '../../read-history.ts';
import { summariesView } from '../../views/summaries-view.ts';
import type { SlashCommand } from '../slash-command.ts';

export const summaries: SlashCommand = {
  name: 'summaries',
  usage: '',
  about: 'read the summaries that stand for older messages',
  async run(chat, argument) {
    if (argument !== '') throw new UsageError('/summaries takes no argument.');
    const { thread } = chat;
    const [records, { messages }] = await Promise.all([thread.summaries(), thread.state()]);
    const dated = await withTimes(thread, records);
    return {
      data: records,
      text: summariesView(dated, chat.view(), { messages, hint: 'To read the originals: /expand <id>' }),
    };
  },
};
