/** `/forget`: erases messages from the log and from everything made of them (R-41). Asks before, for nothing brings them back. */
import { textOf } from '../../../message/message.ts';
import { UsageError } from '../../command.ts';
import { counted } from '../../terminal/figures.ts';
import { messageList } from '../../views/history-view.ts';
import type { SlashCommand } from '../slash-command.ts';
import { checkRange, type NumberRange, readMessages, readRange } from './select.ts';
import { textBlock } from './text-block.ts';

const shownBefore = 5;
const mostAtOnce = 1_000;

export const forget: SlashCommand = {
  name: 'forget',
  usage: '12 | 3-9',
  about: 'erase messages for good, everywhere; asks first',
  async run(chat, argument) {
    const words = argument.split(/[\s,]+/u).filter((word) => word !== '');
    const sure = words.includes('--yes');
    const ranges = words.filter((word) => word !== '--yes').map(readRange);
    if (ranges.length === 0 || ranges.includes(undefined)) {
      throw new UsageError('/forget needs message numbers, such as 12, or 3-9.');
    }
    const named = ranges as NumberRange[];
    for (const range of named) await checkRange(chat.thread, range);
    if (named.reduce((sum, { from, to }) => sum + to - from + 1, 0) > mostAtOnce) {
      throw new UsageError(`/forget erases at most ${mostAtOnce} messages at once.`);
    }
    const view = chat.view();
    const messages = (await Promise.all(named.map((range) => readMessages(chat.thread, range)))).flat();
    if (!sure) {
      const { messages: total } = await chat.thread.state();
      const shown = messageList({ messages: messages.slice(0, shownBefore), total }, view).text;
      const more = messages.length > shownBefore ? ` (and ${messages.length - shownBefore} more)` : '';
      const again = `/forget ${words.join(' ')} --yes`;
      return {
        data: { confirm: again, messages: messages.map(({ seq }) => seq) },
        text: `${shown}\n${textBlock(`This erases ${counted(messages.length, 'message')}${more} for good, in summaries and in the search too. To do it: ${again}`, view)}`,
      };
    }
    const receipt = await chat.thread.forget(
      messages.map(({ seq }) => seq),
      { note: 'forgotten in the chat' },
    );
    for (const message of messages) await chat.inputs.remove(textOf(message.parts));
    const erased = receipt.erasedSummaryIds.length;
    const also = erased === 0 ? '' : `, and ${counted(erased, 'summary', 'summaries')} that spoke of them`;
    const text = `${counted(receipt.messages.length, 'message')} forgotten${also}. Receipt ${receipt.id}.`;
    return { data: receipt, text: textBlock(text, view) };
  },
};
