/**
 * The plan for a request that would not fit where a model writes the summaries: those made ahead are shown at once.
 * Nobody is asked and nothing is waited for; without it, what stands beside earlier messages would be taken out to make
 * room, and all behind it written into the provider's cache anew, once now and once more with the compaction.
 */

import { makePlan } from '../strategies/plans.ts';
import type { Plan, PlanInput, Strategy } from '../strategy.ts';

export function planSwap(input: PlanInput, { name }: Pick<Strategy, 'name'>): Plan | { nothing: string } {
  const last = input.prepared.at(-1);
  if (last === undefined) return { nothing: 'Nothing was made ahead.' };
  return makePlan(input, {
    strategy: name,
    reason: 'The context did not fit',
    steps: [],
    activates: input.prepared.map(({ id }) => id),
    coverTo: last.to,
  });
}
