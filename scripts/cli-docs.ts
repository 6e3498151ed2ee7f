/**
 * Generates docs/cli.md and docs/configuration.md from the prose here, the commands' own help and the declarations of
 * the settings. `--write` writes the files; a test compares them.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from '../src/cli/command.ts';
import { loadGroups } from '../src/cli/commands.ts';
import { declarations, type SettingDeclaration } from '../src/cli/config/declarations.ts';
import { configNames } from '../src/cli/config/find-file.ts';
import { exitCodeRows, isSettingRow } from '../src/cli/help-text.ts';

const page = (name: string) => fileURLToPath(new URL(`../docs/${name}.md`, import.meta.url));

export async function renderCli(): Promise<string> {
  const groups = await loadGroups();
  const lines = [
    '# The command `everthread`',
    '',
    'Without arguments it opens the chat on a terminal, and shows help anywhere else. `everthread help <command>` and `everthread <command> --help` show what stands here; this page is made from it by `make docs`.',
    '',
    ...groups.flatMap(({ title, commands }) => [
      `**${title}**: ${commands.map(({ name }) => `[\`${name}\`](#${name})`).join(', ')}`,
      '',
    ]),
    'Settings can be given to every command that works with threads, as flags, in the environment or in a file: see [Configuration](configuration.md). With `--json` the result is JSON on standard output, and an error is `{"error": {"code", "message", "field", "exitCode"}}` on standard error. Progress is drawn on standard error, colours only on a terminal and not where `NO_COLOR` is set.',
    '',
    table(['exit code', 'meaning'], exitCodeRows),
    ...groups.flatMap(({ commands }) => commands.flatMap(renderCommand)),
  ];
  return `${lines.join('\n')}\n`;
}

function renderCommand({ name, summary, usage, options, examples }: Command): string[] {
  const own = options.filter((option) => !isSettingRow(option));
  const settings = options.filter(isSettingRow).map(({ flag }) => `\`${flag}\``);
  return [
    '',
    `## ${name}`,
    '',
    summary,
    '',
    '```',
    ...usage.split(' | ').map((way) => `everthread ${way}`),
    '```',
    ...(own.length === 0
      ? []
      : [
          '',
          table(
            ['', ''],
            own.map(({ flag, about }) => [`\`${flag}\``, about]),
          ),
        ]),
    ...(settings.length === 0 ? [] : ['', `Settings: ${settings.join(', ')}.`]),
    '',
    '```sh',
    ...examples.flatMap(({ command, about }) => [`# ${about}`, `everthread ${command}`]),
    '```',
  ];
}

export function renderConfiguration(): string {
  const lines = [
    '# Configuration',
    '',
    'Nothing has to be configured. What is, comes from, in this order: flags, the environment, a configuration file, defaults. `everthread config` shows each value and where it came from; [config.example.yaml](../config.example.yaml) shows every setting with its default. The tables are made from the code by `make docs`.',
    '',
    table(
      ['in a file', 'flag', 'environment', 'accepted', 'default', ''],
      declarations.map((setting) => [
        `\`${setting.name}\``,
        `\`${flagOf(setting)}\``,
        `\`${setting.environment}\``,
        acceptedBy(setting),
        setting.defaultText,
        setting.about,
      ]),
    ),
    '',
    '## The file',
    '',
    `One of ${configNames.map((name) => `\`${name}\``).join(', ')}: the first folder that has one, from the working directory up to the home folder (or to the root, where the home is no parent), then \`$XDG_CONFIG_HOME/everthread\` or \`~/.config/everthread\`. Or any file with one of these endings, named by \`--config\` or \`EVERTHREAD_CONFIG\`. Two of them in one folder are refused.`,
    '',
    '```ts',
    '// everthread.config.ts: read by Node itself, from 22.18 on; .js and .mjs on any',
    'export default {',
    "  database: './conversations.db', // relative to this file",
    "  strategy: { name: 'rolling', messages: 30 },",
    "  model: 'claude-sonnet-5-5',",
    '};',
    '```',
    '',
    '```yaml',
    '# everthread.config.yaml',
    'budget: 16000',
    'summarization: # the tiered strategy, under the names of its own file format',
    '  enabled: true',
    '  recent_count: 20',
    '  condensed_count: 50',
    '  auto_summarize: true',
    '  auto_threshold: 100',
    '```',
    '',
    'What is wrong is refused before anything happens, with exit code 2, the file, the line and the key: `everthread.config.yaml:2: "bugdet" is no setting. Did you mean budget?` A YAML file of another program may hold the section `summarization` as well: named by `--config`, only that section is read, where the file also has keys that are no settings.',
    '',
    'A file in JavaScript or TypeScript is a program and runs when it is read, and a file can send conversations to an address of its choice: look at what a folder of strangers brings along. A file that belongs to another user is used only when it is named.',
    '',
    '## Models',
    '',
    table(
      ['environment', ''],
      [
        ['`ANTHROPIC_API_KEY`', 'the key for `anthropic`'],
        ['`OPENAI_API_KEY`', 'the key for `openai` and `openai-compatible`'],
        [
          '`ANTHROPIC_BASE_URL`, `OPENAI_BASE_URL`',
          'another address of the same protocol, where `baseUrl` is not set',
        ],
        ['`OLLAMA_HOST`', 'where Ollama listens; `http://127.0.0.1:11434` is tried by the chat in any case'],
      ],
    ),
    '',
    'Keys are read from the environment alone; one in a file is refused. With `provider: auto` a model named `claude-…` means Anthropic, `gpt-…` and the like OpenAI, `name:tag` Ollama; `baseUrl` means any server that speaks the OpenAI protocol; else the key that is set decides. Without any of it the chat answers by quoting the thread, and summaries are extractive.',
    '',
    'Provider packages are loaded when a model is first used: `npm install ai` and `@ai-sdk/anthropic`, `@ai-sdk/openai` or `@ai-sdk/openai-compatible`.',
    '',
    'Other variables: `NO_COLOR` (no colours), `EVERTHREAD_CONFIG` (the file), `EVERTHREAD_DEBUG` (stack traces with errors), `NODE_DISABLE_COMPILE_CACHE` (keep no compiled code in `~/.cache/everthread`).',
    '',
    '## Shell completion',
    '',
    '```sh',
    'source <(everthread completion bash)   # in ~/.bashrc',
    'source <(everthread completion zsh)    # in ~/.zshrc, after compinit',
    'everthread completion fish > ~/.config/fish/completions/everthread.fish',
    '```',
  ];
  return `${lines.join('\n')}\n`;
}

function flagOf({ flag, kind, value, defaultText }: SettingDeclaration): string {
  if (kind !== 'switch') return `--${flag} <${value}>`;
  return defaultText === 'true' ? `--no-${flag}` : `--${flag}`;
}

function acceptedBy({ kind, choices }: SettingDeclaration): string {
  switch (kind) {
    case 'choice':
      return choices!.map((choice) => `\`${choice}\``).join(', ');
    case 'strategy':
      return 'a name, or an object with a name and [options](strategies.md)';
    case 'switch':
      return '`true`, `false`';
    case 'tokens':
      return 'a whole number of at least 200';
    case 'url':
      return 'an address';
    case 'path':
      return 'a path';
    case 'text':
      return 'text';
  }
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes('--write')) {
  writeFileSync(page('cli'), await renderCli());
  writeFileSync(page('configuration'), renderConfiguration());
}
