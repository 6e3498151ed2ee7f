/**
 * Options of strategies: declared as data and checked one by one. Errors name the option. The file of each strategy
 * says which options it has and what they do.
 */
import { EverthreadError, invalidOption } from '../errors.ts';
import { failureChoices, type StrategySetting, strategyModes } from '../strategy.ts';
import { matchingOverrides } from './model-match.ts';

/** One option: its default, the accepted values (in words), and its purpose. */
export type Field<Value> = {
  default: Value;
  accepted: string;
  about: string;
  accepts(value: unknown): boolean;
};

export type Fields = { readonly [option: string]: Field<unknown> };

export type OptionsOf<Declared extends Fields> = {
  readonly [Option in keyof Declared]: Declared[Option] extends Field<infer Value> ? Value : never;
};

/** Names an option the way the caller writes it: `strategy.resetTokenRatio`. */
export type OptionPath = (option: string) => string;

export function flag(options: { default: boolean; about: string }): Field<boolean> {
  return { ...options, accepted: 'true or false', accepts: (value) => typeof value === 'boolean' };
}

export function count(options: { default: number; min: number; max?: number; about: string }): Field<number> {
  const { min, max } = options;
  return {
    default: options.default,
    about: options.about,
    accepted:
      max === undefined ? `a whole number of at least ${min}` : `a whole number from ${min} to ${max}`,
    accepts: (value) => Number.isSafeInteger(value) && inRange(value as number, min, max),
  };
}

export function optionalCount(options: { min: number; about: string }): Field<number | null> {
  const inner = count({ ...options, default: options.min });
  return {
    default: null,
    about: options.about,
    accepted: `${inner.accepted}, or null`,
    accepts: (value) => value === null || inner.accepts(value),
  };
}

/** A share: above 0, at most 1. */
export function share(options: { default: number; about: string }): Field<number> {
  return {
    ...options,
    accepted: 'a number above 0 and at most 1',
    accepts: (value) => typeof value === 'number' && value > 0 && value <= 1,
  };
}

export function optionalShare(options: { about: string }): Field<number | null> {
  const inner = share({ default: 1, about: options.about });
  return {
    default: null,
    about: options.about,
    accepted: `${inner.accepted}, or null`,
    accepts: (value) => value === null || inner.accepts(value),
  };
}

function oneOf<const Choice extends string>(options: {
  default: Choice;
  choices: readonly Choice[];
  about: string;
}): Field<Choice> {
  const { choices } = options;
  return {
    default: options.default,
    about: options.about,
    accepted: `one of ${choices.join(', ')}`,
    accepts: (value) => choices.some((choice) => choice === value),
  };
}

export function optionalText(options: { about: string }): Field<string | null> {
  return {
    default: null,
    about: options.about,
    accepted: 'a string that is not empty, or null',
    accepts: (value) => value === null || isText(value),
  };
}

export function texts(options: { about: string }): Field<readonly string[]> {
  return {
    default: [],
    about: options.about,
    accepted: 'an array of strings that are not empty',
    accepts: (value) => Array.isArray(value) && value.every(isText),
  };
}

const summaryRoles = ['system', 'user', 'assistant'] as const;
export type SummaryRole = (typeof summaryRoles)[number];

export function roleField(
  role: SummaryRole,
  about = 'Role of the summary in the context.',
): Field<SummaryRole> {
  return oneOf({ default: role, choices: summaryRoles, about });
}

/** Options every strategy has. */
export const commonFields = {
  enabled: flag({ default: true, about: 'Off: nothing is compacted unless asked for.' }),
  mode: oneOf({
    default: 'background',
    choices: strategyModes,
    about:
      '`background`: a compaction that is due runs after the reply. `blocking`: the next context waits for it (`compaction.blockingMs`).',
  }),
  model: optionalText({
    about:
      'The model this thread is used with, such as `claude-haiku-4-5` or `anthropic/claude-haiku-4-5`; it selects overrides. Default: the `model` of `createEverthread`.',
  }),
  onFailure: oneOf({
    default: 'fallback',
    choices: failureChoices,
    about:
      'What happens when no model gives a summary. `fallback`: the built-in summarizer writes it, but replaces no summary of a model while everything fits. `keep`: nothing is replaced while everything fits. `throw`: nothing is replaced, and `compact` fails.',
  }),
} as const;

