/** `everthread brief`: prints the hand-off of a thread or of a transcript. */
import type { Brief } from '../../brief/brief.ts';
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { existingThread } from '../existing-thread.ts';
import { readableFormats } from '../format-names.ts';
import type { Io } from '../io.ts';
import { withEverthread } from '../open-everthread.ts';
import { readCount } from '../read-argument.ts';
import { sanitize, terminalJson } from '../terminal/sanitize.ts';

export const brief: Command = {
  name: 'brief',
  summary: 'Print a hand-off of a transcript or a thread in Markdown, to continue the work from.',
  usage:
    'brief <file> [--tokens <n>] [--focus <words>] [--output <file>] [--json] | brief --thread <id> [--tokens <n>] [--focus <words>] [--output <file>] [--json]',
  options: [
    {
      flag: '<file>',
      about: 'a transcript of any format that import reads; - is standard input. Nothing of it is kept',
    },
    { flag: '--tokens <n>', about: 'its size at most; default 1,500' },
    { flag: '--focus <words>', about: 'the subject to concentrate on' },
    { flag: '--output <file>', about: 'where it goes; default: standard output' },
    {
      flag: '--format <name>',
      about: 'read the transcript as this; found by its content when left out',
      choices: readableFormats,
    },
    {
      flag: '--lenient',
      about: 'leave out lines that cannot be read; without it, such a line ends the command',
    },
    { flag: '--json', about: 'text and figures as JSON' },
    ...settingRows(['thread', 'database', 'personalData']),
  ],
  examples: [
    { command: 'brief session.jsonl', about: 'what was asked, done and left open in a session' },
    {
      command: 'brief --thread billing --tokens 600 --focus "the import"',
      about: 'a short one of a thread, about one thing above all',
    },
    { command: 'brief session.jsonl --output HANDOFF.md', about: 'into a file, for another agent' },
  ],
  async run(args, io) {
    const { values, positionals, flags, json } = parseCommandLine({
      command: 'brief',
      args,
      options: {
        tokens: { type: 'string' },
        focus: { type: 'string' },
        output: { type: 'string' },
        format: { type: 'string' },
        lenient: { type: 'boolean' },
      },
      positionals: { max: 1, name: 'file' },
    });
    const [file] = positionals;
    if (file !== undefined && flags.thread !== undefined) {
      throw new UsageError('brief takes either a file or --thread, not both.');
    }
    if (file === undefined && flags.thread === undefined) {
      throw new UsageError('brief needs a file, or --thread and the id of a thread.');
    }
    const { checkBriefOptions, leastBriefTokens } = await import('../../brief/brief.ts');
    const tokens = readCount('--tokens', values.tokens, { least: leastBriefTokens });
    const asked: Asked = {
      ...(tokens === undefined ? {} : { tokens }),
      ...(values.focus === undefined ? {} : { focus: values.focus }),
    };
    checkBriefOptions(asked);
    const made =
      file === undefined
        ? await briefOfThread({ flags, io, asked })
        : await briefsOfFile({
            file,
            flags,
            io,
            asked,
            format: values.format,
            lenient: values.lenient === true,
          });
    const text = json
      ? `${terminalJson({ briefs: made })}\n`
      : `${made.map(({ text: one }) => sanitize(one)).join('\n\n')}\n`;
    const { writePieces } = await import('../transfer/output-file.ts');
    await writePieces([text], { file: values.output, io });
    return exitCodes.ok;
  },
};

type Asked = { tokens?: number; focus?: string };
type Flags = { readonly [flag: string]: string | boolean };
type NamedBrief = Brief & { thread: string };

async function briefOfThread(options: { flags: Flags; io: Io; asked: Asked }): Promise<NamedBrief[]> {
  const { flags, io, asked } = options;
  return withEverthread({ flags, io, automatic: false, existing: true }, async (opened) => {
    const { thread } = await existingThread(opened);
    return [{ thread: thread.id, ...(await thread.brief(asked)) }];
  });
}

async function briefsOfFile(options: {
  file: string;
  flags: Flags;
  io: Io;
  asked: Asked;
  format: string | undefined;
  lenient: boolean;
}): Promise<NamedBrief[]> {
  const { file, flags, io, asked, lenient } = options;
  const [{ resolveSettings }, { oneSource, readFormat, withTranscriptDatabase }, { importSource }] =
    await Promise.all([
      import('../config/settings.ts'),
      import('../transfer/one-source.ts'),
      import('../transfer/import-source.ts'),
    ]);
  const reading = { ...readFormat(options.format), lenient };
  const settings = await resolveSettings({ flags, env: io.env, directory: io.directory });
  const source = await oneSource('brief', file, io);
  const { title: name = 'standard input' } = source;
  // A brief asks no model, even if one is configured.
  const values = { summarizer: 'extractive' as const, provider: 'none' as const };
  return withTranscriptDatabase({ settings, values, source }, async ({ everthread, store }) => {
    const { threads } = await importSource({
      ...reading,
      source: { ...source, title: name },
      target: { everthread, store },
      threadId: undefined,
    });
    const briefs: NamedBrief[] = [];
    const only = threads.length === 1 ? name : undefined;
    for (const { id, title = only ?? id } of threads) {
      const thread = await everthread.thread(id);
      briefs.push({ thread: id, ...(await thread.brief({ ...asked, title })) });
    }
    return briefs;
  });
}
