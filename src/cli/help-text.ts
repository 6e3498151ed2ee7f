/** Help pages as text: the list of commands, and one page a command. */
import type { Command } from './command.ts';
import type { Style } from './terminal/style.ts';
import { displayWidth, padEnd, wrap } from './terminal/width.ts';

const widestPage = 100;

export function overview(commands: readonly Command[], page: { style: Style; columns: number }): string {
  const { style } = page;
  const columns = Math.min(page.columns, widestPage);
  const examples = commands.flatMap((command) => command.examples.slice(0, 2));
  return lines(
    ...wrap(
      'everthread – LLM conversations that never end, inside a token budget, with nothing lost.',
      columns,
    ),
    '',
    style.bold('Usage'),
    ...wrap('  everthread <command> [options]', columns),
    '',
    style.bold('Commands'),
    ...table(
      commands.map(({ name, summary }) => [name, summary]),
      columns,
    ),
    '',
    style.bold('Options'),
    ...table(
      [
        ['--help', 'this page; after a command, the page of that command'],
        ['--version', 'the version'],
      ],
      columns,
    ),
    '',
    style.bold('Examples'),
    ...exampleLines(examples, { style, columns }),
  );
}

export function commandPage(command: Command, page: { style: Style; columns: number }): string {
  const { style } = page;
  const columns = Math.min(page.columns, widestPage);
  return lines(
    ...wrap(command.summary, columns),
    '',
    style.bold('Usage'),
    ...wrap(`  everthread ${command.usage}`, columns),
    '',
    style.bold('Options'),
    ...table(
      [...command.options, { flag: '--help', about: 'this page' }].map(({ flag, about }) => [flag, about]),
      columns,
    ),
    '',
    style.bold('Examples'),
    ...exampleLines(command.examples, { style, columns }),
  );
}

/** Two columns, or one below the other where the terminal is too narrow for that. */
function table(rows: readonly (readonly [string, string] | string[])[], columns: number): string[] {
  const left = Math.max(...rows.map(([name]) => displayWidth(name!))) + 4;
  if (columns - left < 24) {
    return rows.flatMap(([name, about]) => [`  ${name}`, ...wrap(`      ${about}`, columns)]);
  }
  return rows.flatMap(([name, about]) =>
    wrap(about!, columns - left).map((line, index) => padEnd(index === 0 ? `  ${name}` : '', left) + line),
  );
}

function exampleLines(examples: Command['examples'], page: { style: Style; columns: number }): string[] {
  return examples.flatMap(({ command, about }) => [
    ...wrap(`  # ${about}`, page.columns).map(page.style.dim),
    `  everthread ${command}`,
  ]);
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}
