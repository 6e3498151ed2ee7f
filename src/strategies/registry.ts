/** The built-in strategies by name. A new one needs a file of its own and a line here. */
import { invalidOption } from '../errors.ts';
import type { Strategy, StrategyFactory, StrategyOptions, StrategySetting } from '../strategy.ts';
import { chainFields, createChain } from './chain.ts';
import { createEternal } from './eternal.ts';
import { eternalFields } from './eternal-options.ts';
import { type commonFields, type Fields, isPlainObject, type OptionsOf } from './options.ts';
import { createRolling, rollingFields } from './rolling.ts';
import { createRunning, runningFields } from './running.ts';
import { createSession, sessionFields } from './session.ts';
import { createTiered, tieredFields } from './tiered.ts';

const builtIn = {
  eternal: { create: createEternal, fields: eternalFields },
  rolling: { create: createRolling, fields: rollingFields },
  session: { create: createSession, fields: sessionFields },
  tiered: { create: createTiered, fields: tieredFields },
  chain: { create: createChain, fields: chainFields },
  running: { create: createRunning, fields: runningFields },
} satisfies { [name: string]: { create: StrategyFactory; fields: Fields } };

export type StrategyName = keyof typeof builtIn;
type FieldsOf<Name extends StrategyName> = (typeof builtIn)[Name]['fields'];

/** A built-in strategy with its options, each of which has a default. */
export type BuiltInStrategy = AnyStrategy | StrategyOf[StrategyName];

/** The common options, for a name that may be any of several. */
type AnyStrategy = Flat<{ name: StrategyName } & Partial<OptionsOf<typeof commonFields>>>;

type StrategyOf = {
  [Name in StrategyName]: Flat<
    { name: Name } & Partial<OptionsOf<FieldsOf<Name>>> & {
        /** Other options for a model or a provider. */
        overrides?: { [model: string]: Partial<Omit<OptionsOf<FieldsOf<Name>>, 'model'>> };
      }
  >;
};

/** One plain object type, so that the compiler can tell strategies apart by their names. */
type Flat<Type> = { [Key in keyof Type]: Type[Key] };

type OptionName = { [Name in StrategyName]: keyof FieldsOf<Name> }[StrategyName] | 'overrides';

/** A strategy of the user's own, by its name. Its options are part of it. */
export type NamedStrategy = { name: string } & { [Option in OptionName]?: never };

export const strategyNames = Object.keys(builtIn) as StrategyName[];

/** Makes a strategy from its name or options. Throws `invalid_option` that names the option. */
export function createStrategy(option: string | StrategyOptions, setting?: StrategySetting): Strategy {
  const rawOptions: unknown = typeof option === 'string' ? { name: option } : option;
  const accepted = `one of ${strategyNames.join(', ')}`;
  if (!isPlainObject(rawOptions))
    throw invalidOption('strategy', `${accepted}, or an object with a name`, option);
  const name = strategyNames.find((known) => known === rawOptions.name);
  if (name === undefined) {
    throw invalidOption(typeof option === 'string' ? 'strategy' : 'strategy.name', accepted, rawOptions.name);
  }
  return builtIn[name].create(rawOptions, setting);
}

export type StrategyOptionInfo = { option: string; default: unknown; accepted: string; about: string };

/** The options of a strategy, for help texts and documentation. */
export function describeOptions(name: StrategyName): StrategyOptionInfo[] {
  return Object.entries<Fields[string]>(builtIn[name].fields).map(([option, field]) => ({
    option,
    default: field.default,
    accepted: field.accepted,
    about: field.about,
  }));
}
