/** The purpose of a command, from its program and first words. `look`: it only looks around. */
import { inlineScript, isInterpreter } from '../facts/interpreters.ts';
import { readShell, type ShellStep } from '../facts/shell.ts';
import { behindOptions, innerCommand } from '../facts/wrapped-command.ts';
import type { CommandPurpose } from '../records/work-record.ts';

/** `unlisted`: a program of which only its name is known. `other`: it handles files, or is a script in the command itself. */
export type Purpose = CommandPurpose | 'look' | 'unlisted';

/** Programs whose first argument says what to do. */
const runners =
  /^(?:npm|pnpm|yarn|bun|bunx|npx|cargo|go|mix|make|gmake|just|task|gradle|gradlew|mvn|mvnw|dotnet|swift|bazel|rake|bundle|uv|uvx|poetry|pipenv|pdm|hatch|deno|zig|flutter|dart|composer|php|python\d?(?:\.\d+)?|ruby|elixir|lein|sbt|stack|cabal|nx|turbo|lerna|docker|docker-compose|podman|xcodebuild|rails|django-admin|symfony|artisan|tsx|ts-node|node)$/;

const programs: readonly [purpose: Purpose, pattern: RegExp][] = [
  [
    'test',
    /^(?:py\.?test|jest|vitest|mocha|rspec|ctest|phpunit|tox|nox|ava|karma|cypress|playwright|busted|bats|nosetests|gotestsum|nextest)\d*$|(?:^|[_-])(?:tests?|specs?)(?:[_.-]|$)/,
  ],
  ['types', /^(?:tsc|vue-tsc|mypy|pyright|basedpyright|flow|srb|dialyzer|pytype)$/],
  [
    'lint',
    /^(?:eslint|biome|ruff|flake8|pylint|rubocop|prettier|black|isort|golangci-lint|golint|gofmt|shellcheck|stylelint|clang-format|clang-tidy|ktlint|swiftlint|standard|oxlint|hadolint)$/,
  ],
  [
    'build',
    /^(?:make|gmake|cmake|ninja|meson|gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|nvcc|rustc|javac|kotlinc|ghc|webpack|rollup|esbuild|parcel|msbuild|xcodebuild|bazel|pdflatex|xelatex|lualatex|latexmk|latex|bibtex|biber|tectonic|pandoc|hugo|jekyll|mkdocs|sphinx-build)(?:-\d+)?$/,
  ],
  [
    'deploy',
    /^(?:kubectl|helm|terraform|tofu|pulumi|ansible(?:-playbook)?|fly|flyctl|vercel|netlify|heroku|serverless|sls|cdk|eb|railway|wrangler|rsync|scp)$/,
  ],
  [
    'install',
    /^(?:apt|apt-get|brew|dnf|yum|pacman|apk|pip\d?|pipx|conda|mamba|gem|cpan|snap|dpkg|nvm|asdf|mise)$/,
  ],
  ['git', /^(?:git|gh|hub|glab|jj|hg|svn)$/],
  [
    'look',
    /^(?:ls|ll|dir|cat|bat|less|more|head|tail|grep|egrep|fgrep|rg|ag|ack|find|fd|tree|pwd|cd|pushd|popd|which|whereis|type|file|stat|wc|du|df|echo|printf|sleep|date|whoami|id|uname|env|printenv|export|set|unset|source|ps|top|htop|lsof|man|true|false|test|sort|uniq|cut|tr|awk|sed|gsed|xargs|column|nl|diff|cmp|jq|yq|xxd|od|hexdump|strings|basename|dirname|realpath|readlink|read|return|exit|wait|clear|history|nvidia-smi|free|lscpu|nproc|ldd|nm|objdump|for|done|fi|esac|case|\}|\)|\[{1,2}|local|declare|typeset|readonly|let|shift|trap|break|continue|alias|unalias|eval|umask|ulimit|pgrep|seq|expr|bc|rev|tac|paste|comm|join|fold|fmt|md5sum|sha\d*sum|cksum|mktemp|dig|nslookup|host|ping|netstat|ss|ip|ifconfig|hostname|uptime|locale|stty|tput|yes|tokei|cloc|scc|identify|ffprobe|exiftool|getconf|sw_vers|lsb_release)$|^$/,
  ],
  [
    'other',
    /^(?:mv|cp|rm|mkdir|rmdir|touch|chmod|chown|ln|tee|kill|pkill|killall|tar|zip|unzip|gzip|curl|wget|apply_patch|patch|perl|sqlite3|psql|mysql|redis-cli|mongosh)$/,
  ],
];