/**
 * Checks the given options, fills in defaults, and applies the overrides of the given model. `rules` checks options
 * against each other. It gets the plain options and those of every override, so that a bad override is refused when it
 * is written and not when its model is first used.
 */
export function readOptions<const Declared extends Fields>(input: {
  strategy: string;
  fields: Declared;
  rawOptions: Record<string, unknown>;
  rules?: (options: OptionsOf<Declared>, path: OptionPath) => void;
  path?: OptionPath;
  setting?: StrategySetting | undefined;
  /** Set if `model` names the model that summarizes. Overrides then follow the model of the conversation first. */
  modelSummarizes?: boolean;
}): OptionsOf<Declared> & { readonly overrides: Record<string, Record<string, unknown>> } {
  const { strategy, fields, rawOptions, rules = () => {}, path = (option) => `strategy.${option}` } = input;
  if (!isPlainObject(rawOptions))
    throw invalidOption('strategy', 'a name or an object of options', rawOptions);
  const { overrides: givenOverrides = {}, name: _name, ...own } = rawOptions;
  const defaults = Object.fromEntries(
    Object.entries(fields).map(([option, field]) => [option, field.default]),
  );
  const base = {
    ...defaults,
    ...checkAll({ strategy, fields, rawOptions: own, path, extra: ['overrides'] }),
  };
  rules(base as OptionsOf<Declared>, path);

  if (!isPlainObject(givenOverrides)) {
    throw invalidOption(path('overrides'), 'an object of options by model or provider', givenOverrides);
  }
  const overridable = Object.fromEntries(Object.entries(fields).filter(([option]) => option !== 'model'));
  const overrides: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of Object.entries(givenOverrides)) {
    const optionPath: OptionPath = (option) => `${path('overrides')}[${JSON.stringify(key)}].${option}`;
    if (!isPlainObject(value)) {
      throw invalidOption(`${path('overrides')}[${JSON.stringify(key)}]`, 'an object of options', value);
    }
    overrides[key] = checkAll({ strategy, fields: overridable, rawOptions: value, path: optionPath });
    rules({ ...base, ...overrides[key] } as OptionsOf<Declared>, optionPath);
  }
  const named = (base as Record<string, unknown>).model;
  const writtenTo = input.setting?.model;
  const model = input.modelSummarizes ? (writtenTo ?? named) : (named ?? writtenTo);
  const resolved = Object.assign({ ...base }, ...matchingOverrides(model, overrides));
  rules(resolved as OptionsOf<Declared>, path);
  return Object.freeze({ ...resolved, overrides });
}

function checkAll(input: {
  strategy: string;
  fields: Fields;
  rawOptions: Record<string, unknown>;
  path: OptionPath;
  extra?: readonly string[];
}): Record<string, unknown> {
  const { strategy, fields, rawOptions, path, extra = [] } = input;
  const checked: Record<string, unknown> = {};
  for (const [option, value] of Object.entries(rawOptions)) {
    const field = Object.hasOwn(fields, option) ? fields[option] : undefined;
    if (!field) throw unknownOption(path(option), strategy, [...Object.keys(fields), ...extra]);
    if (value === undefined) continue;
    if (!field.accepts(value)) throw invalidOption(path(option), field.accepted, value);
    checked[option] = value;
  }
  return checked;
}

export function unknownOption(field: string, owner: string, accepted: readonly string[]): EverthreadError {
  return new EverthreadError({
    code: 'invalid_option',
    field,
    message: `${field} is not an option of ${owner}. Accepted: ${accepted.join(', ')}.`,
    details: { knownOptions: accepted },
  });
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function inRange(value: number, min: number, max: number | undefined): boolean {
  return value >= min && (max === undefined || value <= max);
}

/** Refuses `lower` unless it is below (or at) `upper`, and names both. */
export function keepOrder<Options>(
  options: Options,
  path: OptionPath,
  order: { lower: keyof Options & string; upper: keyof Options & string; orEqual?: boolean },
): void {
  const { lower, upper, orEqual = false } = order;
  const low = options[lower] as number;
  const high = options[upper] as number;
  if (low < high || (orEqual && low === high)) return;
  throw invalidOption(path(lower), `${orEqual ? 'at most' : 'below'} ${upper} (${high})`, low);
}
