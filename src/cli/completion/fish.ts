/** Completion for fish. */
import type { Candidates, DescribedCommand } from './describe.ts';

export function fishScript(commands: readonly DescribedCommand[]): string {
  const lines = [
    '# Completion of everthread for fish. everthread completion fish > ~/.config/fish/completions/everthread.fish',
    'complete -c everthread -f',
    "complete -c everthread -n __fish_use_subcommand -l help -d 'show help'",
    "complete -c everthread -n __fish_use_subcommand -l version -d 'show the version'",
  ];
  const names = commands.map(({ name }) => name);
  for (const { name, summary } of commands) {
    lines.push(`complete -c everthread -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`);
  }
  for (const { name, flags, positionals, repeats } of commands) {
    const seen = quoted(`__fish_seen_subcommand_from ${name}`);
    for (const { flag, about, value } of flags) {
      const takes = value === undefined ? '' : ` ${argument(value, names, '-x')}`;
      lines.push(`complete -c everthread -n ${seen} -l ${flag.slice(2)}${takes} -d ${quoted(about)}`);
    }
    for (const [index, value] of positionals.entries()) {
      const last = repeats && index === positionals.length - 1;
      // Words so far: the program, the command, and the arguments before this one.
      const place = last ? '' : `; and test (count (__fish_print_cmd_args_without_options)) -eq ${index + 2}`;
      const when = quoted(`__fish_seen_subcommand_from ${name}${place}`);
      lines.push(`complete -c everthread -n ${when} ${argument(value, names, '')}`.trimEnd());
    }
  }
  return `${lines.join('\n')}\n`;
}

function argument(
  { words, files, threads, commands }: Candidates,
  names: readonly string[],
  exclusive: string,
): string {
  if (files) return exclusive === '' ? '-F' : '-r -F';
  const list = threads
    ? '(everthread threads --ids 2>/dev/null)'
    : commands
      ? names.join(' ')
      : words.join(' ');
  return [exclusive, list === '' ? '' : `-a ${quoted(list)}`].filter((piece) => piece !== '').join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/gu, '\\$&')}'`;
}
