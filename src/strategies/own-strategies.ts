/**
 * Strategies that are not built in: objects that meet the contract in strategy.ts, known by their names. The row of a
 * thread holds a name, never a function, so every process has to be given these strategies again.
 */
import { invalidOption } from '../errors.ts';
import { failureChoices, type Strategy, type StrategyOptions } from '../strategy.ts';
import { createStrategy, strategyNames } from './registry.ts';

/** Strategies by name. */
export type OwnStrategies = Map<string, Strategy>;

export function isStrategy(given: unknown): given is Strategy {
  return typeof given === 'object' && given !== null && 'plan' in given;
}

/** Throws `invalid_option` that names the missing or invalid member. */
export function checkStrategy(given: Strategy, field: string): void {
  const { name, sectionOrder, mode, onFailure, options } = given;
  if (typeof name !== 'string' || name.trim() === '') throw invalidOption(`${field}.name`, 'a name', name);
  if (strategyNames.some((known) => known === name)) {
    throw invalidOption(`${field}.name`, `another name than those of built-in strategies`, name);
  }
  for (const method of ['check', 'plan', 'present'] as const) {
    if (typeof given[method] !== 'function') {
      throw invalidOption(`${field}.${method}`, 'a function', given[method]);
    }
  }
  if (!Array.isArray(sectionOrder)) {
    throw invalidOption(`${field}.sectionOrder`, 'a list of sections', sectionOrder);
  }
  if (mode !== 'background' && mode !== 'blocking') {
    throw invalidOption(`${field}.mode`, "'background' or 'blocking'", mode);
  }
  if (!failureChoices.includes(onFailure)) {
    throw invalidOption(`${field}.onFailure`, `one of ${failureChoices.join(', ')}`, onFailure);
  }
  if (typeof options !== 'object' || options === null) {
    throw invalidOption(`${field}.options`, 'an object', options);
  }
}

/** Checks a strategy for a thread, and makes the form in which the thread's row stores it. */
export function storedStrategy(
  given: StrategyOptions | Strategy,
  own: OwnStrategies,
): { strategy: Strategy; stored: StrategyOptions } {
  if (isStrategy(given)) {
    checkStrategy(given, 'strategy');
    return { strategy: given, stored: { name: given.name } };
  }
  const known = own.get(given.name);
  return known
    ? { strategy: known, stored: { name: known.name } }
    : { strategy: createStrategy(given), stored: given };
}
