/** Help pages as text: the list of commands, and a page for each command. */
import type { Command } from './command.ts';
import { settingRows } from './config/flags.ts';
import type { Style } from './terminal/style.ts';
import { displayWidth, padEnd, wrap } from './terminal/width.ts';

const widestPage = 100;
/** A flag longer than this gets its explanation below it, instead of pushing all others to the right. */
const widestName = 26;

/** Commands whose first example the overview shows. */
const exampleCommands = ['chat', 'demo', 'search', 'context', 'import', 'summarize'];

type Page = { style: Style; columns: number };
type Row = readonly [name: string, about: string];

export const exitCodeRows: readonly Row[] = [
  ['0', 'all went well'],
  ['1', 'it failed: the message says why; verify found damage'],
  ['2', 'the command line, a setting or the configuration file is wrong'],
  ['130', 'interrupted with Ctrl-C'],
];

export function overview(
  groups: readonly { title: string; commands: readonly Command[] }[],
  page: Page,
): string {
  const { style } = page;
  const columns = Math.min(page.columns, widestPage);
  const commands = groups.flatMap((group) => group.commands);
  const nameWidth = widthOf(commands.map(({ name, summary }) => [name, summary]));
  return lines(
    ...wrap(
      'everthread – LLM conversations that never end, inside a token budget, with nothing lost.',
      columns,
    ),
    '',
    style.bold('Usage'),
    ...wrap('  everthread <command> [options]', columns),
    ...groups.flatMap(({ title, commands: members }) => [
      '',
      style.bold(title),
      ...table(
        members.map(({ name, summary }) => [name, summary]),
        columns,
        nameWidth,
      ),
    ]),
    '',
    style.bold('Options'),
    ...table(
      [
        ['--help', 'this page; after a command, the page of that command'],
        ['--version', 'the version'],
        ['--json', 'after a command: output for programs; errors come as JSON on standard error'],
      ],
      columns,
    ),
    '',
    style.bold('Examples'),
    ...exampleLines(
      commands
        .filter(({ name }) => exampleCommands.includes(name))
        .flatMap((command) => command.examples.slice(0, 1)),
      { style, columns },
    ),
    '',
    style.bold('Exit codes'),
    ...table(exitCodeRows, columns),
    '',
    ...wrap('Settings come from flags, the environment and a file: see `everthread config`.', columns),
  );
}

export function commandPage(command: Command, page: Page): string {
  const { style } = page;
  const columns = Math.min(page.columns, widestPage);
  const rows = [...command.options, { flag: '--help', about: 'this page' }].map(
    ({ flag, about }) => [flag, about] as const,
  );
  const settings = rows.filter(([flag, about]) => isSettingRow({ flag, about }));
  const argumentRows = rows.filter(([flag]) => !flag.startsWith('-'));
  const own = rows.filter(([flag, about]) => flag.startsWith('-') && !isSettingRow({ flag, about }));
  const nameWidth = widthOf(rows);
  return lines(
    ...wrap(command.summary, columns),
    '',
    style.bold('Usage'),
    ...usageLines(command.usage).flatMap((usage) => hanging(`  everthread ${usage}`, columns)),
    ...(argumentRows.length === 0
      ? []
      : ['', style.bold('Arguments'), ...table(argumentRows, columns, nameWidth)]),
    '',
    style.bold('Options'),
    ...table(own, columns, nameWidth),
    ...(settings.length === 0 ? [] : ['', style.bold('Settings'), ...table(settings, columns, nameWidth)]),
    '',
    style.bold('Examples'),
    ...exampleLines(command.examples, { style, columns }),
  );
}

/** The ways to call a command, one each. A bar inside brackets separates options of one way, not two ways. */
export function usageLines(usage: string): string[] {
  return usage.split(/ \| (?![^[]*\])/u);
}

/** The name in a flag: `thread` for `-t, --thread <id>`. */
export function flagName(flag: string): string {
  return /--([a-z][a-z-]*)/u.exec(flag)?.[1] ?? flag;
}

/** Whether an option is a setting with its usual meaning, not an option of the command's own under the same name. */
export function isSettingRow({ flag, about }: { flag: string; about: string }): boolean {
  return settingRows().some((row) => row.flag === flag && row.about === about);
}

function widthOf(rows: readonly Row[]): number {
  return Math.max(...rows.map(([name]) => displayWidth(name)).filter((width) => width <= widestName), 0) + 4;
}

/** Two columns; on a narrow terminal each explanation goes below its name. */
function table(rows: readonly Row[], columns: number, left = widthOf(rows)): string[] {
  if (columns - left < 24) {
    return rows.flatMap(([name, about]) => [
      ...wrap(`  ${name}`, columns),
      ...wrap(`      ${about}`, columns),
    ]);
  }
  return rows.flatMap(([name, about]) => {
    const fitsBeside = displayWidth(name) + 4 <= left;
    const explanation = wrap(about, columns - left).map((line, index) => {
      return padEnd(index === 0 && fitsBeside ? `  ${name}` : '', left) + line;
    });
    return fitsBeside ? explanation : [`  ${name}`, ...explanation];
  });
}

function exampleLines(examples: Command['examples'], page: Page): string[] {
  return examples.flatMap(({ command, about }) => [
    ...wrap(about, page.columns - 4).map((line) => page.style.dim(`  # ${line}`)),
    `  everthread ${command}`,
  ]);
}

/** Indents the lines after the first, so that they do not look like another form of the command. */
function hanging(text: string, columns: number): string[] {
  const [first = '', ...rest] = wrap(text, columns);
  return [first, ...wrap(`      ${rest.join(' ').replaceAll(/ +/gu, ' ').trim()}`, columns)].filter(
    (line) => line.trim() !== '',
  );
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}
