/**
 * Generates config.example.yaml: every setting of the command and every option of every strategy, commented out, with
 * its default or an example. Lines that begin with `##` explain; every other line is a setting behind `# `.
 * `--write` writes the file; a test compares it.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { declarations, type SettingDeclaration } from '../src/cli/config/declarations.ts';
import { describeOptions, type StrategyName, strategyNames } from '../src/strategies/registry.ts';

export const examplePath = fileURLToPath(new URL('../config.example.yaml', import.meta.url));

/** Example values for settings whose default depends on the machine or the model. */
const examples: { [name in SettingDeclaration['name']]?: unknown } = {
  database: './conversations.db',
  thread: 'holidays',
  budget: 16_000,
  model: 'claude-sonnet-5-5',
  summarizerModel: 'claude-haiku-4-5',
  baseUrl: 'http://localhost:8000/v1',
  system: 'Answer in short sentences.',
};

export function renderExample(): string {
  const settings = declarations.filter(({ kind }) => kind !== 'strategy');
  return [
    [
      '## Settings of the command `everthread`, all commented out: what is shown is the default, or an example of it.',
      '## Copy it to everthread.config.yaml and take the `# ` away from what you want to set.',
      '## Flags and the environment go before the file; keys of providers are read from the environment alone.',
    ],
    ...settings.map(settingBlock),
    [
      '## How conversations are kept inside their budget: one of the following, by its name alone (`strategy: rolling`)',
      '## or with options. docs/strategies.md says what each is good for.',
    ],
    ...strategyNames.map(strategyBlock),
    [
      '## The options of `tiered` under the names of its own file format, in the place of `strategy`.',
      ...commented({
        summarization: {
          enabled: true,
          recent_count: 20,
          condensed_count: 50,
          auto_summarize: true,
          auto_threshold: 100,
        },
      }),
    ],
  ]
    .map((block) => `${block.join('\n')}\n`)
    .join('\n');
}

function settingBlock({ name, about, defaultText }: SettingDeclaration): string[] {
  const example = examples[name];
  const value =
    example ?? (defaultText === 'true' || defaultText === 'false' ? defaultText === 'true' : defaultText);
  return [`## ${about}. Default: ${defaultText}.`, ...commented({ [name]: value })];
}

function strategyBlock(name: StrategyName): string[] {
  return [
    '# strategy:',
    `#   name: ${name}`,
    ...describeOptions(name).flatMap(({ option, default: value, accepted, about }) => [
      `##  ${about} (${accepted})`,
      ...commented({ [option]: value }).map((line) => line.replace('# ', '#   ')),
    ]),
  ];
}

function commented(value: object): string[] {
  return stringify(value, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => `# ${line}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes('--write'))
  writeFileSync(examplePath, renderExample());
