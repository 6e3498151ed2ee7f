/** `everthread facts`: shows the exact facts of a thread, or corrects one. */
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { existingThread } from '../existing-thread.ts';
import { withEverthread } from '../open-everthread.ts';
import { sanitizeLine, terminalJson } from '../terminal/sanitize.ts';

export const facts: Command = {
  name: 'facts',
  summary: 'Show the exact facts of a thread with where they were said, or correct one.',
  usage: 'facts [words …] [--correct <fact> <text> | --take-back <fact>] [--thread <id>] [--json]',
  options: [
    { flag: '--correct <fact>', about: 'replace this fact by the text that follows' },
    { flag: '--take-back <fact>', about: 'end the correction of this fact' },
    { flag: '--json', about: 'facts as JSON' },
    ...settingRows(['thread', 'database']),
  ],
  examples: [
    { command: 'facts deadline', about: 'facts that mention it, each with its id and message' },
    { command: 'facts --correct 3f9a12bc77d0 2026-05-20', about: 'every later context shows this value' },
  ],
  async run(args, io) {
    const { values, positionals, flags, json } = parseCommandLine({
      command: 'facts',
      args,
      options: { correct: { type: 'string' }, 'take-back': { type: 'string' } },
      positionals: { max: 100 },
    });
    const words = positionals.join(' ');
    const { correct, 'take-back': takeBack } = values;
    if (correct !== undefined && takeBack !== undefined) {
      throw new UsageError('--correct and --take-back do not go together.');
    }
    if (correct !== undefined && words === '') {
      throw new UsageError('--correct needs the right text after the fact.');
    }
    await withEverthread({ flags, io, automatic: false }, async (opened) => {
      const { thread } = await existingThread(opened);
      const factId = correct ?? takeBack;
      if (factId !== undefined) {
        const right = correct === undefined ? null : words;
        const fact = await thread.correctFact(factId, right, { note: 'corrected on the command line' });
        const outcome = fact.corrected
          ? `Corrected: ${sanitizeLine(fact.corrected.value)} → ${sanitizeLine(fact.value)}`
          : `Taken back: it is ${sanitizeLine(fact.value)} again`;
        io.stdout.write(json ? `${terminalJson({ threadId: thread.id, fact })}\n` : `${outcome}\n`);
        return;
      }
      const all = await thread.facts();
      const shown = all.filter(({ value, subject = '', kind }) =>
        `${kind} ${subject} ${value}`.toLowerCase().includes(words.toLowerCase()),
      );
      if (json) {
        io.stdout.write(`${terminalJson({ threadId: thread.id, facts: shown })}\n`);
        return;
      }
      const [{ factsView }, { viewOf }] = await Promise.all([
        import('../views/facts-view.ts'),
        import('../views/view.ts'),
      ]);
      io.stdout.write(factsView(shown, viewOf(io), { all: all.length }));
    });
    return exitCodes.ok;
  },
};
