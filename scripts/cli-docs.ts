/**
 * Generates docs/cli.md and docs/configuration.md from the prose here, the commands' own help and the declarations of
 * the settings. `--write` writes the files; a test compares them.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from '../src/cli/command.ts';
import { loadGroups } from '../src/cli/commands/all-commands.ts';
import { declarations, type SettingDeclaration } from '../src/cli/config/declarations.ts';
import { configNames } from '../src/cli/config/find-file.ts';
import { exitCodeRows, isSettingRow, usageLines } from '../src/cli/help-text.ts';

const page = (name: string) => fileURLToPath(new URL(`../docs/${name}.md`, import.meta.url));

export async function renderCli(): Promise<string> {
  const groups = await loadGroups();
  const lines = [
    '# The command `everthread`',
    '',
    'Without arguments it opens the chat on a terminal, and shows help anywhere else. `everthread help <command>` and `everthread <command> --help` show the same text; `make docs` makes this page from it.',
    '',
    ...groups.flatMap(({ title, commands }) => [
      `**${title}**: ${commands.map(({ name }) => `[\`${name}\`](#${name})`).join(', ')}`,
      '',
    ]),
    'Every command that works with threads takes settings from flags, the environment or a file: see [Configuration](configuration.md). With `--json` the result is JSON on standard output, and an error is `{"error": {"code", "message", "field", "exitCode"}}` on standard error. Progress is drawn on standard error, colours only on a terminal and not where `NO_COLOR` is set.',
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
    ...usageLines(usage).map((way) => `everthread ${way}`),
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
    'Nothing has to be configured. Values come from, in this order: flags, the environment, a configuration file, defaults. `everthread config` shows each value and where it came from; [config.example.yaml](../config.example.yaml) shows every setting with its default. The tables are made from the code by `make docs`.',
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
    `One of ${configNames.map((name) => `\`${name}\``).join(', ')}. It is looked for in the working directory and its parents up to the home folder (or up to the root, if the home folder is no parent), then in \`$XDG_CONFIG_HOME/everthread\` or \`~/.config/everthread\`. \`--config\` or \`EVERTHREAD_CONFIG\` can name any other file with one of these endings. Two such files in one folder are refused.`,
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
    'A mistake is refused before anything happens, with exit code 2, the file, the line and the key: `everthread.config.yaml:2: "bugdet" is no setting. Did you mean budget?` The section `summarization` may also be in a YAML file of another program: if a file named by `--config` has keys that are not settings, only that section is read.',
    '',
    'A file in JavaScript or TypeScript is a program and runs when it is read, and any configuration file can send conversations to an address of its choice: check the configuration file of a folder you did not write. A file that belongs to another user is used only if you name it.',
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
          'another address of the same protocol, if `baseUrl` is not set',
        ],
        ['`OLLAMA_HOST`', 'where Ollama listens; `http://127.0.0.1:11434` is tried by the chat in any case'],
      ],
    ),
    '',
    'Keys are read only from the environment; a key in a file is refused. With `provider: auto` a model named `claude-…` means Anthropic, `gpt-…` and the like OpenAI, `name:tag` Ollama; `baseUrl` means any server that speaks the OpenAI protocol; otherwise the key that is set decides. Without any of these the chat answers by quoting the thread, and summaries are extractive.',
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
