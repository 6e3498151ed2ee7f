/** `everthread completion <shell>`: a script that completes commands, flags, their values, and the ids of threads. */

import { didYouMean } from '../../input/nearest.ts';
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine } from '../config/flags.ts';
import { sanitizeLine, terminalJson } from '../terminal/sanitize.ts';
import { defaultCommand, loadGroups } from './all-commands.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export const completion: Command = {
  name: 'completion',
  summary: 'Print a script that completes commands, flags, values and thread ids in bash, zsh or fish.',
  usage: `completion <${shells.join('|')}>`,
  options: [{ flag: '--json', about: 'what can be completed, as data' }],
  examples: [
    { command: 'completion bash >> ~/.bashrc', about: 'for every new bash' },
    { command: 'completion zsh > ~/.zfunc/_everthread', about: 'for zsh, where ~/.zfunc is in fpath' },
    {
      command: 'completion fish > ~/.config/fish/completions/everthread.fish',
      about: 'for fish',
    },
  ],
  async run(args, io) {
    const { positionals, json } = parseCommandLine({
      command: 'completion',
      args,
      positionals: { max: 1, name: 'shell' },
      settings: false,
    });
    const { describeCommand } = await import('../completion/describe.ts');
    const commands = (await loadGroups()).flatMap((group) => group.commands.map(describeCommand));
    if (json) {
      io.stdout.write(`${terminalJson(commands)}\n`);
      return exitCodes.ok;
    }
    const [shellName = ''] = positionals;
    switch (shells.find((shell) => shell === shellName)) {
      case 'bash':
        io.stdout.write((await import('../completion/bash.ts')).bashScript(commands, defaultCommand));
        return exitCodes.ok;
      case 'zsh':
        io.stdout.write((await import('../completion/zsh.ts')).zshScript(commands, defaultCommand));
        return exitCodes.ok;
      case 'fish':
        io.stdout.write((await import('../completion/fish.ts')).fishScript(commands));
        return exitCodes.ok;
      default:
        throw new UsageError(
          shellName === ''
            ? `completion needs a shell: ${shells.join(', ')}.`
            : `There is no completion for ${JSON.stringify(sanitizeLine(shellName).slice(0, 60))}.${didYouMean(shellName, shells)} Shells: ${shells.join(', ')}.`,
        );
    }
  },
};
