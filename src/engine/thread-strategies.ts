/** The strategy of each thread: its own or the instance's. Strategies are reused while in use. */
import type { ThreadState } from '../records/thread-state.ts';
import type { OwnStrategies } from '../strategies/own-strategies.ts';
import { createStrategy, strategyNames } from '../strategies/registry.ts';
import type { Strategy, StrategySetting } from '../strategy.ts';
import { createLastUsed } from '../text/last-used.ts';

export type StrategyFor = (state: Pick<ThreadState, 'settings'>) => Strategy;

const mostRemembered = 64;

export function createThreadStrategies(options: {
  common: Strategy;
  own: OwnStrategies;
  setting: StrategySetting;
  /** Called once for each name, when a thread is set to a strategy that this process was not given. */
  onUnknown: (name: string) => void;
}): StrategyFor {
  const { common, own, setting, onUnknown } = options;
  const remembered = createLastUsed<string, Strategy>({ most: mostRemembered });
  const unknown = new Set<string>();
  return ({ settings }) => {
    if (!settings.strategy) return common;
    const { name } = settings.strategy;
    const given = own.get(name);
    if (given) return given;
    if (!strategyNames.some((builtIn) => builtIn === name)) {
      if (!unknown.has(name)) onUnknown(name);
      unknown.add(name);
      return common;
    }
    const key = JSON.stringify(settings.strategy);
    const known = remembered.get(key);
    if (known) return known;
    const made = createStrategy(settings.strategy, setting);
    remembered.set(key, made);
    return made;
  };
}
