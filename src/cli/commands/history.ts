/** `everthread history`: shows the messages of a thread. */

import type { Message } from '../../message/message.ts';
import type { Thread } from '../../thread.ts';
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { existingThread } from '../existing-thread.ts';
import type { Io } from '../io.ts';
import { withEverthread } from '../open-everthread.ts';
import { readCount } from '../read-argument.ts';
import { terminalJson } from '../terminal/sanitize.ts';

const pageMessages = 200;

export const history: Command = {
  name: 'history',
  summary:
    'Show what was said, whole: the newest messages, a range of them, or the thread with its summaries.',
  usage: 'history [--full] [--from <number>] [--to <number>] [--limit <count>] [--thread <id>] [--json]',
  options: [
    { flag: '--full', about: 'the summaries with the messages they stand for, then all newer messages' },
    { flag: '--from <number>', about: 'from this message on' },
    { flag: '--to <number>', about: 'up to this message' },
    { flag: '--limit <count>', about: 'how many of the newest messages; default 20' },
    { flag: '--json', about: 'messages whole, as JSON' },
    ...settingRows(['thread', 'database']),
  ],
  examples: [
    { command: 'history', about: 'the newest messages of the thread used last' },
    {
      command: 'history --full',
      about: 'the whole thread: summaries first, then the messages no summary covers',
    },
    { command: 'history --from 1 --to 40', about: 'the first forty messages, as they were said' },
  ],
  async run(args, io) {
    const { values, flags, json } = parseCommandLine({
      command: 'history',
      args,
      options: {
        full: { type: 'boolean' },
        from: { type: 'string' },
        to: { type: 'string' },
        limit: { type: 'string' },
      },
    });
    const from = readCount('--from', values.from);
    const to = readCount('--to', values.to);
    const limit = readCount('--limit', values.limit, { most: 10_000 });
    const full = values.full === true;
    const ranged = from !== undefined || to !== undefined;
    if (ranged && (full || limit !== undefined)) {
      throw new UsageError('--from and --to name a range: they do not go together with --full or --limit.');
    }
    if (from !== undefined && to !== undefined && from > to) {
      throw new UsageError(`--from must not be after --to, but got ${from} and ${to}.`);
    }
    await withEverthread({ flags, io, automatic: false }, async (opened) => {
      const { thread, state } = await existingThread(opened);
      if (ranged) {
        const range = { from: from ?? 1, to: Math.min(to ?? state.messages, state.messages) };
        await writeRange({ thread, total: state.messages, ...range, json }, io);
        return;
      }
      const { readHistory } = await import('../read-history.ts');
      const found = await readHistory(thread, { full, ...(limit === undefined ? {} : { limit }) });
      if (json) {
        io.stdout.write(`${terminalJson({ threadId: thread.id, ...found })}\n`);
        return;
      }
      const [{ historyView }, { viewOf }] = await Promise.all([
        import('../views/history-view.ts'),
        import('../views/view.ts'),
      ]);
      const hint = 'Earlier ones: everthread history --full, or --from 1';
      await writeLong(historyView({ ...found, hint, whole: 'text' }, viewOf(io)), io);
    });
    return exitCodes.ok;
  },
};

/** Shows the text in a pager if it is taller than the terminal. */
async function writeLong(text: string, io: Io): Promise<void> {
  const { needsPager, showPages } = await import('../pager.ts');
  if (needsPager(text, io)) await showPages(text, io);
  else io.stdout.write(text);
}

/** Reads page by page, because a range may be the whole of a very long thread. */
async function writeRange(
  options: { thread: Thread; total: number; from: number; to: number; json: boolean },
  io: Io,
): Promise<void> {
  const { thread, total, from, to, json } = options;
  const [{ messageList, historyView }, { viewOf }] = await Promise.all([
    import('../views/history-view.ts'),
    import('../views/view.ts'),
  ]);
  const view = viewOf(io);
  const pages: string[] = [];
  // On a terminal all pages are collected for the pager; a pipe gets each page as it is read.
  const write = (text: string) => (io.isTerminal && !json ? pages.push(text) : io.stdout.write(text));
  if (json) io.stdout.write(`{\n"threadId": ${terminalJson(thread.id)},\n"total": ${total},\n"messages": [`);
  else if (from > to) write(historyView({ total, messages: [] }, view));
  let page: Message[] = [];
  let previousDay: string | undefined;
  let written = 0;
  const flush = () => {
    if (json) {
      for (const message of page) {
        io.stdout.write(`${written === 0 ? '' : ','}\n${terminalJson(message)}`);
        written += 1;
      }
    } else if (page.length > 0) {
      const list = messageList(
        { messages: page, total, whole: 'text', ...(previousDay === undefined ? {} : { previousDay }) },
        view,
      );
      write(list.text);
      previousDay = list.lastDay;
    }
    page = [];
  };
  if (from <= to) {
    for await (const message of thread.history({ from, to })) {
      page.push(message);
      if (page.length === pageMessages) flush();
    }
  }
  flush();
  if (json) io.stdout.write('\n]\n}\n');
  await writeLong(pages.join(''), io);
}
