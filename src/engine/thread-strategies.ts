/** The strategy of each thread: the common one, or one of its own, kept while it is in use. */
import type { ThreadState } from '../records/thread-state.ts';
import { createStrategy } from '../strategies/registry.ts';
import type { Strategy, StrategySetting } from '../strategy.ts';

export type StrategyFor = (state: Pick<ThreadState, 'settings'>) => Strategy;

const mostRemembered = 64;

export function createThreadStrategies(common: Strategy, setting: StrategySetting): StrategyFor {
  const remembered = new Map<string, Strategy>();
  return ({ settings }) => {
    if (!settings.strategy) return common;
    const key = JSON.stringify(settings.strategy);
    const known = remembered.get(key);
    if (known) return known;
    const made = createStrategy(settings.strategy, setting);
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value!);
    remembered.set(key, made);
    return made;
  };
}
