/** `everthread threads`: lists the threads; renames, labels or deletes one. */
import { EverthreadError } from '../../errors.ts';
import type { Everthread } from '../../everthread.ts';
import { didYouMean } from '../../input/nearest.ts';
import { type DetailsChange, type ThreadQuery, threadOrders } from '../../records/thread-list.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, type SettingFlags, settingRows } from '../config/flags.ts';
import { confirm } from '../confirm.ts';
import type { Io } from '../io.ts';
import { allThreads, withArchive } from '../open-everthread.ts';
import { readChoice, readCount } from '../read-argument.ts';
import { counted } from '../terminal/figures.ts';
import { sanitizeLine, terminalJson } from '../terminal/sanitize.ts';
import { threadTable } from '../views/thread-table.ts';

const actions = ['delete', 'rename', 'label', 'owner'] as const;
type Action = (typeof actions)[number];

export const threads: Command = {
  name: 'threads',
  summary: 'List the threads, the one used last first; rename, label or delete one.',
  usage:
    'threads [--owner <name>] [--label <label>] [--title <text>] [--order <name>] [--limit <count>] [--json] | threads rename <thread> [title] | threads label <thread> [labels] | threads owner <thread> [name] | threads delete <thread> [--yes] | threads delete --owner <name> [--yes]',
  options: [
    { flag: '--owner <name>', about: 'only threads of this owner; with delete, all of them' },
    { flag: '--label <label>', about: 'only threads with this label' },
    { flag: '--title <text>', about: 'only threads whose title holds this text' },
    { flag: '--order <name>', about: `by ${threadOrders.join(', ')}; default updated: newest first` },
    { flag: '--limit <count>', about: 'list at most this many; default: all' },
    { flag: '--json', about: 'the list as a JSON array' },
    { flag: '--ids', about: 'the ids alone, one a line; with --json as a JSON array' },
    { flag: '--yes', about: 'delete without asking' },
    ...settingRows(['database']),
  ],
  examples: [
    { command: 'threads', about: 'which conversations there are' },
    { command: 'threads --title garden', about: 'those with this word in the title' },
    {
      command: 'threads rename demo "The move"',
      about: 'set its title; without one, its first question becomes the title',
    },
    { command: 'threads label demo home urgent', about: 'these labels and no others' },
    { command: 'threads delete old-plan', about: 'remove one with everything that was made of it' },
  ],
  async run(args, io) {
    const { values, positionals, flags, json } = parseCommandLine({
      command: 'threads',
      args,
      options: {
        owner: { type: 'string' },
        label: { type: 'string' },
        title: { type: 'string' },
        order: { type: 'string' },
        limit: { type: 'string' },
        ids: { type: 'boolean' },
        yes: { type: 'boolean' },
      },
      positionals: { max: 60 },
    });
    const [given, threadId, ...rest] = positionals;
    const common = { flags, io, json };
    const { owner, label, title: titleContains } = values;
    if (given === undefined) {
      const query = {
        ...(owner !== undefined && { owner }),
        ...(label !== undefined && { label }),
        ...(titleContains !== undefined && { titleContains }),
        order: readChoice('--order', values.order, threadOrders) ?? 'updated',
      };
      const limit = readCount('--limit', values.limit);
      return list({ ...common, query, limit, ids: values.ids === true });
    }
    const action = readAction(given);
    const yes = values.yes === true;
    if (action === 'delete' && threadId === undefined && owner !== undefined) {
      return removeOwner({ ...common, owner, yes });
    }
    if (threadId === undefined) throw new UsageError(`threads ${action} needs the id of a thread.`);
    if (action === 'delete' && rest[0] !== undefined) {
      throw new UsageError(`Unexpected argument ${quoted(rest[0])}: threads delete takes one thread.`);
    }
    if (action === 'delete') return remove({ ...common, threadId, yes });
    return change({ ...common, threadId, details: detailsOf(action, rest) });
  },
};

function readAction(given: string): Action {
  const action = actions.find((name) => name === given);
  if (action !== undefined) return action;
  throw new UsageError(
    `threads cannot ${JSON.stringify(sanitizeLine(given).slice(0, 60))}.${didYouMean(given, actions)} It lists them, or with the id of one: ${actions.map((action) => `threads ${action}`).join(', ')}.`,
  );
}

/** A title, an owner or labels that are left out are removed. */
function detailsOf(action: Exclude<Action, 'delete'>, words: readonly string[]): DetailsChange {
  if (action === 'label') return { labels: words };
  const text = words.length === 0 ? null : words.join(' ');
  return action === 'rename' ? { title: text } : { owner: text };
}

type Common = { flags: SettingFlags; io: Io; json: boolean };

async function list(
  options: Common & { query: Omit<ThreadQuery, 'limit'>; limit: number | undefined; ids: boolean },
): Promise<number> {
  const { flags, io, json, query, limit, ids } = options;
  return withArchive({ flags, io, existing: true }, async ({ everthread, settings }) => {
    const all = await readAll(everthread, io, query, limit);
    if (ids && json) io.stdout.write(`${terminalJson(all.map(({ id }) => id))}\n`);
    else if (ids) io.stdout.write(all.map(({ id }) => `${sanitizeLine(id)}\n`).join(''));
    else if (json) io.stdout.write(`${terminalJson(all.map(described))}\n`);
    else if (all.length === 0) {
      const filtered = Object.keys(query).length > 1;
      const which = filtered ? 'no such threads' : 'no threads';
      io.stdout.write(`There are ${which} in ${sanitizeLine(settings.values.database)} yet.\n`);
    } else io.stdout.write(threadTable(all, io));
    return exitCodes.ok;
  });
}

