/** `/threads` and `/thread`: the conversations there are, and going to another one. */
import { UsageError } from '../../command.ts';
import { allThreads } from '../../session.ts';
import { counted, dayAndTime } from '../../terminal/figures.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { type Chat, enterThread } from '../chat.ts';
import type { SlashCommand } from '../slash-command.ts';
import { listBlock } from './text-block.ts';

const mostShown = 50;
const mostRead = 10_000;

export const threads: SlashCommand = {
  name: 'threads',
  usage: '',
  about: 'list the threads, newest first',
  async run(chat, argument) {
    if (argument !== '') throw new UsageError('/threads takes no argument; /thread NAME goes to one.');
    const all = await readThreads(chat);
    const rows = all.slice(0, mostShown).map(({ id, title, messages, updatedAt }) => {
      const { day, time } = dayAndTime(updatedAt);
      const called = title === undefined ? '' : `${sanitizeLine(title)} · `;
      return {
        name: sanitizeLine(id),
        about: `${called}${counted(messages, 'message')}, ${day} ${time}`,
        marked: id === chat.thread.id,
      };
    });
    const data = all.map(({ id, title = null, messages, updatedAt }) => ({ id, title, messages, updatedAt }));
    return { data, text: listBlock(rows, chat.view()) };
  },
};

export const thread: SlashCommand = {
  name: 'thread',
  usage: 'NAME',
  about: 'go to another thread, or begin a new one',
  async run(chat, argument) {
    if (argument === '') throw new UsageError('/thread needs a name: that of a thread, or of a new one.');
    await enterThread(chat, argument);
    return { data: { thread: argument }, text: '' };
  },
  complete: async (chat) => (await readThreads(chat)).map(({ id }) => id),
};

async function readThreads(chat: Chat) {
  const found = [];
  for await (const state of allThreads(chat.session.everthread, { order: 'updated' })) {
    found.push(state);
    if (found.length === mostRead) break;
  }
  return found;
}
