/** `/edit`: changes what a message or a summary says; summaries built on it are made anew. */
import { UsageError } from '../../command.ts';
import { counted } from '../../terminal/figures.ts';
import type { SlashCommand } from '../slash-command.ts';
import { checkRange, findSummary, readMessages, readRange, summaryIds } from './select.ts';
import { textBlock } from './text-block.ts';

const note = 'edited in the chat';

export const edit: SlashCommand = {
  name: 'edit',
  usage: '12 TEXT | ID TEXT',
  about: 'change what a message or a summary says',
  details: [
    'The earlier text stays in the audit trail. A summary that was edited keeps its text from then on.',
  ],
  async run(chat, argument) {
    const [, word = '', text = ''] = /^(\S*)\s*([\s\S]*)$/u.exec(argument)!;
    if (word === '' || text.trim() === '') {
      throw new UsageError('/edit needs a message number or the id of a summary, and the new text.');
    }
    const range = readRange(word);
    if (range === undefined) {
      const { id } = await findSummary(chat.thread, word);
      const summary = await chat.thread.editSummary(id, text, { note });
      return {
        data: summary,
        text: textBlock(
          `Summary ${id} (messages ${summary.from}–${summary.to}) now has your text, and keeps it.`,
          chat.view(),
        ),
      };
    }
    if (range.from !== range.to) throw new UsageError('/edit changes one message at a time.');
    await checkRange(chat.thread, range);
    const [message] = await readMessages(chat.thread, range);
    if (message!.removed !== undefined)
      throw new UsageError(`Message ${range.from} was ${message!.removed}.`);
    if (message!.parts.some(({ type }) => type !== 'text')) {
      throw new UsageError(
        `Message ${range.from} holds more than text; only messages of text can be edited here.`,
      );
    }
    const { role, name } = message!;
    const receipt = await chat.thread.edit(
      range.from,
      { role, content: text, ...(name === undefined ? {} : { name }) },
      { note },
    );
    const outdated = receipt.invalidatedSummaryIds.length;
    const again =
      outdated === 0 ? '' : ` ${counted(outdated, 'summary', 'summaries')} built on it will be made anew.`;
    return { data: receipt, text: textBlock(`Message ${range.from} was changed.${again}`, chat.view()) };
  },
  complete: (chat) => summaryIds(chat.thread),
};
