import { expect, it } from 'vitest';
import { UsageError } from '../command.ts';
import { declarations } from './declarations.ts';
import { parseCommandLine, settingFlags, settingRows } from './flags.ts';

const parse = (...args: string[]) =>
  parseCommandLine({
    command: 'look',
    args,
    options: {
      limit: { type: 'string' },
      role: { type: 'string', multiple: true },
      full: { type: 'boolean', short: 'f' },
    },
    positionals: { min: 0, max: 2, name: 'file' },
  });

it('R-58 own flags, setting flags and arguments are told apart', () => {
  expect(
    parse(
      'a',
      '--limit',
      '3',
      '--budget=4000',
      '--no-recall',
      '--json',
      '--role',
      'user',
      '--role=tool',
      '-f',
    ),
  ).toEqual({
    values: { limit: '3', role: ['user', 'tool'], full: true },
    positionals: ['a'],
    flags: { budget: '4000', recall: false },
    json: true,
  });
  expect(parse('--', '--limit', '-x')).toMatchObject({
    values: {},
    positionals: ['--limit', '-x'],
    json: false,
  });
  expect(parse('--thread=-odd').flags).toEqual({ thread: '-odd' });
  expect(parse('-').positionals).toEqual(['-']);
});

it('R-58 a flag of the command hides the setting of the same name', () => {
  const { values, flags } = parseCommandLine({
    command: 'demo',
    args: ['--budget', '5'],
    options: { budget: { type: 'string' } },
  });
  expect([values, flags]).toEqual([{ budget: '5' }, {}]);
});

it.each([
  [
    ['--limti', '3'],
    'There is no option --limti of look. Did you mean --limit? Options: --json, --config, --database',
  ],
  [['--no-limit'], 'There is no option --no-limit of look.'],
  [['-x'], 'There is no option -x of look.'],
  [['--\u001b[2J'], 'There is no option --␛[2J of look.'],
  [['--limit'], '--limit needs a value'],
  [
    ['--limit', '--json'],
    '--limit needs a value: --limit <value>, or --limit=<value> where it begins with a dash.',
  ],
  [['--full=yes'], '--full takes no value.'],
  [['a', 'b', 'c'], 'Unexpected argument "c": look takes at most 2 files.'],
])('R-58 %j is refused', (args, says) => {
  expect(() => parse(...args)).toThrow(UsageError);
  expect(() => parse(...args)).toThrow(says);
});

it('R-58 arguments that are missing or too many are named', () => {
  const line = (args: string[], positionals?: { min?: number; max?: number; name?: string }) =>
    parseCommandLine({ command: 'look', args, ...(positionals ? { positionals } : {}) });
  expect(() => line([], { min: 1, name: 'file' })).toThrow('look needs a file.');
  expect(() => line(['x'])).toThrow('Unexpected argument "x": look takes no arguments.');
  expect(() => line(['x', 'y'], { min: 1, name: 'file' })).toThrow('look takes one file.');
});

it('R-58 a command without settings refuses flags of settings', () => {
  expect(() => parseCommandLine({ command: 'help', args: ['--budget', '3'], settings: false })).toThrow(
    'There is no option --budget of help.',
  );
});

it('R-58 help has a row for every setting, under the flag that is parsed', () => {
  const rows = settingRows();
  expect(rows).toHaveLength(declarations.length + 1);
  for (const { flag } of rows) {
    const name = flag.replace(/^--(?:no-)?/u, '').replace(/ <.+$/u, '');
    expect(settingFlags[name]?.type).toBe(flag.includes('<') ? 'string' : 'boolean');
  }
  expect(settingRows(['thread']).map(({ flag }) => flag)).toEqual(['--thread <id>', '--config <file>']);
});