/** Tasks of a runner; the first match counts. */
const tasks: readonly [purpose: Purpose, pattern: RegExp][] = [
  ['types', /^(?:types?|type-?check|typecheck|check-types|tsc|mypy|pyright|dialyzer)(?::|$)/],
  [
    'lint',
    /^(?:.*[:_.-])?(?:\w{0,12}lint|format|fmt|clippy|credo|eslint|prettier|biome|ruff|vet|style)(?:$|[:_.-])/,
  ],
  [
    'test',
    /^(?:t|tst|.*[:_.-])?(?:tests?|specs?|check|e2e|coverage|bench|pytest|unittest|vitest|jest|nextest|playwright|rspec|phpunit)(?:$|[:_.-])|(?:^|\/)test_[\w.]+$|(?:^|[/._-])tests?(?:[/._]|$)/,
  ],
  ['build', /^(?:.*[:_.-])?(?:build|compile|bundle|assemble|package|dist|release|docs?|all)(?:$|[:_.-])/],
  [
    'install',
    /^(?:i|install|ci|add|get|sync|update|upgrade|remove|uninstall|deps\.get|require|restore|tidy|mod)$/,
  ],
  ['deploy', /^(?:.*[:_.-])?(?:deploy|publish|push|ship)(?:$|[:_.-])/],
];

/** Package managers can also just list packages. */
const installing =
  /^(?:install|add|i|ci|sync|update|upgrade|remove|uninstall|purge|autoremove|create|use|-i|-S|-r|--install|--remove|--purge)$/;

/** Words of a runner that only say that something is run. */
const fillers = /^(?:run|run-script|exec|-m|x|--|-w|--workspace|do|tool|dlx|-s|--silent)$/;
const mostWords = 4;

/** Subcommands that only show something. */
const showing =
  /^(?:list|ls|logs?|describe|show|status|ps|top|version|inspect|history|events|explain|whoami|help|info|search|outdated|tree|why|view|env)$/;
const showingOf: { [program: string]: RegExp } = {
  kubectl: /^(?:get|api-resources|cluster-info|auth)$/,
  helm: /^get$/,
  terraform: /^(?:output|state|providers|graph|console)$/,
  go: /^doc$/,
  cargo: /^(?:metadata|locate-project)$/,
};
/** A common task of a program that is in no list: `dbt test`, `forge build`. */
const commonTask = /^(?:tests?|specs?|lint|check|build|compile|fmt|format|type-?check|deploy|run)$/;
/** Runners that run the program itself with `run`; with others, `run` is followed by the name of a task. */
const runsProgram = /^(?:cargo|go|dotnet|swift|stack|cabal|flutter|dart|zig|docker|podman)$/;

export function purposeOf({ name, words }: Pick<ShellStep, 'name' | 'words'>): Purpose {
  const program = name.replace(/\.(?:exe|cmd|bat)$/i, '').toLowerCase();
  // A script in the command itself has no name by which it could be run again.
  if (inlineScript(program, words) !== undefined) return 'other';
  if (words.length <= 3 && words.some((word) => /^(?:--version|--help)$/.test(word))) return 'look';
  const inner = innerCommand(words.map((text) => ({ text })));
  if (inner !== undefined) return purposeOfInner(inner.words.map(({ text }) => text));
  const listedPurpose = listedProgram(program);
  const verb = verbOf(words);
  const isShown = showing.test(verb) || showingOf[program]?.test(verb) === true;
  if ((runners.test(program) || listedPurpose === 'deploy' || listedPurpose === 'install') && isShown)
    return 'look';
  if (runners.test(program)) return purposeOfTask(program, words);
  if (isInterpreter(program)) return 'run';
  if (listedPurpose === 'install' && !words.slice(1).some((word) => installing.test(word))) return 'look';
  if (listedPurpose === 'deploy' && /^(?:fmt|validate|lint)$/.test(verb)) return 'lint';
  if (listedPurpose === 'other' && isScriptOfDatabase(program, words)) return 'run';
  if (listedPurpose === undefined && program !== '' && commonTask.test(verb)) return taskOf(verb) ?? 'run';
  if (listedPurpose !== undefined) return listedPurpose;
  if (looksRun(words[0] ?? '')) return 'run';
  return /^[a-z][\w.+-]+$/.test(program) ? 'unlisted' : 'other';
}

