/** `/copy`: copies a message to the clipboard as it was written, through the terminal (OSC 52). */
import { textOf } from '../../../message/message.ts';
import { UsageError } from '../../command.ts';
import { counted } from '../../terminal/figures.ts';
import type { Chat } from '../chat.ts';
import type { SlashCommand } from '../slash-command.ts';
import { checkRange, readRange } from './select.ts';
import { textBlock } from './text-block.ts';

/** Terminals refuse longer texts. */
const mostCharacters = 70_000;

export const copy: SlashCommand = {
  name: 'copy',
  usage: '[12]',
  about: 'copy the last answer, or a message by its number',
  async run(chat, argument) {
    if (chat.terminal === undefined) throw new UsageError('/copy needs a terminal, which has a clipboard.');
    const range = argument === '' ? undefined : readRange(argument);
    if (argument !== '' && (range === undefined || range.from !== range.to)) {
      throw new UsageError('/copy takes the number of one message, or nothing.');
    }
    if (range !== undefined) await checkRange(chat.thread, range);
    const found = await textToCopy(chat, range?.from);
    if (found === undefined) throw new UsageError('There is nothing to copy yet.');
    const { seq, text } = found;
    if (text.length > mostCharacters) {
      throw new UsageError(`Message ${seq} is longer than what terminals copy. /history shows it whole.`);
    }
    chat.terminal.copy(text);
    const outcome = `Copied #${seq} (${counted(text.length, 'character')}), where the terminal allows it.`;
    return { data: { seq }, text: textBlock(outcome, chat.view()) };
  },
};

async function textToCopy({ thread }: Chat, seq: number | undefined) {
  const range = seq === undefined ? { newestFirst: true } : { from: seq, to: seq };
  for await (const message of thread.history(range)) {
    const text = textOf(message.parts);
    if (text !== '' && (seq !== undefined || message.role === 'assistant')) return { seq: message.seq, text };
  }
  return undefined;
}
