/** `everthread threads`: what conversations there are, and removing one. */
import { EverthreadError } from '../../errors.ts';
import type { Everthread } from '../../everthread.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, type SettingFlags, settingRows } from '../config/flags.ts';
import { confirm } from '../confirm.ts';
import type { Io } from '../io.ts';
import { didYouMean } from '../nearest.ts';
import { allThreads, withArchive } from '../session.ts';
import { counted, dayAndTime, figure } from '../terminal/figures.ts';
import { sanitizeLine, terminalJson } from '../terminal/sanitize.ts';
import { createStyle } from '../terminal/style.ts';
import { displayWidth, padEnd, padStart, truncate } from '../terminal/width.ts';

const actions = ['delete'];

export const threads: Command = {
  name: 'threads',
  summary: 'List the threads, the one used last first, or delete one.',
  usage: 'threads [--json] | threads delete <thread> [--yes]',
  options: [
    { flag: '--json', about: 'the list as a JSON array' },
    { flag: '--ids', about: 'the ids alone, one a line; with --json as a JSON array' },
    { flag: '--yes', about: 'delete without asking' },
    ...settingRows(['database']),
  ],
  examples: [
    { command: 'threads', about: 'which conversations there are' },
    { command: 'threads delete old-plan', about: 'remove one with everything that hangs on it' },
  ],
  async run(args, io) {
    const { values, positionals, flags, json } = parseCommandLine({
      command: 'threads',
      args,
      options: { ids: { type: 'boolean' }, yes: { type: 'boolean' } },
      positionals: { max: 2 },
    });
    const [action, threadId] = positionals;
    if (action === undefined) return list({ flags, io, json, ids: values.ids === true });
    if (!actions.includes(action)) {
      throw new UsageError(
        `There is no threads ${JSON.stringify(sanitizeLine(action).slice(0, 60))}.${didYouMean(action, actions)} Write threads, or threads delete <thread>.`,
      );
    }
    if (threadId === undefined) throw new UsageError('threads delete needs the id of a thread.');
    return remove({ threadId, flags, io, json, yes: values.yes === true });
  },
};

type Common = { flags: SettingFlags; io: Io; json: boolean };

async function list({ flags, io, json, ids }: Common & { ids: boolean }): Promise<number> {
  return withArchive({ flags, io, existing: true }, async ({ everthread, settings }) => {
    const all = await readAll(everthread, io);
    if (ids && json) io.stdout.write(`${terminalJson(all.map(({ id }) => id))}\n`);
    else if (ids) io.stdout.write(all.map(({ id }) => `${sanitizeLine(id)}\n`).join(''));
    else if (json) io.stdout.write(`${terminalJson(all.map(described))}\n`);
    else if (all.length === 0) {
      io.stdout.write(`There are no threads in ${sanitizeLine(settings.values.database)} yet.\n`);
    } else io.stdout.write(table(all, io));
    return exitCodes.ok;
  });
}

/** The one used last first. Those that are damaged are named beside the list. */
async function readAll(everthread: Everthread, io: Io): Promise<ThreadState[]> {
  const all: ThreadState[] = [];
  everthread.on('diagnostic', ({ threadId, message }) => {
    const name = JSON.stringify(sanitizeLine(threadId ?? '').slice(0, 60));
    io.stderr.write(
      `everthread: thread ${name} is damaged and not listed: ${sanitizeLine(message)} \`everthread verify\` tells more.\n`,
    );
  });
  for await (const state of allThreads(everthread)) all.push(state);
  return all.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0));
}

async function remove(options: Common & { threadId: string; yes: boolean }): Promise<number> {
  const { threadId, flags, io, json, yes } = options;
  return withArchive({ flags, io, existing: true }, async ({ everthread }) => {
    const all = await readAll(everthread, io);
    const state = all.find(({ id }) => id === threadId);
    const shown = JSON.stringify(sanitizeLine(threadId).slice(0, 60));
    if (state === undefined) {
      const near = didYouMean(
        threadId,
        all.map(({ id }) => id),
      );
      throw new EverthreadError({
        code: 'unknown_thread',
        field: 'thread',
        message: `There is no thread ${shown}.${sanitizeLine(near) && ` ${sanitizeLine(near)}`} \`everthread threads\` lists them.`,
      });
    }
    const { messages, liveSummaries } = state;
    if (!yes) {
      if (!io.inputIsTerminal)
        throw new UsageError('threads delete asks first, and there is nobody to ask. Add --yes.');
      const question = `Delete thread ${shown} with ${counted(messages, 'message')}? This cannot be undone.`;
      if (!(await confirm(io, question))) {
        io.stderr.write('Nothing was deleted.\n');
        return exitCodes.failed;
      }
    }
    const deleted = await everthread.deleteThread(threadId);
    if (json) io.stdout.write(`${terminalJson({ deleted, threadId, messages, summaries: liveSummaries })}\n`);
    else io.stdout.write(`Deleted thread ${shown} with ${counted(messages, 'message')}.\n`);
    return exitCodes.ok;
  });
}

function described(state: ThreadState) {
  const { id, messages, tokens, coveredTo, liveSummaries, compactions, createdAt, updatedAt, settings } =
    state;
  return {
    id,
    messages,
    tokens,
    coveredTo,
    summaries: liveSummaries,
    compactions,
    createdAt,
    updatedAt,
    settings,
  };
}

/** Columns that fit; on a narrow terminal the id with its messages and its day alone. */
function table(all: readonly ThreadState[], io: Io): string {
  const style = createStyle(io);
  const wide = io.columns >= 72;
  const rows = all.map((state) => {
    const { day, time } = dayAndTime(state.updatedAt);
    return [
      sanitizeLine(state.id),
      figure(state.messages),
      ...(wide ? [figure(state.tokens), figure(state.liveSummaries)] : []),
      wide ? `${day} ${time}` : day,
    ];
  });
  const head = ['thread', 'messages', ...(wide ? ['tokens', 'summaries'] : []), 'last used'];
  const widths = head.map((name, index) =>
    Math.max(displayWidth(name), ...rows.map((row) => displayWidth(row[index]!))),
  );
  const others = widths.slice(1).reduce((sum, width) => sum + width + 2, 0);
  widths[0] = Math.min(widths[0]!, Math.max(8, io.columns - others));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => {
        const width = widths[index]!;
        if (index === 0) return padEnd(truncate(cell, width), width);
        return index === cells.length - 1 ? cell : padStart(cell, width);
      })
      .join('  ');
  return `${[style.bold(line(head)), ...rows.map(line)].join('\n')}\n`;
}
