/** `/threads` lists the conversations; `/thread` switches to another one. */

import { nearest } from '../../../input/nearest.ts';
import type { ThreadState } from '../../../records/thread-state.ts';
import { UsageError } from '../../command.ts';
import { allThreads } from '../../open-everthread.ts';
import { counted, dayAndTime } from '../../terminal/figures.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { groupThreads, type Listed } from '../../views/thread-table.ts';
import { type Chat, enterThread } from '../chat.ts';
import type { SlashCommand, SlashResult } from '../slash-command.ts';
import { listBlock, textBlock } from './text-block.ts';

const mostShown = 50;
const mostRead = 10_000;

export const threads: SlashCommand = {
  name: 'threads',
  usage: '',
  about: 'list the threads, newest first',
  async run(chat, argument) {
    if (argument !== '') throw new UsageError('/threads takes no argument; /thread NAME goes to one.');
    const all = await readThreads(chat);
    const rows = all.slice(0, mostShown).map(({ id, title, messages, updatedAt, under }) => {
      const { day, time } = dayAndTime(updatedAt);
      const called = title === undefined ? '' : `${sanitizeLine(title)} · `;
      return {
        name: `${under ? '  ' : ''}${sanitizeLine(id)}`,
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
  usage: '[NAME] [--new]',
  about: 'choose a thread, go to one, or begin a new one',
  details: ['For a name that does not exist it asks first; --new begins the thread without asking.'],
  async run(chat, argument) {
    const isNew = /(?:^|\s)--new$/u.test(argument);
    const name = argument.replace(/(?:^|\s+)--new$/u, '');
    if (name === '') return chooseThread(chat);
    if (isNew || (await chat.opened.everthread.findThread(name)) !== undefined) return enter(chat, name);
    const all = await readThreads(chat);
    const shown = JSON.stringify(sanitizeLine(name).slice(0, 80));
    const near = nearest(
      name,
      all.map(({ id }) => id),
    );
    const missing = `There is no thread ${shown}${near === undefined ? '' : ` (nearest: ${sanitizeLine(near)})`}.`;
    if (!chat.canAsk) {
      throw new UsageError(`${missing} /thread NAME --new begins it; /threads lists those there are.`);
    }
    chat.question = {
      command: 'thread',
      yes: () => enter(chat, name),
      no: async () => stay(chat),
    };
    return {
      data: { confirm: true, thread: name },
      text: textBlock(`${missing} Begin a new one? y/N`, chat.view()),
    };
  },
  complete: async (chat) => (await readThreads(chat)).map(({ id }) => id),
};

/** Lets the user choose from a list that can be filtered; without a terminal, only prints the list. */
async function chooseThread(chat: Chat): Promise<SlashResult> {
  if (chat.terminal === undefined) return threads.run(chat, '', new AbortController().signal);
  const all = await readThreads(chat);
  const choices = all.map(({ id, title, labels = [], messages, updatedAt, under }) => {
    const { day } = dayAndTime(updatedAt);
    const called = [title ?? id, ...labels.map((label) => `#${label}`)].map(sanitizeLine).join(' ');
    const about = `${day}  ${counted(messages, 'message')}${title === undefined ? '' : `  ${sanitizeLine(id)}`}`;
    return { name: `${under ? '  ' : ''}${called}`, about };
  });
  const place = await chat.terminal.choose({ title: 'Go to thread:', choices });
  const chosen = place === undefined ? undefined : all[place];
  if (chosen !== undefined) return enter(chat, chosen.id);
  return stay(chat);
}

function stay({ thread: { id }, view }: Chat): SlashResult {
  return { data: { thread: id }, text: textBlock(`Still in thread ${sanitizeLine(id)}.`, view()) };
}

async function enter(chat: Chat, name: string): Promise<SlashResult> {
  await enterThread(chat, name);
  return { data: { thread: name }, text: '' };
}

async function readThreads(chat: Chat): Promise<Listed[]> {
  const found: ThreadState[] = [];
  for await (const state of allThreads(chat.opened.everthread, { order: 'updated' })) {
    found.push(state);
    if (found.length === mostRead) break;
  }
  return groupThreads(found);
}
