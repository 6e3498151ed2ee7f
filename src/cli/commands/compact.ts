/** `everthread compact`: summarizes the older messages of a thread now, as `/summarize` does in the chat. */
import { summaryDetails } from '../../records/summary.ts';
import { type Command, exitCodes } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { existingThread } from '../existing-thread.ts';
import { withEverthread } from '../open-everthread.ts';
import { readChoice } from '../read-argument.ts';
import { terminalJson } from '../terminal/sanitize.ts';

export const compact: Command = {
  name: 'compact',
  summary: 'Summarize the older messages of a thread now, and show what was kept.',
  usage: 'compact [--thread <id>] [--refresh] [--focus <words>] [--detail <name>] [--json]',
  options: [
    { flag: '--refresh', about: 'make all summaries anew from the original messages' },
    { flag: '--focus <words>', about: 'the subject to concentrate on' },
    {
      flag: '--detail <name>',
      about: `${summaryDetails.join(', ')}; by default it follows the budget`,
      choices: summaryDetails,
    },
    { flag: '--json', about: 'the receipts as JSON' },
    ...settingRows(),
  ],
  examples: [
    { command: 'compact --thread demo', about: 'after an import, before the first question' },
    {
      command: 'compact --refresh --focus "the parser"',
      about: 'new summaries of the thread used last, with a focus',
    },
  ],
  async run(args, io) {
    const { values, flags, json } = parseCommandLine({
      command: 'compact',
      args,
      options: {
        refresh: { type: 'boolean' },
        focus: { type: 'string' },
        detail: { type: 'string' },
      },
    });
    const detail = readChoice('--detail', values.detail, summaryDetails);
    await withEverthread({ flags, io, automatic: false, existing: true }, async (opened) => {
      const { thread } = await existingThread(opened);
      const { compactAndShow } = await import('../compact-and-show.ts');
      const { viewOf } = await import('../views/view.ts');
      const { data, text } = await compactAndShow(
        thread,
        {
          refresh: values.refresh === true,
          ...(values.focus === undefined ? {} : { focus: values.focus }),
          ...(detail === undefined ? {} : { detail }),
        },
        viewOf(io),
      );
      io.stdout.write(json ? `${terminalJson(data)}\n` : text);
    });
    return exitCodes.ok;
  },
};
