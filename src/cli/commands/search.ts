/** `everthread search`: finds what was said, in one thread or in all. */
import { roles } from '../../message/message.ts';
import type { SearchOptions } from '../../search/results.ts';
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { existingThread } from '../existing-thread.ts';
import { withEverthread } from '../open-everthread.ts';
import { readChoice, readCount, readTime } from '../read-argument.ts';
import { terminalJson } from '../terminal/sanitize.ts';

const mostHits = 100;

export const search: Command = {
  name: 'search',
  summary: 'Find what was said, word for word, with the messages around it.',
  usage:
    'search <query> [--all-threads | --owner <name>] [--role <name>] [--tool <name>] [--after <time>] [--before <time>] [--limit <count>] [--cursor <text>] [--json]',
  options: [
    { flag: '--all-threads', about: 'in every thread, not only in the one used last' },
    { flag: '--owner <name>', about: 'in every thread of this owner' },
    { flag: '--role <name>', about: `only messages of ${roles.join(', ')}; may be given again` },
    { flag: '--tool <name>', about: 'only calls of this tool and their results; may be given again' },
    { flag: '--after <time>', about: 'only from this day or time on' },
    { flag: '--before <time>', about: 'only before this day or time' },
    { flag: '--neighbours <count>', about: 'messages shown on either side; default 1' },
    { flag: '--limit <count>', about: `hits of a page, at most ${mostHits}; default 10` },
    { flag: '--cursor <text>', about: 'the next page, by the cursor the page before printed' },
    { flag: '--json', about: 'hits as JSON' },
    ...settingRows(['thread', 'embedder', 'database']),
  ],
  examples: [
    { command: 'search "which database did we choose"', about: 'in the thread used last' },
    { command: 'search migration --role user --after 2026-03-01', about: 'only what you said since March' },
    { command: 'search ENOENT --tool bash --all-threads', about: 'an error of a tool, in any thread' },
  ],
  async run(args, io) {
    const { values, positionals, flags, json } = parseCommandLine({
      command: 'search',
      args,
      options: {
        'all-threads': { type: 'boolean' },
        owner: { type: 'string' },
        role: { type: 'string', multiple: true },
        tool: { type: 'string', multiple: true },
        after: { type: 'string' },
        before: { type: 'string' },
        neighbours: { type: 'string' },
        limit: { type: 'string' },
        cursor: { type: 'string' },
      },
      positionals: { min: 1, max: 50, name: 'query' },
    });
    const query = positionals.join(' ');
    if (query.trim() === '') throw new UsageError('search needs a query that is not empty.');
    const options = definedOptions({
      roles: values.role?.map((role) => readChoice('--role', role, roles)!),
      tools: values.tool,
      after: readTime('--after', values.after),
      before: readTime('--before', values.before),
      neighbours: readCount('--neighbours', values.neighbours, { least: 0, most: 20 }),
      limit: readCount('--limit', values.limit, { most: mostHits }),
      cursor: values.cursor,
    });
    const { owner } = values;
    if (owner !== undefined && values['all-threads'] === true) {
      throw new UsageError('search takes --all-threads or --owner, not both.');
    }
    const scope = owner === undefined ? { threadIds: 'all' as const } : { owner };
    const everywhere = owner !== undefined || values['all-threads'] === true;
    await withEverthread({ flags, io, automatic: false }, async (opened) => {
      const found = everywhere
        ? await opened.everthread.search(query, { ...options, ...scope })
        : await (await existingThread(opened)).thread.search(query, options);
      if (json) {
        io.stdout.write(`${terminalJson({ query, hits: found.hits, next: found.next ?? null })}\n`);
        return;
      }
      const [{ searchHits }, { viewOf }] = await Promise.all([
        import('../views/search-hits.ts'),
        import('../views/view.ts'),
      ]);
      const hint = `More: the same with --cursor ${found.next ?? ''}`;
      io.stdout.write(searchHits({ query, page: found, threads: everywhere, hint }, viewOf(io)));
    });
    return exitCodes.ok;
  },
};

function definedOptions(
  options: { [key in keyof SearchOptions]: SearchOptions[key] | undefined },
): SearchOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
