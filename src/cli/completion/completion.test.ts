import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { commandNames } from '../commands/all-commands.ts';
import { runCli } from '../run-cli.ts';
import { createTestIo } from '../test-io.suite.ts';
import { describeCommand } from './describe.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-completion-'));
  writeFileSync(join(directory, 'notes.jsonl'), '');
  // A substitute for the program that knows three threads, and one in another database.
  const stub = join(directory, 'everthread');
  writeFileSync(
    stub,
    `#!/bin/sh
[ "$1 $2" = "threads --ids" ] || exit 3
if [ "$3 $4" = "--database other.db" ] || [ "$3" = "--database=other.db" ]; then echo elsewhere; exit; fi
printf 'work\\nwork:plan\\nold plan\\n'
`,
  );
  chmodSync(stub, 0o755);
  for (const shell of ['bash', 'zsh', 'fish']) {
    writeFileSync(join(directory, `completion.${shell}`), await script(shell));
  }
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function script(shell: string): Promise<string> {
  const io = createTestIo({ directory });
  expect(await runCli(['completion', shell], io)).toBe(0);
  return io.written.stdout;
}

/** Completes the last word. Words are passed as bash passes them, split at = and :. */
function complete(...words: string[]): string[] {
  const program = `
    source ./completion.bash
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _everthread
    for candidate in "\${COMPREPLY[@]}"; do printf '%s\\n' "$candidate"; done`;
  const output = execFileSync('bash', ['--norc', '-c', program, 'bash', 'everthread', ...words], {
    cwd: directory,
    encoding: 'utf8',
    env: { PATH: `${directory}:${process.env.PATH}` },
  });
  return output.split('\n').filter((line) => line !== '');
}

describe('bash', () => {
  it('R-58 completes commands', () => {
    expect(complete('').toSorted()).toEqual([...commandNames].toSorted());
    expect(complete('ver')).toEqual(['verify']);
    expect(complete('help', 'reind')).toEqual(['reindex']);
    expect(complete('nonsense', '')).toEqual([]);
  });

  it('R-58 completes flags of the command', () => {
    expect(complete('--v')).toEqual(['--version']);
    expect(complete('verify', '--th')).toEqual(['--thread']);
    expect(complete('verify', '--strat')).toEqual([]);
    expect(complete('config', '--summarizer')).toEqual(['--summarizer', '--summarizer-model']);
  });

  it.each([
    [
      ['config', '--strategy', 'r'],
      ['rolling', 'running'],
    ],
    [
      ['config', '--strategy', '=', 'r'],
      ['rolling', 'running'],
    ],
    [
      ['config', '--strategy', '='],
      ['eternal', 'rolling', 'session', 'tiered', 'chain', 'running'],
    ],
    [
      ['config', '--json', '--provider', 'openai'],
      ['openai', 'openai-compatible'],
    ],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['threads', ''],
      ['rename', 'label', 'owner', 'delete'],
    ],
    [['config', '--budget', ''], []],
  ])('R-58 completes values: %j', (words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });

  it('R-58 completes files where a file is meant', () => {
    expect(complete('config', '--config', 'notes')).toEqual(['notes.jsonl']);
    expect(complete('config', '--database', '=', 'no')).toEqual(['notes.jsonl']);
  });

  it.each([
    [
      ['verify', '--thread', ''],
      ['work', 'work:plan', 'old\\ plan'],
    ],
    [
      ['verify', '--thread', 'w'],
      ['work', 'work:plan'],
    ],
    [['verify', '--thread', 'work', ':', 'p'], ['plan']],
    [['verify', '--thread', '=', 'work', ':'], ['plan']],
    [['threads', 'delete', 'o'], ['old\\ plan']],
    [['threads', '--database', 'other.db', 'delete', ''], ['elsewhere']],
    [['verify', '--database', '=', 'other.db', '--thread', ''], ['elsewhere']],
    [
      ['--thread', 'wo'],
      ['work', 'work:plan'],
    ],
  ])('R-58 completes the ids of threads: %j', (words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });
});

it.each([
  ['bash', ['-n']],
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
])(
  'R-58 the script for %s parses where that shell is installed, and names every command',
  async (shell, flags) => {
    const text = await script(shell);
    for (const name of commandNames) expect(text).toMatch(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'u'));
    const check = spawnSync(shell, [...flags, join(directory, `completion.${shell}`)], { encoding: 'utf8' });
    if (check.error !== undefined) {
      expect((check.error as NodeJS.ErrnoException).code).toBe('ENOENT');
      expect(shell).not.toBe('bash');
      return;
    }
    expect({ status: check.status, stderr: check.stderr }).toEqual({ status: 0, stderr: '' });
  },
);

describe('what is read from help', () => {
  const command: Command = {
    name: 'look',
    summary: "Look at it: what's [there].",
    usage: 'look <file> [thread] [--deep] [--as <text|json>] | look again <thread>',
    options: [
      { flag: '--as <text|json>', about: "how it's shown: [text]" },
      { flag: '-d, --deep', about: 'all of it' },
      { flag: '--shape <shape>', about: 'which', choices: ['round', 'flat'] },
    ],
    examples: [],
    run: async () => 0,
  };

  it('R-58 are the arguments, flags and values that its help names', () => {
    const described = describeCommand(command);
    expect(described.positionals).toMatchObject([
      { files: true, words: ['again'], threads: false },
      { threads: true, files: false },
    ]);
    expect(described.flags.map(({ flag, value }) => [flag, value?.words])).toEqual([
      ['--as', ['text', 'json']],
      ['--deep', undefined],
      ['--shape', ['round', 'flat']],
      ['--help', undefined],
    ]);
  });

  it('R-58 quotes and brackets in help do not break the scripts', () => {
    const described = [describeCommand(command)];
    expect(zshScript(described, 'look')).toContain(
      "'--as=[how it'\\''s shown\\: \\[text\\]]:value:(text json)'",
    );
    expect(fishScript(described)).toContain("-l as -x -a 'text json' -d 'how it\\'s shown: [text]'");
  });
});

it('R-58 an unknown shell is refused with the nearest', async () => {
  const io = createTestIo({ directory });
  expect(await runCli(['completion', 'bsh'], io)).toBe(2);
  expect(io.written.stderr).toContain(
    'There is no completion for "bsh". Did you mean bash? Shells: bash, zsh, fish.',
  );
});
