/** Completion for zsh, as a file in fpath or sourced. */
import type { Candidates, DescribedCommand } from './describe.ts';

export function zshScript(commands: readonly DescribedCommand[], defaultCommand: string): string {
  const list = commands.map(
    ({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`,
  );
  const cases = commands.map(({ name, flags, positionals, repeats }) => {
    const specs = [
      ...flags.map(({ flag, about, value }) => {
        const text = about.replaceAll(/[[\]\\]/gu, '\\$&').replaceAll(':', '\\:');
        return quoted(value === undefined ? `${flag}[${text}]` : `${flag}=[${text}]:value:${action(value)}`);
      }),
      ...positionals.map((value, index) => {
        const place = repeats && index === positionals.length - 1 ? '*' : String(index + 1);
        return quoted(`${place}:argument:${action(value)}`);
      }),
    ];
    return `    ${name})\n      _arguments -S \\\n        ${specs.join(' \\\n        ')}\n      ;;`;
  });
  return `#compdef everthread
# Completion of everthread for zsh. In ~/.zshrc after compinit: source <(everthread completion zsh)

_everthread_commands() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  _describe 'command' commands
}

_everthread_threads() {
  local -a threads
  threads=(\${(f)"$(everthread threads --ids 2>/dev/null)"})
  compadd -a threads
}

_everthread() {
  local command=$words[2]
  if (( CURRENT == 2 )); then
    if [[ $command == -* ]]; then
      compadd -- --help --version
    else
      _everthread_commands
    fi
    return
  fi
  if [[ $command == -* ]]; then
    command=${defaultCommand}
  else
    shift words
    (( CURRENT-- ))
  fi
  case $command in
${cases.join('\n')}
  esac
}

if [[ $funcstack[1] == _everthread ]]; then
  _everthread "$@"
else
  compdef _everthread everthread
fi
`;
}

function action({ words, files, threads, commands }: Candidates): string {
  if (files) return '_files';
  if (threads) return '_everthread_threads';
  if (commands) return '_everthread_commands';
  return words.length === 0 ? ' ' : `(${words.join(' ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