/** The first word behind the options, without the name of a part of the program. */
function verbOf(words: readonly string[]): string {
  const tokens = words.map((text) => ({ text }));
  const first = behindOptions(tokens, 1);
  const isPart = /^(?:compose|container|image)$/.test(words[first] ?? '');
  return words[isPart ? behindOptions(tokens, first + 1) : first] ?? '';
}

/** A command run in a container or an environment has the purpose of the inner command. */
function purposeOfInner(words: readonly string[]): Purpose {
  const name = words[0]!.split('/').at(-1)!;
  const isShell = /^(?:ba|z|da)?sh$/.test(name) && /^-\w*c$/.test(words[1] ?? '');
  // `ssh host "tail -2 a.log"`: the whole line is one word.
  const script = isShell ? words[2] : words.length === 1 && /\s/.test(words[0]!) ? words[0] : undefined;
  const purposes =
    script === undefined ? [purposeOf({ name, words: [...words] })] : readShell(script).map(purposeOf);
  const first = purposeOrder.find((one) => purposes.includes(one)) ?? 'other';
  return first === 'other' || first === 'unlisted' ? 'run' : first;
}

function purposeOfTask(program: string, words: readonly string[]): Purpose {
  const taskWords = words
    .slice(1)
    .filter((word) => !fillers.test(word) && !/^-/.test(word) && !/^\w+=/.test(word))
    .slice(0, mostWords);
  if (runsProgram.test(program) && verbOf(words) === 'run') return 'run';
  for (const word of taskWords.slice(0, program.startsWith('python') || program === 'node' ? 1 : 2)) {
    const purpose = taskOf(word) ?? listedProgram(word);
    if (purpose !== undefined && purpose !== 'look') return purpose;
  }
  if (/^(?:make|gmake|xcodebuild|bazel)$/.test(program)) return 'build';
  return taskWords.length === 0 && /^(?:npm|pnpm|cargo|go|docker)$/.test(program) ? 'other' : 'run';
}

/** `testDebugUnitTest` is read word by word, like `test-debug-unit-test`. */
function taskOf(word: string): Purpose | undefined {
  const name = word.replace(/([a-z\d])(?=[A-Z])/g, '$1-').toLowerCase();
  return tasks.find(([, pattern]) => pattern.test(name))?.[0];
}

/** `psql -f migration.sql` usually changes the database; `psql -c 'select …'` usually only reads it. */
function isScriptOfDatabase(program: string, words: readonly string[]): boolean {
  return (
    /^(?:psql|mysql|sqlite3|mongosh)$/.test(program) &&
    words.some((word) => /^(?:-f|--file(?:=.*)?)$|\.sql$/.test(word))
  );
}

function listedProgram(word: string): Purpose | undefined {
  const name = word.split('/').at(-1)!.toLowerCase();
  return programs.find(([, pattern]) => pattern.test(name))?.[0];
}

function looksRun(word: string): boolean {
  return /^\.{0,2}\//.test(word) || /\.(?:sh|py|js|ts|rb|pl|php)$/.test(word);
}

/** The purposes, most important first: a line of several commands counts as the first of these. */
export const purposeOrder: readonly Purpose[] = [
  'test',
  'types',
  'lint',
  'build',
  'deploy',
  'install',
  'git',
  'run',
  'unlisted',
  'other',
  'look',
];
