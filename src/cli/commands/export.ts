/** `everthread export`: writes threads to a file, for Everthread, for a provider or for people. */
import type { Thread } from '../../thread.ts';
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { counted } from '../terminal/figures.ts';
import { sanitize, sanitizeLine, terminalJson } from '../terminal/sanitize.ts';

/** Same names as in transfer/export-thread.ts, which is not loaded just to show help. */
const formats = ['everthread', 'openai', 'anthropic', 'ai-sdk', 'markdown', 'text'];
/** Formats of which one file can hold several threads. */
const joinable = ['everthread', 'markdown', 'text'];

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write a thread, or all of an owner, to a file: lossless, as messages for a provider, or to read.',
  usage:
    'export --thread <id> [--format <name>] [--output <file>] [--from <n>] [--to <n>] [--json] | export --owner <name> [--format <name>] [--output <file>] [--json]',
  options: [
    {
      flag: '--format <name>',
      about: `${formats.slice(0, -1).join(', ')} or text; default everthread, which loses nothing`,
      choices: formats,
    },
    { flag: '--owner <name>', about: `all threads of this owner, in one file; ${joinable.join(', ')} only` },
    { flag: '--output <file>', about: 'the file to write; default: standard output' },
    { flag: '--from <n>', about: 'the first message; not for everthread' },
    { flag: '--to <n>', about: 'the last message; not for everthread' },
    { flag: '--json', about: 'with --output: what was written, as JSON' },
    ...settingRows(['thread', 'database']),
  ],
  examples: [
    {
      command: 'export --thread demo --output demo.jsonl',
      about: 'everything: messages, summaries, audit trail',
    },
    { command: 'export --thread demo --format markdown', about: 'to read' },
    {
      command: 'export --thread demo --format openai --from 10 --to 40',
      about: 'some messages, for a program',
    },
  ],
  async run(args, io) {
    const { values, flags, json } = parseCommandLine({
      command: 'export',
      args,
      options: {
        format: { type: 'string' },
        owner: { type: 'string' },
        output: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
      },
    });
    const [
      { allThreads, currentThreadId, withEverthread },
      { exportFormats, exportThread },
      { writePieces },
      progress,
    ] = await Promise.all([
      import('../open-everthread.ts'),
      import('../transfer/export-thread.ts'),
      import('../transfer/output-file.ts'),
      import('../progress.ts'),
    ]);
    const format = exportFormats.find((name) => name === (values.format ?? 'everthread'));
    if (format === undefined) {
      throw new UsageError(
        `--format must be one of ${exportFormats.join(', ')}, but got ${JSON.stringify(sanitizeLine(values.format!))}.`,
      );
    }
    const range = { ...readSeq('from', values.from), ...readSeq('to', values.to) };
    if (format === 'everthread' && Object.keys(range).length > 0) {
      throw new UsageError(
        '--from and --to are for other formats: an export of Everthread holds the whole thread.',
      );
    }
    const { owner } = values;
    if (owner !== undefined && (flags.thread !== undefined || !joinable.includes(format))) {
      throw new UsageError(`--owner takes no --thread, and one of the formats ${joinable.join(', ')}.`);
    }
    return withEverthread({ flags, io, automatic: false, existing: true }, async (opened) => {
      const chosen = owner === undefined ? await oneThread() : await ownedThreads(owner);
      const line = progress.createProgress(io);
      const toTerminal = values.output === undefined && io.isTerminal;
      let messages = 0;
      try {
        const pieces = exportAll();
        const bytes = await writePieces(toTerminal ? readable(pieces) : pieces, { file: values.output, io });
        line.clear();
        if (values.output !== undefined && values.output !== '-') {
          const of = owner === undefined ? { thread: chosen[0]!.id } : { owner, threads: chosen.length };
          const done = { ...of, format, file: values.output, messages, bytes };
          const name = owner ?? chosen[0]!.id;
          const words = `${counted(messages, 'message')} of ${sanitizeLine(name)} written to ${sanitizeLine(values.output)} (${progress.size(bytes)}).`;
          io.stdout.write(`${json ? terminalJson(done) : words}\n`);
        }
      } finally {
        line.clear();
      }
      return exitCodes.ok;

      async function* exportAll(): AsyncGenerator<string> {
        for (const thread of chosen) {
          const before = messages;
          yield* exportThread({
            thread,
            format: format!,
            ...range,
            onProgress: (done) => {
              messages = before + done.messages;
              if (toTerminal) return;
              line.show({
                label: 'exporting',
                done: done.messages,
                total: done.total,
                detail: counted(messages, 'message'),
              });
            },
          });
        }
      }

      async function oneThread(): Promise<Thread[]> {
        const threadId = await currentThreadId(opened);
        if (threadId === undefined)
          throw new UsageError('There is no thread to export. Name one with --thread <id>.');
        return [await known(threadId)];
      }

      async function ownedThreads(name: string): Promise<Thread[]> {
        const found: Thread[] = [];
        for await (const { id } of allThreads(opened.everthread, { owner: name }))
          found.push(await known(id));
        if (found.length > 0) return found;
        throw new UsageError(
          `${JSON.stringify(sanitizeLine(name))} has no threads. See \`everthread threads\`.`,
        );
      }

      async function known(id: string): Promise<Thread> {
        const thread = await opened.everthread.findThread(id);
        if (thread !== undefined) return thread;
        throw new UsageError(
          `There is no thread ${JSON.stringify(sanitizeLine(id))}. See \`everthread threads\`.`,
        );
      }
    });
  },
};

/** Makes control characters harmless for a terminal; a file gets the exact text instead. */
async function* readable(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield sanitize(piece);
}

function readSeq(name: 'from' | 'to', text: string | undefined): { from?: number; to?: number } {
  if (text === undefined) return {};
  const seq = /^\d+$/u.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(seq) && seq >= 1) return { [name]: seq };
  throw new UsageError(
    `--${name} must be the number of a message, 1 or more, but got ${JSON.stringify(sanitizeLine(text))}.`,
  );
}
