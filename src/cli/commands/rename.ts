/** `everthread rename`: the same as `everthread threads rename`, under a name that is easier to find. */
import { type Command, UsageError } from '../command.ts';
import { settingRows } from '../config/flags.ts';
import { threads } from './threads.ts';

export const rename: Command = {
  name: 'rename',
  summary: 'Give a thread a title.',
  usage: 'rename <thread> [title] [--json]',
  options: [
    { flag: '<thread>', about: 'its id; `everthread threads` lists them' },
    { flag: '<title>', about: 'its title; left out, its first question becomes the title' },
    { flag: '--json', about: 'the thread as JSON' },
    ...settingRows(['database']),
  ],
  examples: [{ command: 'rename demo "The move"', about: 'set its title' }],
  run(args, io) {
    if (args.length === 0) throw new UsageError('rename needs the id of a thread, and its title.');
    return threads.run(['rename', ...args], io);
  },
};
