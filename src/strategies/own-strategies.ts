/**
 * Strategies that are not built in: objects that meet the contract in strategy.ts, known by their names. The row of a
 * thread holds a name, never a function, so every process has to be given these strategies again.
 */
import { invalidOption } from '../errors.ts';
import { failureChoices, type Strategy, type StrategyOptions } from '../strategy.ts';
import { createStrategy, strategyNames } from './registry.ts';

/** Strategies by name. */
export type OwnStrategies = Map<string, Strategy>;

export function isStrategy(value: unknown): value is Strategy {
  return typeof value === 'object' && value !== null && 'plan' in value;
}

/** Throws `invalid_option` that names the missing or invalid member. */
export function checkStrategy(strategy: Strategy, field: string): void {
  const { name, sectionOrder, mode, onFailure, options } = strategy;
  if (typeof name !== 'string' || name.trim() === '') throw invalidOption(`${field}.name`, 'a name', name);
  if (strategyNames.some((known) => known === name)) {
    throw invalidOption(`${field}.name`, `another name than those of built-in strategies`, name);
  }
  for (const method of ['check', 'plan', 'present'] as const) {
    if (typeof strategy[method] !== 'function') {
      throw invalidOption(`${field}.${method}`, 'a function', strategy[method]);
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
  requested: StrategyOptions | Strategy,
  own: OwnStrategies,
): { strategy: Strategy; stored: StrategyOptions } {
  if (isStrategy(requested)) {
    checkStrategy(requested, 'strategy');
    return { strategy: requested, stored: { name: requested.name } };
  }
  const known = own.get(requested.name);
  return known
    ? { strategy: known, stored: { name: known.name } }
    : { strategy: createStrategy(requested), stored: requested };
}
