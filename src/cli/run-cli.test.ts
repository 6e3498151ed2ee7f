import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandNames, loadCommand, loadGroups } from './commands/all-commands.ts';
import { usageLines } from './help-text.ts';
import { runCli } from './run-cli.ts';
import { displayWidth } from './terminal/width.ts';
import { createTestIo } from './test-io.suite.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-cli-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function run(args: string[], options: Partial<Parameters<typeof createTestIo>[0]> = {}) {
  const io = createTestIo({ directory, ...options });
  const code = await runCli(args, io);
  return { code, ...io.written };
}

describe('help', () => {
  it('R-58 without arguments and without a terminal it is help', async () => {
    const alone = await run([]);
    expect(alone).toEqual(await run(['--help']));
    expect(alone).toMatchObject({ code: 0, stderr: '' });
  });

  it('R-58 every command is in a group, with a page, options and an example that names it', async () => {
    const grouped = (await loadGroups()).flatMap(({ title, commands }) =>
      commands.map(({ name }) => ({ title, name })),
    );
    expect(grouped.map(({ name }) => name).toSorted()).toEqual([...commandNames].toSorted());
    expect(grouped.filter(({ title }) => title === 'More')).toEqual([]);
    for (const name of commandNames) {
      const command = (await loadCommand(name))!;
      expect(command.name).toBe(name);
      for (const usage of usageLines(command.usage)) expect(usage.split(' ')[0], usage).toBe(name);
      expect(command.summary).toMatch(/^[A-Z].*\.$/u);
      expect(command.examples.length).toBeGreaterThan(0);
      for (const example of command.examples) expect(example.command.split(' ')[0]).toBe(name);
      for (const { flag } of command.options)
        expect(flag).toMatch(/^(?:<[^>]+>|(?:-[a-z], )?--[a-z][a-z-]*(?: <[^>]+>)?)$/u);
    }
  });

  it('R-58 every command offers --json, but the one whose output is a protocol', async () => {
    for (const name of commandNames.filter((other) => other !== 'mcp')) {
      const { options } = (await loadCommand(name))!;
      expect(
        options.map(({ flag }) => flag),
        name,
      ).toContain('--json');
    }
  });

  it('R-58 `help x` and `x --help` are the same page', async () => {
    for (const name of commandNames) {
      const page = await run(['help', name]);
      expect(page).toMatchObject({ code: 0, stderr: '' });
      expect(page.stdout).toContain(`everthread ${name}`);
      if (name !== 'help') expect(await run([name, '--help'])).toEqual(page);
      if (name !== 'help') expect(await run([name, '--whatever', '-h'])).toEqual(page);
    }
  });

  it.each([40, 80, 200])('R-58 pages fit in %i columns', async (columns) => {
    for (const args of [[], ...commandNames.map((name) => [name])]) {
      const { stdout } = await run(['help', ...args], { columns });
      const examples = /^ {2}everthread /u;
      for (const line of stdout.split('\n').filter((text) => !examples.test(text))) {
        expect(displayWidth(line), line).toBeLessThanOrEqual(Math.min(columns, 100));
      }
    }
  });

  it('R-58 exit codes are documented', async () => {
    const { stdout } = await run(['--help']);
    expect(stdout).toMatch(/Exit codes\n {2}0 +all went well\n {2}1 +it failed.*\n {2}2 +the command line/u);
  });

  it('R-58 help with --json names every command', async () => {
    const { stdout } = await run(['help', '--json']);
    const all = JSON.parse(stdout) as { name: string; group: string }[];
    expect(all.map(({ name }) => name).toSorted()).toEqual([...commandNames].toSorted());
  });
});

describe('errors', () => {
  it('R-58 an unknown command suggests the nearest, exit code 2', async () => {
    const { code, stdout, stderr } = await run(['verfy']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('There is no command "verfy". Did you mean verify? Commands: ');
  });

  it('R-58 with --json errors are JSON on standard error', async () => {
    const wrong = await run(['verify', '--thred', 'x', '--json']);
    expect({ code: wrong.code, stdout: wrong.stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(wrong.stderr)).toEqual({
      error: { code: 'usage', message: expect.stringContaining('Did you mean --thread?'), exitCode: 2 },
    });
    writeFileSync(join(directory, 'everthread.config.yaml'), '\nbugdet: 3\n');
    const file = join(directory, 'everthread.config.yaml');
    const config = await run(['config', '--json']);
    expect(config.code).toBe(2);
    expect(JSON.parse(config.stderr)).toEqual({
      error: {
        code: 'invalid_option',
        message: expect.stringContaining(
          'everthread.config.yaml:2: "bugdet" is no setting. Did you mean budget?',
        ),
        field: 'bugdet',
        file,
        line: 2,
        exitCode: 2,
      },
    });
  });

  it('R-58 what is not the caller’s fault has exit code 1', async () => {
    writeFileSync(
      join(directory, 'broken.db'),
      'this is no database, and long enough to be seen as none '.repeat(50),
    );
    const { code, stderr } = await run(['threads', '--database', 'broken.db', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stderr).error).toMatchObject({ exitCode: 1 });
  });

  it('R-58 a misspelt database is named, and none is made', async () => {
    const { code, stderr } = await run(['threads', '--database', 'nowhere.db']);
    expect(code).toBe(2);
    expect(stderr).toContain(
      `There is no database at ${join(directory, 'nowhere.db')}, but --database names it.`,
    );
    expect(readdirSync(directory)).toEqual([]);
  });

  it('R-58 no escape sequence of the command line reaches the terminal', async () => {
    for (const args of [
      ['\u001b[2J'],
      ['help', '\u001b[2J'],
      ['config', '--\u001b[2J'],
      ['completion', '\u001b[2J'],
    ]) {
      const { code, stderr } = await run(args, { isTerminal: true });
      expect(code).toBe(2);
      expect(stderr).not.toContain('\u001b');
    }
  });
});
