/** Reads command lines. The settings are flags of most commands; an unknown flag is refused, the nearest one named. */
import { parseArgs } from 'node:util';
import { didYouMean } from '../../input/nearest.ts';
import { UsageError } from '../command.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { declarations, type SettingName } from './declarations.ts';

export type FlagSpec = {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
};

/** Values by flag, without the dashes: `base-url`. */
export type SettingFlags = { [flag: string]: string | boolean };

/** The flags of the settings. Every command that works with threads takes them, together with `--json`. */
export const settingFlags: { readonly [flag: string]: FlagSpec } = {
  config: { type: 'string' },
  ...Object.fromEntries(
    declarations.map(({ flag, kind }) => [flag, { type: kind === 'switch' ? 'boolean' : 'string' }]),
  ),
};

/** Rows for help; all of them, or those of the settings that matter to a command. */
export function settingRows(names?: readonly SettingName[]): { flag: string; about: string }[] {
  const rows = declarations
    .filter(({ name }) => names === undefined || names.includes(name))
    .map(({ flag, value, about, kind, defaultText }) => {
      if (kind !== 'switch') return { flag: `--${flag} <${value}>`, about };
      return defaultText === 'true'
        ? { flag: `--no-${flag}`, about: `do not ${about}` }
        : { flag: `--${flag}`, about };
    });
  return [...rows, { flag: '--config <file>', about: 'the configuration file, instead of the one found' }];
}

type ValueOf<Spec extends FlagSpec> = Spec extends { type: 'boolean' }
  ? boolean
  : Spec extends { multiple: true }
    ? string[]
    : string;

export type CommandLine<Options extends { readonly [flag: string]: FlagSpec }> = {
  values: { [Flag in keyof Options]?: ValueOf<Options[Flag]> };
  positionals: string[];
  /** The settings that were given as flags. */
  flags: SettingFlags;
  json: boolean;
};

export type PositionalRule = { readonly min?: number; readonly max?: number; readonly name?: string };

/** Throws UsageError. A command without settings passes `settings: false`. */
export function parseCommandLine<
  const Options extends { readonly [flag: string]: FlagSpec } = Record<never, FlagSpec>,
>(input: {
  command: string;
  args: readonly string[];
  options?: Options;
  positionals?: PositionalRule;
  settings?: boolean;
}): CommandLine<Options> {
  const { command, options = {}, settings = true } = input;
  const specs: { [flag: string]: FlagSpec } = {
    json: { type: 'boolean' },
    ...(settings ? settingFlags : {}),
    ...options,
  };
  const { tokens } = parseArgs({
    args: [...input.args],
    options: specs,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: { [flag: string]: string | boolean | string[] } = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, value } = readOption(token, { specs, command });
    if (specs[name]!.multiple) values[name] = [...((values[name] as string[]) ?? []), value as string];
    else values[name] = value;
  }
  checkPositionals(positionals, { command, ...input.positionals });
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => name in options));
  const flags = Object.entries(values).filter(
    ([name]) => settings && name in settingFlags && !(name in options),
  );
  return {
    values: own as CommandLine<Options>['values'],
    positionals,
    flags: Object.fromEntries(flags) as SettingFlags,
    json: values.json === true,
  };
}

type OptionToken = {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
};

function readOption(
  token: OptionToken,
  { specs, command }: { specs: { [flag: string]: FlagSpec }; command: string },
): { name: string; value: string | boolean } {
  const { rawName, value } = token;
  const shown = sanitizeLine(rawName).slice(0, 60);
  const negative = token.name.startsWith('no-') && !Object.hasOwn(specs, token.name);
  const name = negative ? token.name.slice('no-'.length) : token.name;
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
  if (spec === undefined || (negative && spec.type !== 'boolean')) {
    const known = Object.keys(specs).map((flag) => `--${flag}`);
    throw new UsageError(
      `There is no option ${shown} of ${command}.${didYouMean(rawName, known)} Options: ${known.join(', ')}.`,
    );
  }
  if (spec.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${shown} takes no value.`);
    return { name, value: !negative };
  }
  if (value === undefined || (token.inlineValue !== true && value.length > 1 && value.startsWith('-'))) {
    throw new UsageError(
      `${shown} needs a value: ${shown} <value>, or ${shown}=<value> where it begins with a dash.`,
    );
  }
  return { name, value };
}

function checkPositionals(positionals: readonly string[], rule: PositionalRule & { command: string }): void {
  const { command, min = 0, max = min, name = 'argument' } = rule;
  if (positionals.length < min) {
    throw new UsageError(
      `${command} needs ${min === 1 ? `${/^[aeiou]/u.test(name) ? 'an' : 'a'} ${name}` : `${min} ${name}s`}.`,
    );
  }
  if (positionals.length > max) {
    const extra = JSON.stringify(sanitizeLine(positionals[max]!).slice(0, 60));
    const takes = max === 0 ? 'no arguments' : max === 1 ? `one ${name}` : `at most ${max} ${name}s`;
    throw new UsageError(`Unexpected argument ${extra}: ${command} takes ${takes}.`);
  }
}
