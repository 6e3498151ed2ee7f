/** `everthread repair`: saves every message that can still be read from a damaged database into a new one. */
import { existsSync } from 'node:fs';
import { EverthreadError } from '../../errors.ts';
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import type { Io } from '../io.ts';
import { typedPath } from '../paths.ts';
import { createProgress } from '../progress.ts';
import { counted } from '../terminal/figures.ts';
import { sanitizeLine, terminalJson } from '../terminal/sanitize.ts';
import { wrap } from '../terminal/width.ts';
import type { RepairedThread } from '../transfer/write-salvaged.ts';

const shownRuns = 8;

export const repair: Command = {
  name: 'repair',
  summary: 'Save every message that can still be read from a damaged database into a new one.',
  usage: 'repair --output <file> [--database <file>] [--json]',
  options: [
    { flag: '--output <file>', about: 'the new database; the file must not exist yet' },
    { flag: '--json', about: 'the report as one JSON object' },
    ...settingRows(['database']),
  ],
  examples: [
    { command: 'repair --output saved.db', about: 'the damaged database is only read, never written' },
    { command: 'repair --database broken.db --output saved.db --json', about: 'for a program to read' },
  ],
  async run(args, io) {
    const { values, flags, json } = parseCommandLine({
      command: 'repair',
      args,
      options: { output: { type: 'string' } },
    });
    if (!values.output) throw new UsageError('repair needs the file to write: --output <file>.');
    const [{ resolveSettings }, { openSalvage }, { writeSalvaged }, { createEverthread }, { sqliteStore }] =
      await Promise.all([
        import('../config/settings.ts'),
        import('../../stores/sqlite/salvage/salvage.ts'),
        import('../transfer/write-salvaged.ts'),
        import('../../everthread.ts'),
        import('../../stores/sqlite/sqlite-store.ts'),
      ]);
    const settings = await resolveSettings({ flags, env: io.env, directory: io.directory });
    const { database } = settings.values;
    const output = typedPath(values.output, io);
    if (!existsSync(database)) throw noDatabase(database);
    if (existsSync(output)) {
      throw new UsageError(`${sanitizeLine(values.output)} exists already. Name a file that does not.`);
    }
    const progress = createProgress(io);
    const store = sqliteStore({ path: output });
    const everthread = createEverthread({ store, automatic: false });
    try {
      const salvage = openSalvage(database, (done, total) =>
        progress.show({ label: 'reading the damaged file', done, total, detail: '' }),
      );
      try {
        let saved = 0;
        await everthread.threads({ limit: 1 });
        const threads = await writeSalvaged({
          salvage,
          everthread,
          store,
          onThread: ({ messages }) => {
            saved += messages;
            progress.show({ label: 'saving', detail: counted(saved, 'message') });
          },
        });
        progress.clear();
        const totals = totalsOf(threads);
        if (json) io.stdout.write(`${terminalJson({ database, output, ...totals, threads })}\n`);
        else io.stdout.write(account({ database, output: values.output, threads, io }));
        return totals.messages === 0 ? exitCodes.failed : exitCodes.ok;
      } finally {
        salvage.close();
      }
    } finally {
      progress.clear();
      await everthread.close();
    }
  },
};

function totalsOf(threads: readonly RepairedThread[]) {
  const sum = (value: (thread: RepairedThread) => number) =>
    threads.reduce((total, thread) => total + value(thread), 0);
  return {
    messages: sum(({ messages }) => messages),
    lostMessages: sum(({ lostMessages }) => lostMessages),
    changedMessages: sum(({ changed }) => changed.length),
  };
}

function account(options: {
  database: string;
  output: string;
  threads: readonly RepairedThread[];
  io: Io;
}): string {
  const { database, output, threads, io } = options;
  const columns = io.isTerminal ? io.columns : Number.MAX_SAFE_INTEGER;
  const { messages, lostMessages, changedMessages } = totalsOf(threads);
  const lines = [
    `${counted(messages, 'message')} of ${counted(threads.length, 'thread')} saved from ${sanitizeLine(database)} into ${sanitizeLine(output)}.`,
    ...threads.filter(({ lostMessages: lost, changed }) => lost + changed.length > 0).map(threadLine),
    ...(threads.length === 0
      ? ['No thread could be read: what the file held is not known. It was left as it is.']
      : [
          ...(lostMessages + changedMessages === 0 ? ['No message of these threads is missing.'] : []),
          'Summaries are made anew as the threads go on. The damaged file was left as it is.',
        ]),
  ];
  return `${lines.flatMap((line) => wrap(line, columns)).join('\n')}\n`;
}

function threadLine({ id, lost, lostMessages, changed, settings }: RepairedThread): string {
  const runs = lost.slice(0, shownRuns).map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  const more = lost.length > shownRuns ? ', …' : '';
  const notes = [
    ...(lostMessages > 0 ? [`${counted(lostMessages, 'message')} lost (${runs.join(', ')}${more})`] : []),
    ...(changed.length > 0
      ? [
          `${counted(changed.length, 'message')} saved though changed by the damage (${changed.slice(0, shownRuns).join(', ')}${changed.length > shownRuns ? ', …' : ''})`,
        ]
      : []),
    ...(settings ? [] : ['its settings are lost']),
  ];
  return `  ${sanitizeLine(id)}: ${notes.join('; ')}`;
}

function noDatabase(database: string): EverthreadError {
  return new EverthreadError({
    code: 'invalid_option',
    field: 'database',
    message: `There is no database at ${database}.`,
  });
}