/** Damaged threads are named on standard error. */
async function readAll(
  everthread: Everthread,
  io: Io,
  query: Omit<ThreadQuery, 'limit'> = {},
  limit = Number.POSITIVE_INFINITY,
): Promise<ThreadState[]> {
  const all: ThreadState[] = [];
  everthread.on('diagnostic', ({ threadId, message }) => {
    const name = JSON.stringify(sanitizeLine(threadId ?? '').slice(0, 60));
    io.stderr.write(
      `everthread: thread ${name} is damaged and not listed: ${sanitizeLine(message)} \`everthread verify\` tells more.\n`,
    );
  });
  for await (const state of allThreads(everthread, query)) {
    all.push(state);
    if (all.length >= limit) break;
  }
  return all;
}

async function existing(everthread: Everthread, io: Io, threadId: string): Promise<ThreadState> {
  const all = await readAll(everthread, io);
  const state = all.find(({ id }) => id === threadId);
  if (state !== undefined) return state;
  const near = didYouMean(
    threadId,
    all.map(({ id }) => id),
  );
  throw new EverthreadError({
    code: 'unknown_thread',
    field: 'thread',
    message: `There is no thread ${quoted(threadId)}.${sanitizeLine(near) && ` ${sanitizeLine(near)}`} \`everthread threads\` lists them.`,
  });
}

async function change(options: Common & { threadId: string; details: DetailsChange }): Promise<number> {
  const { threadId, details, flags, io, json } = options;
  return withArchive({ flags, io, existing: true }, async ({ everthread }) => {
    await existing(everthread, io, threadId);
    const state = await (await everthread.thread(threadId)).update(details);
    if (json) io.stdout.write(`${terminalJson(described(state))}\n`);
    else io.stdout.write(`${sentenceOf(state, details)}\n`);
    return exitCodes.ok;
  });
}

function sentenceOf({ id, title, owner, labels = [] }: ThreadState, details: DetailsChange): string {
  const thread = `Thread ${quoted(id)}`;
  if (details.labels !== undefined) {
    const names = labels.map(sanitizeLine).join(', ');
    return names === '' ? `${thread} has no labels now.` : `${thread} is labelled ${names}.`;
  }
  if (details.owner !== undefined) {
    return owner === undefined
      ? `${thread} has no owner now.`
      : `${thread} belongs to ${sanitizeLine(owner)}.`;
  }
  return title === undefined ? `${thread} has no title now.` : `${thread} is called ${quoted(title)}.`;
}

async function remove(options: Common & { threadId: string; yes: boolean }): Promise<number> {
  const { threadId, flags, io, json, yes } = options;
  return withArchive({ flags, io, existing: true }, async ({ everthread }) => {
    const { messages, liveSummaries } = await existing(everthread, io, threadId);
    const what = `thread ${quoted(threadId)} with ${counted(messages, 'message')}`;
    if (!(yes || (await mayDelete(io, what)))) return exitCodes.failed;
    const deleted = await everthread.deleteThread(threadId);
    if (json) io.stdout.write(`${terminalJson({ deleted, threadId, messages, summaries: liveSummaries })}\n`);
    else io.stdout.write(`Deleted ${what}.\n`);
    return exitCodes.ok;
  });
}

async function removeOwner(options: Common & { owner: string; yes: boolean }): Promise<number> {
  const { owner, flags, io, json, yes } = options;
  return withArchive({ flags, io, existing: true }, async ({ everthread }) => {
    const owned = await readAll(everthread, io, { owner });
    const what = `${counted(owned.length, 'thread')} of ${sanitizeLine(owner)} and all that is known of this owner`;
    if (!(yes || (await mayDelete(io, what)))) return exitCodes.failed;
    const receipt = await everthread.forgetOwner(owner);
    if (json) io.stdout.write(`${terminalJson(receipt)}\n`);
    else {
      const { threads: deletedThreads, messages } = receipt;
      io.stdout.write(
        `Deleted ${counted(deletedThreads, 'thread')} of ${sanitizeLine(owner)} with ${counted(messages, 'message')}, and all that was known of this owner.\n`,
      );
    }
    return exitCodes.ok;
  });
}

async function mayDelete(io: Io, what: string): Promise<boolean> {
  if (!io.inputIsTerminal)
    throw new UsageError('threads delete asks first, and there is nobody to ask. Add --yes.');
  if (await confirm(io, `Delete ${what}? This cannot be undone.`)) return true;
  io.stderr.write('Nothing was deleted.\n');
  return false;
}

function quoted(text: string): string {
  return JSON.stringify(sanitizeLine(text).slice(0, 80));
}

function described(state: ThreadState) {
  const { id, title, owner, labels = [], messages, tokens, coveredTo, liveSummaries } = state;
  const { compactions, createdAt, updatedAt, settings } = state;
  return {
    id,
    title: title ?? null,
    owner: owner ?? null,
    labels,
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
