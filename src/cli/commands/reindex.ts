/** `everthread reindex`: rebuilds the full-text index from the log. */
import { type Command, exitCodes } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { withEverthread } from '../open-everthread.ts';
import { createProgress } from '../progress.ts';
import { counted, figure } from '../terminal/figures.ts';
import { terminalJson } from '../terminal/sanitize.ts';

export const reindex: Command = {
  name: 'reindex',
  summary: 'Make the search index anew from the messages. Safe while others write.',
  usage: 'reindex [--json]',
  options: [{ flag: '--json', about: 'the figures as one JSON object' }, ...settingRows(['database'])],
  examples: [{ command: 'reindex', about: 'when verify or a search says that the index is damaged' }],
  async run(args, io) {
    const { flags, json } = parseCommandLine({ command: 'reindex', args });
    return withEverthread({ flags, io, automatic: false, existing: true }, async ({ everthread }) => {
      const progress = createProgress(io);
      const { messages } = await everthread
        .rebuildSearch({
          onProgress: ({ done, total }) =>
            progress.show({
              label: 'indexing',
              done,
              total,
              detail: `${figure(done)} of ${counted(total, 'message')}`,
            }),
        })
        .finally(() => progress.clear());
      io.stdout.write(
        json ? `${terminalJson({ messages })}\n` : `Indexed ${counted(messages, 'message')}.\n`,
      );
      return exitCodes.ok;
    });
  },
};
