/** Arguments of a thread's methods, checked by name before anything is read or stored. Messages are checked elsewhere. */
import { invalidInput, invalidOption } from './errors.ts';
import { type SummaryStatus, summaryStatuses } from './records/summary.ts';
import type { ThreadSettings } from './records/thread-state.ts';
import { createStrategy } from './strategies/registry.ts';
import type { CompactOptions } from './thread-ports.ts';
import { leastBudgetTokens } from './tokens/windows.ts';

const settingNames = ['budgetTokens', 'strategy', 'metadata'];

/** A thread must never be left with settings it cannot run on. Null takes a setting back. */
export function checkSettings(
  settings: { [key in keyof ThreadSettings]?: ThreadSettings[key] | null },
): void {
  if (!isObject(settings)) throw invalidOption('settings', 'an object', settings);
  const unknown = Object.keys(settings).find((key) => !settingNames.includes(key));
  if (unknown !== undefined) {
    throw invalidOption(unknown, `one of ${settingNames.join(', ')}`, 'an unknown name');
  }
  const { budgetTokens, strategy, metadata } = settings;
  if (isGiven(budgetTokens) && !(Number.isSafeInteger(budgetTokens) && budgetTokens >= leastBudgetTokens)) {
    throw invalidOption(
      'budgetTokens',
      `a whole number of at least ${leastBudgetTokens}, or null`,
      budgetTokens,
    );
  }
  if (isGiven(strategy)) {
    if (!isObject(strategy)) throw invalidOption('strategy', 'an object with a name, or null', strategy);
    createStrategy(strategy);
  }
  if (isGiven(metadata) && !isObject(metadata)) {
    throw invalidOption('metadata', 'an object, or null', metadata);
  }
}

export function checkCompactOptions({ refresh, signal }: CompactOptions): void {
  if (refresh !== undefined && typeof refresh !== 'boolean') {
    throw invalidInput('refresh', 'true or false', refresh);
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw invalidInput('signal', 'an AbortSignal', signal);
  }
}

export function checkStatuses(statuses: readonly SummaryStatus[]): void {
  if (!Array.isArray(statuses) || !statuses.every((status) => summaryStatuses.includes(status))) {
    throw invalidInput('statuses', `a list of ${summaryStatuses.join(', ')}`, statuses);
  }
}

/** A seq, or a number of rows. */
export function checkSeq(field: string, value: unknown): void {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw invalidInput(field, 'a whole number of at least 1', value);
  }
}

/** The seq before the first one wanted. */
export function checkAfter(value: unknown): void {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw invalidInput('after', 'a whole number of at least 0', value);
  }
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== undefined && value !== null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
