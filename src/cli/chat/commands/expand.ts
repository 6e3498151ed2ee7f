/** `/expand`: shows the messages behind a summary, or messages by their numbers. */
import { UsageError } from '../../command.ts';
import { expansionView } from '../../views/expansion-view.ts';
import { messageList } from '../../views/history-view.ts';
import type { SlashCommand } from '../slash-command.ts';
import { checkRange, findSummary, readMessages, readRange, summaryIds } from './select.ts';

const pageSize = 20;
const mostMessages = 200;

export const expand: SlashCommand = {
  name: 'expand',
  usage: 'ID | 12 | 3-9',
  about: 'read the originals of a summary, or by number',
  details: [`A summary is expanded ${pageSize} messages at a time: /expand ID 40 goes on after message 40.`],
  async run(chat, argument) {
    const [word, after, ...rest] = argument.split(/\s+/u);
    if (word === undefined || word === '' || rest.length > 0) {
      throw new UsageError('/expand takes the id of a summary, a message number, or a range such as 3-9.');
    }
    const view = chat.view();
    const range = readRange(word);
    if (range !== undefined && after === undefined) {
      await checkRange(chat.thread, range);
      const messages = await readMessages(chat.thread, {
        ...range,
        to: Math.min(range.to, range.from + mostMessages - 1),
      });
      const { messages: total } = await chat.thread.state();
      return {
        data: { messages },
        text: messageList({ messages, total, whole: 'all' }, view).text,
        long: true,
      };
    }
    const from = after === undefined ? undefined : readRange(after)?.from;
    if (after !== undefined && from === undefined) {
      throw new UsageError('After the id of a summary comes the number of the last message already read.');
    }
    const summary = await findSummary(chat.thread, word);
    const expansion = await chat.thread.expand(summary.id, {
      limit: pageSize,
      ...(from === undefined ? {} : { after: from }),
    });
    const hint =
      expansion.next === undefined ? {} : { hint: `/expand ${summary.id} ${expansion.next} goes on.` };
    return { data: expansion, text: expansionView(expansion, view, hint), long: true };
  },
  complete: (chat) => summaryIds(chat.thread),
};
