/** `everthread rules`: shows the standing rules of a thread, or removes one. */
import { type Command, exitCodes } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { existingThread } from '../existing-thread.ts';
import { withEverthread } from '../open-everthread.ts';
import { sanitizeLine, terminalJson } from '../terminal/sanitize.ts';

export const rules: Command = {
  name: 'rules',
  summary: 'Show the standing rules of a thread, or remove one.',
  usage: 'rules [--all] [--remove <number>] [--thread <id>] [--json]',
  options: [
    { flag: '--all', about: 'revoked, replaced and removed ones too' },
    { flag: '--remove <number>', about: 'end this rule; it stays on record' },
    { flag: '--json', about: 'rules as JSON' },
    ...settingRows(['thread', 'database']),
  ],
  examples: [
    { command: 'rules', about: 'what the user asked for for good, and in which message' },
    { command: 'rules --remove 12', about: 'the rule said in message 12 no longer holds' },
  ],
  async run(args, io) {
    const { values, flags, json } = parseCommandLine({
      command: 'rules',
      args,
      options: { all: { type: 'boolean' }, remove: { type: 'string' } },
    });
    await withEverthread({ flags, io, automatic: false }, async (opened) => {
      const { thread } = await existingThread(opened);
      if (values.remove !== undefined) {
        const removed = await thread.removeRule(values.remove, { note: 'removed on the command line' });
        io.stdout.write(
          json
            ? `${terminalJson({ threadId: thread.id, removed })}\n`
            : `Removed rule ${removed.id}: ${sanitizeLine(removed.text)}\n`,
        );
        return;
      }
      const all = await thread.rules();
      const shown = values.all === true ? all : all.filter(({ revokedBy }) => revokedBy === undefined);
      if (json) {
        io.stdout.write(`${terminalJson({ threadId: thread.id, rules: shown })}\n`);
        return;
      }
      const [{ rulesView }, { viewOf }] = await Promise.all([
        import('../views/rules-view.ts'),
        import('../views/view.ts'),
      ]);
      io.stdout.write(
        rulesView(shown, viewOf(io), { hint: 'To remove one: everthread rules --remove <number>' }),
      );
    });
    return exitCodes.ok;
  },
};
