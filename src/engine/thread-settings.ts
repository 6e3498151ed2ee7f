/** A thread's own budget, strategy and other settings, checked before they are stored. */

import { checkShares } from '../context/sections.ts';
import { invalidOption } from '../errors.ts';
import { refuseUnknown } from '../input/member-checks.ts';
import type { ThreadSettings, ThreadState } from '../records/thread-state.ts';
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import { type OwnStrategies, storedStrategy } from '../strategies/own-strategies.ts';
import {
  type BuiltInStrategy,
  type NamedStrategy,
  type StrategyName,
  strategyNames,
} from '../strategies/registry.ts';
import type { Strategy } from '../strategy.ts';
import type { Summarizer } from '../summarizer.ts';
import { leastBudgetTokens } from '../tokens/windows.ts';
import { checkSummarizerModels } from './summarizer-models.ts';

/** Null removes a setting. A custom strategy is stored by its name; each process must be given it in `strategies`. */
export type SettingsChange = {
  [key in Exclude<keyof ThreadSettings, 'strategy'>]?: ThreadSettings[key] | null;
} & {
  strategy?: StrategyName | BuiltInStrategy | NamedStrategy | Strategy | null;
};

const settingNames = ['budgetTokens', 'sectionShares', 'strategy', 'metadata'];

/** Settings that the thread could not run with must not be stored. */
export function checkSettings(settings: SettingsChange, own: OwnStrategies = new Map()): void {
  if (!isObject(settings)) throw invalidOption('settings', 'an object', settings);
  refuseUnknown('', settings, settingNames);
  const { budgetTokens, sectionShares, strategy, metadata } = settings;
  if (isGiven(budgetTokens) && !(Number.isSafeInteger(budgetTokens) && budgetTokens >= leastBudgetTokens)) {
    throw invalidOption(
      'budgetTokens',
      `a whole number of at least ${leastBudgetTokens}, or null`,
      budgetTokens,
    );
  }
  if (isGiven(sectionShares)) checkShares(sectionShares);
  if (isGiven(strategy)) {
    const names: readonly string[] = [...strategyNames, ...own.keys()];
    if (typeof strategy === 'string' && !names.includes(strategy))
      throw invalidOption('strategy', `one of ${names.join(', ')}`, strategy);
    const named = byName(strategy);
    if (!isObject(named)) throw invalidOption('strategy', 'a name, an object with a name, or null', strategy);
    storedStrategy(named, own);
  }
  if (isGiven(metadata) && !isObject(metadata)) {
    throw invalidOption('metadata', 'an object, or null', metadata);
  }
}

export async function storeSettings(options: {
  ports: { store: Store; runtime: Runtime; ownStrategies: OwnStrategies };
  threadId: string;
  settings: SettingsChange;
  /** The configured summarizer, which must have the models that a strategy names. */
  summarizer: Pick<Summarizer, 'models'> | undefined;
}): Promise<ThreadState> {
  const { ports, threadId, settings, summarizer } = options;
  const { strategy: given, ...rest } = settings;
  const strategy = byName(given);
  const now = ports.runtime.now();
  if (!strategy) return ports.store.updateSettings({ threadId, settings: { ...rest, strategy }, now });
  const { strategy: made, stored } = storedStrategy(strategy, ports.ownStrategies);
  checkSummarizerModels(made, summarizer);
  if (made === strategy) ports.ownStrategies.set(made.name, made);
  return ports.store.updateSettings({ threadId, settings: { ...rest, strategy: stored }, now });
}

/** A strategy by its name alone is that strategy with its defaults, as in the options of an instance. */
function byName<Given>(strategy: Given): Exclude<Given, string> | { name: Extract<Given, string> } {
  return typeof strategy === 'string'
    ? { name: strategy as Extract<Given, string> }
    : (strategy as Exclude<Given, string>);
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== undefined && value !== null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
