/** Completion for bash 3.2 and newer. */
import type { Candidates, DescribedCommand } from './describe.ts';

export function bashScript(commands: readonly DescribedCommand[], defaultCommand: string): string {
  const names = commands.map(({ name }) => name).join(' ');
  const values = commands.flatMap(({ name, flags }) =>
    flags.flatMap(({ flag, value }) =>
      value === undefined ? [] : [`    '${name} ${flag}') ${setting(value, names)} ;;`],
    ),
  );
  const arguments_ = commands.flatMap(({ name, positionals, repeats }) =>
    positionals.map((value, index) => {
      const place = repeats && index === positionals.length - 1 ? '*' : String(index);
      return `    '${name} '${place}) ${setting(value, names)} ;;`;
    }),
  );
  const flags = commands.map(
    ({ name, flags: own }) => `    ${name}) _everthread_words='${own.map(({ flag }) => flag).join(' ')}' ;;`,
  );
  return `# Completion of everthread for bash. In ~/.bashrc: source <(everthread completion bash)

# Candidates for the value of a flag: sets kind (words, files, threads, any) and words; returns 1 if it takes none.
_everthread_value() {
  case "$1 $2" in
${values.join('\n')}
    *) return 1 ;;
  esac
}

_everthread_argument() {
  case "$1 $2" in
${arguments_.join('\n')}
    *) _everthread_kind=any _everthread_words='' ;;
  esac
}

_everthread_flags() {
  case "$1" in
${flags.join('\n')}
    *) _everthread_words='--help --version' ;;
  esac
}

_everthread_fill() {
  local candidate
  case "$_everthread_kind" in
    words)
      while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -W "$_everthread_words" -- "$1")
      ;;
    files)
      compopt -o filenames 2>/dev/null
      while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -f -- "$1")
      ;;
    threads)
      while IFS= read -r candidate; do
        [[ $candidate == "$1"* ]] && COMPREPLY+=("$(printf '%q' "$candidate")")
      done < <("\${COMP_WORDS[0]:-everthread}" threads --ids "\${_everthread_database[@]}" 2>/dev/null)
      ;;
  esac
}

_everthread() {
  local -a words=()
  local -a _everthread_database=()
  local _everthread_kind=any _everthread_words='' word joins='' i
  COMPREPLY=()
  # Bash splits words at = and :, so they are joined again.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ $word =~ ^[=:]+$ && \${#words[@]} -gt 0 ]]; then
      words[\${#words[@]}-1]+="$word"
      joins=1
    elif [[ -n $joins ]]; then
      words[\${#words[@]}-1]+="$word"
      joins=''
    else
      words+=("$word")
    fi
  done
  local last=$((\${#words[@]} - 1))
  local current="\${words[last]}" raw="\${COMP_WORDS[COMP_CWORD]}"
  [[ $raw =~ ^[=:]+$ ]] && raw=''

  local command='' position=0 awaited=''
  for ((i = 0; i < last; i++)); do
    word="\${words[i]}"
    if [[ -n $awaited ]]; then
      [[ $awaited == --database || $awaited == --config ]] && _everthread_database+=("$awaited" "$word")
      awaited=''
    elif [[ -z $command && $word != -* ]]; then
      command="$word"
    else
      [[ -z $command ]] && command=${defaultCommand}
      if [[ $word == --*=* ]]; then
        [[ $word == --database=* || $word == --config=* ]] && _everthread_database+=("$word")
      elif [[ $word == -* ]]; then
        _everthread_value "$command" "$word" && awaited="$word"
      else
        position=$((position + 1))
      fi
    fi
  done

  local value="$current"
  if [[ -n $awaited ]]; then
    _everthread_value "$command" "$awaited"
  elif [[ $current == --*=* ]]; then
    _everthread_value "\${command:-${defaultCommand}}" "\${current%%=*}" || return 0
    value="\${current#*=}"
  elif [[ $current == -* ]]; then
    _everthread_flags "\${command:-none}"
    _everthread_kind=words
  elif [[ -z $command ]]; then
    _everthread_kind=words _everthread_words='${names}'
  else
    _everthread_argument "$command" "$position"
  fi
  _everthread_fill "$value"

  # Bash replaces only the text after the last split.
  local begun=$((\${#value} - \${#raw}))
  for ((i = 0; i < \${#COMPREPLY[@]}; i++)); do
    if ((begun > 0)); then COMPREPLY[i]="\${COMPREPLY[i]:begun}"; fi
    if [[ $raw == --*=* ]]; then COMPREPLY[i]="\${raw%%=*}=\${COMPREPLY[i]}"; fi
  done
}

complete -F _everthread everthread
`;
}

function setting({ words, files, threads, commands }: Candidates, names: string): string {
  if (files) return "_everthread_kind=files _everthread_words=''";
  if (threads) return "_everthread_kind=threads _everthread_words=''";
  const all = commands ? names : words.join(' ');
  return all === ''
    ? "_everthread_kind=any _everthread_words=''"
    : `_everthread_kind=words _everthread_words='${all}'`;
}
