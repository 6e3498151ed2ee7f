/** A thread's own budget, strategy and labels, checked by name before they are stored. */
import { invalidOption } from '../errors.ts';
import type { ThreadSettings, ThreadState } from '../records/thread-state.ts';
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import { createStrategy } from '../strategies/registry.ts';
import type { Summarizer } from '../summarizer.ts';
import { leastBudgetTokens } from '../tokens/windows.ts';
import { checkSummarizerModels } from './summarizer-models.ts';

/** Null takes a setting back. */
export type SettingsChange = { [key in keyof ThreadSettings]?: ThreadSettings[key] | null };

const settingNames = ['budgetTokens', 'strategy', 'metadata'];

/** A thread must never be left with settings it cannot run on. */
export function checkSettings(settings: SettingsChange): void {
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

export async function storeSettings(options: {
  ports: { store: Store; runtime: Runtime };
  threadId: string;
  settings: SettingsChange;
  /** The configured one, which has to know the models that a strategy names. */
  summarizer: Pick<Summarizer, 'models'> | undefined;
}): Promise<ThreadState> {
  const { ports, threadId, settings, summarizer } = options;
  if (settings.strategy) checkSummarizerModels(createStrategy(settings.strategy), summarizer);
  return ports.store.updateSettings({ threadId, settings, now: ports.runtime.now() });
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== undefined && value !== null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
