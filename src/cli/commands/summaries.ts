/** `everthread summaries`: shows the summaries of a thread, or the messages behind one. */
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { existingThread } from '../existing-thread.ts';
import { withEverthread } from '../open-everthread.ts';
import { readCount } from '../read-argument.ts';
import { terminalJson } from '../terminal/sanitize.ts';

const pageMessages = 50;

export const summaries: Command = {
  name: 'summaries',
  summary: 'Show the summaries of a thread, or the messages behind one of them.',
  usage: 'summaries [--all] [--expand <id>] [--after <number>] [--limit <count>] [--thread <id>] [--json]',
  options: [
    { flag: '--all', about: 'replaced and prepared ones too' },
    { flag: '--expand <id>', about: 'the messages that this summary stands for' },
    { flag: '--after <number>', about: 'with --expand: go on after this message' },
    { flag: '--limit <count>', about: `with --expand: messages of a page, default ${pageMessages}` },
    { flag: '--json', about: 'records or messages as JSON' },
    ...settingRows(['thread', 'database']),
  ],
  examples: [
    { command: 'summaries', about: 'what the context shows instead of the old messages' },
    { command: 'summaries --expand sum_0m4k2', about: 'the originals behind one summary, word for word' },
  ],
  async run(args, io) {
    const { values, flags, json } = parseCommandLine({
      command: 'summaries',
      args,
      options: {
        all: { type: 'boolean' },
        expand: { type: 'string' },
        after: { type: 'string' },
        limit: { type: 'string' },
      },
    });
    const after = readCount('--after', values.after, { least: 0 });
    const limit = readCount('--limit', values.limit, { most: 200 }) ?? pageMessages;
    if (values.expand === undefined && (after !== undefined || values.limit !== undefined)) {
      throw new UsageError('--after and --limit go together with --expand <id>.');
    }
    await withEverthread({ flags, io, automatic: false }, async (opened) => {
      const { thread, state } = await existingThread(opened);
      const { viewOf } = await import('../views/view.ts');
      if (values.expand !== undefined) {
        const page = await thread.expand(values.expand, { limit, ...(after === undefined ? {} : { after }) });
        const { expansionView } = await import('../views/expansion-view.ts');
        const hint = `More: everthread summaries --expand ${page.summaryId} --after ${page.next}`;
        io.stdout.write(
          json
            ? `${terminalJson({ ...page, next: page.next ?? null })}\n`
            : expansionView(page, viewOf(io), { hint }),
        );
        return;
      }
      const { withTimes } = await import('../read-history.ts');
      const statuses =
        values.all === true ? (['live', 'prepared', 'replaced'] as const) : (['live'] as const);
      const records = await withTimes(thread, await thread.summaries({ statuses }));
      if (json) {
        io.stdout.write(`${terminalJson({ threadId: thread.id, summaries: records })}\n`);
        return;
      }
      const { summariesView } = await import('../views/summaries-view.ts');
      const hint = 'The messages behind one: everthread summaries --expand <id>';
      io.stdout.write(summariesView(records, viewOf(io), { messages: state.messages, hint }));
    });
    return exitCodes.ok;
  },
};
