/** `everthread import`: reads transcripts of other clients, and exports of Everthread, into threads. */
import type { Everthread } from '../../everthread.ts';
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { readableFormats } from '../format-names.ts';
import { closedOnInterrupt } from '../interrupt.ts';
import type { Io } from '../io.ts';
import { sanitizeLine, terminalJson } from '../terminal/sanitize.ts';
import type { Target } from '../transfer/thread-sink.ts';

export const importCommand: Command = {
  name: 'import',
  summary: 'Bring in transcripts: Claude Code, Codex, Gemini CLI, Pi, ChatGPT, message JSON, Everthread.',
  usage: 'import <file…> [--thread <id>] [--format <name>] [--trust] [--lenient] [--dry-run] [--json]',
  options: [
    {
      flag: '<file…>',
      about:
        'files, or folders with everything below them; - is standard input. Formats are recognized by the content',
    },
    { flag: '--thread <id>', about: 'the thread to put them in, instead of one for each session' },
    {
      flag: '--format <name>',
      about: `read as this: ${readableFormats.slice(0, -1).join(', ')} or ${readableFormats.at(-1)}`,
      choices: readableFormats,
    },
    {
      flag: '--trust',
      about:
        'for exports of your own: also settings, rules, summaries, receipts and audit trail, checked against the messages',
    },
    {
      flag: '--lenient',
      about:
        'leave out lines that cannot be read, and say which; without it, nothing of a file with such a line is stored',
    },
    { flag: '--side-chains', about: 'also what sub-agents did, each in a thread of its own' },
    { flag: '--dry-run', about: 'only report what the files hold; store nothing' },
    { flag: '--json', about: 'the result as one JSON object' },
    ...settingRows(['database']),
  ],
  examples: [
    { command: 'import session.jsonl', about: 'one session; importing it again adds what is new' },
    {
      command: 'import ~/.claude/projects --lenient',
      about: 'every session below a folder, also where a line of one is broken',
    },
    { command: 'import conversations.json', about: 'all conversations of a ChatGPT export' },
    { command: 'import backup.jsonl --trust', about: 'an export of your own, with everything in it' },
    { command: 'import - --thread meeting', about: 'from standard input into one thread' },
  ],
  async run(args, io) {
    const { values, positionals, flags, json } = parseCommandLine({
      command: 'import',
      args,
      options: {
        thread: { type: 'string' },
        format: { type: 'string' },
        trust: { type: 'boolean' },
        lenient: { type: 'boolean' },
        'side-chains': { type: 'boolean' },
        'dry-run': { type: 'boolean' },
      },
      positionals: { min: 1, max: Number.POSITIVE_INFINITY, name: 'file' },
    });
    const [{ withEverthread }, transfer, { transcriptFormats }, { importReport, totalsOf }] =
      await Promise.all([
        import('../open-everthread.ts'),
        import('../transfer/import-all.ts'),
        import('../../transcripts/transcript.ts'),
        import('../transfer/import-report.ts'),
      ]);
    const format = transcriptFormats.find((name) => name === values.format);
    if (values.format !== undefined && format === undefined) {
      throw new UsageError(
        `--format must be one of ${transcriptFormats.join(', ')}, but got ${JSON.stringify(sanitizeLine(values.format))}.`,
      );
    }
    const dryRun = values['dry-run'] === true;
    const started = Date.now();
    const work = (target: Target | undefined) =>
      transfer.importAll({
        names: positionals,
        io,
        target,
        threadId: values.thread,
        trust: values.trust === true,
        lenient: values.lenient === true,
        sidechains: values['side-chains'] === true,
        ...(format !== undefined && { format }),
      });
    const { sources, refused } = dryRun
      ? await work(undefined)
      : await withEverthread({ flags, io, automatic: false }, ({ everthread, store }) =>
          tellingTheRest({ everthread, io, json }, () => work({ everthread, store })),
        );
    const milliseconds = Date.now() - started;
    if (json) {
      io.stdout.write(
        `${terminalJson({ dryRun, totals: totalsOf(sources), files: sources, refused, milliseconds })}\n`,
      );
    } else {
      const columns = io.isTerminal ? io.columns : 100;
      for (const line of importReport(sources, { columns, dryRun, milliseconds, refused }))
        io.stdout.write(`${line}\n`);
      for (const { file, reason, isTranscript } of refused) {
        if (!isTranscript) continue;
        const [name, words] = [sanitizeLine(file), sanitizeLine(reason)];
        // Most reasons begin with the name of the file already.
        io.stderr.write(`everthread: ${words.includes(name) ? words : `${name}: ${words}`}\n`);
      }
    }
    if (refused.some(({ isTranscript }) => isTranscript)) return exitCodes.usage;
    const unfit = sources.some(({ threads }) => threads.some(({ past }) => past?.outcome === 'refused'));
    return unfit ? exitCodes.failed : exitCodes.ok;
  },
};

/** An import that ends early, by an error or Ctrl-C, has stored some messages already. Says so. */
async function tellingTheRest<Result>(
  { everthread, io, json }: { everthread: Pick<Everthread, 'on'>; io: Io; json: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  let isPartial = false;
  const stop = everthread.on('change', ({ kind }) => {
    isPartial ||= kind === 'append';
  });
  const end = closedOnInterrupt(async () => {
    stop();
    if (isPartial && !json)
      io.stderr.write('everthread: A part of it is stored. The same command again adds the rest.\n');
    isPartial = false;
  });
  try {
    const result = await work();
    isPartial = false;
    return result;
  } finally {
    await end();
  }
}
