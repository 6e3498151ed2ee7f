/** `/summarize` and `/resummarize`: compacts now, and shows what it did. */
import { UsageError } from '../../command.ts';
import { summarizeBox } from '../../views/summarize-box.ts';
import type { Chat } from '../chat.ts';
import type { SlashCommand, SlashResult } from '../slash-command.ts';

export const summarize: SlashCommand = {
  name: 'summarize',
  usage: '',
  about: 'summarize what is old now, and show what was saved',
  run: (chat, argument, signal) => compact(chat, { argument, signal, refresh: false, name: 'summarize' }),
};

export const resummarize: SlashCommand = {
  name: 'resummarize',
  usage: '',
  about: 'make the summaries anew from the original messages',
  run: (chat, argument, signal) => compact(chat, { argument, signal, refresh: true, name: 'resummarize' }),
};

async function compact(
  chat: Chat,
  options: { argument: string; signal: AbortSignal; refresh: boolean; name: string },
): Promise<SlashResult> {
  const { argument, signal, refresh, name } = options;
  if (argument !== '') throw new UsageError(`/${name} takes no argument.`);
  const result = await chat.thread.compact({ refresh, signal });
  const summaries = await chat.thread.summaries();
  return { data: result, text: summarizeBox({ result, summaries }, chat.view()) };
}
