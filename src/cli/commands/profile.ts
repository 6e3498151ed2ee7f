/** `everthread profile`: shows what is known of an owner and from which messages, or corrects an entry. */
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { withArchive } from '../open-everthread.ts';
import { sanitizeLine, terminalJson } from '../terminal/sanitize.ts';

export const profile: Command = {
  name: 'profile',
  summary:
    'Show what is known of an owner from all of the owner’s threads, with sources; correct or remove entries.',
  usage: 'profile [--owner <name>] [--correct <entry> <text> | --remove <entry>] [--json]',
  options: [
    { flag: '--owner <name>', about: 'whose profile; may be left out if there is only one owner' },
    { flag: '--correct <entry>', about: 'replace this entry by the text that follows' },
    { flag: '--remove <entry>', about: 'remove this entry, until it is said again' },
    { flag: '--json', about: 'the profile as JSON' },
    ...settingRows(['database']),
  ],
  examples: [
    { command: 'profile --owner ada', about: 'facts, preferences, rules and themes, each with its source' },
    { command: 'profile --correct 3f9a12bc "Lives in Oslo"', about: 'put an entry right' },
  ],
  async run(args, io) {
    const { values, positionals, flags, json } = parseCommandLine({
      command: 'profile',
      args,
      options: { owner: { type: 'string' }, correct: { type: 'string' }, remove: { type: 'string' } },
      positionals: { max: 100 },
    });
    const text = positionals.join(' ');
    if (values.correct !== undefined && text === '') {
      throw new UsageError('--correct needs the right text after the entry.');
    }
    if (values.correct === undefined && text !== '') {
      throw new UsageError(`profile takes no ${JSON.stringify(sanitizeLine(text).slice(0, 60))} here.`);
    }
    return withArchive({ flags, io, existing: true }, async ({ everthread }) => {
      const owner = values.owner ?? (await onlyOwner(everthread.owners.bind(everthread)));
      if (owner === undefined) {
        io.stdout.write(
          json
            ? `${terminalJson(null)}\n`
            : 'No thread has an owner yet. `everthread threads owner` gives one.\n',
        );
        return exitCodes.ok;
      }
      // Reading the profile brings it up to date, so that the entry can be found by its id.
      const known = await everthread.profile(owner);
      const entryId = values.correct ?? values.remove;
      if (entryId !== undefined) {
        const right = values.correct === undefined ? null : text;
        const entry = await everthread.correctProfile({ owner, entryId, text: right });
        const words =
          right === null
            ? `Removed: ${sanitizeLine(entry.value.text)}`
            : `Corrected: ${sanitizeLine(entry.value.text)} → ${sanitizeLine(right)}`;
        io.stdout.write(json ? `${terminalJson({ owner, entry, text: right })}\n` : `${words}\n`);
        return exitCodes.ok;
      }
      if (json) {
        io.stdout.write(`${terminalJson({ owner, ...known })}\n`);
        return exitCodes.ok;
      }
      const [{ profileView }, { viewOf }] = await Promise.all([
        import('../views/profile-view.ts'),
        import('../views/view.ts'),
      ]);
      io.stdout.write(profileView({ owner, profile: known }, viewOf(io)));
      return exitCodes.ok;
    });
  },
};

async function onlyOwner(
  owners: (options: { limit: number }) => Promise<{ owner: string }[]>,
): Promise<string | undefined> {
  const found = await owners({ limit: 10 });
  if (found.length <= 1) return found[0]?.owner;
  const names = found.map(({ owner }) => sanitizeLine(owner)).join(', ');
  throw new UsageError(`There are several owners: ${names}. Name one with --owner <name>.`);
}
