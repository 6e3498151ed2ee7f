/** Which texts by people and which system messages a step carries over, word for word. */
import type { BudgetFor } from '../engine/budgets.ts';
import type { StrategyFor } from '../engine/thread-strategies.ts';
import type { KeptText } from '../records/summary.ts';
import type { Store } from '../store.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { keptTexts } from './kept-texts.ts';
import type { Material } from './material.ts';
import type { StepTask } from './step-task.ts';

export type CarryPorts = {
  store: Store;
  counter: TokenCounter;
  strategyFor: StrategyFor;
  budgetFor: BudgetFor;
};

/** Largest share of the budget for the system messages that one summary carries. The newest come first. */
const preservedShare = 0.1;

/** Texts by people, and preserved system messages: those of the messages just read, and those carried so far. */
export async function carriedTexts(
  input: StepTask & { ports: CarryPorts },
  { system }: Pick<Material, 'system'>,
): Promise<KeptText[]> {
  const { ports, state, step } = input;
  const carried = await readKept(input);
  const byPeople = carried.filter(({ role }) => role !== 'system');
  if (ports.strategyFor(state).options.preserveSystem !== true) return byPeople;
  const read = step.sources.messages;
  const earlier = carried.filter(
    ({ role, from }) => role === 'system' && !(read !== null && from >= read.from && from <= read.to),
  );
  let room = ports.budgetFor(state).available * preservedShare;
  const preserved = [...earlier, ...system].toReversed().filter(({ text }) => {
    room -= ports.counter.count(text);
    return room >= 0;
  });
  return [...byPeople, ...preserved].sort((a, b) => a.from - b.from);
}

/**
 * Reads from the store, not from the step's sources: a step made from originals alone still replaces summaries. Of a
 * plan's steps, the one whose range contains the beginning of a text carries it.
 */
async function readKept(input: StepTask & { ports: Pick<CarryPorts, 'store'> }): Promise<KeptText[]> {
  const { ports, state, plan, step } = input;
  const ids = [...(step.sources.keeps ?? []), ...step.sources.summaries, ...plan.replaces];
  const stored = [...new Set(ids)].filter((id) => !id.startsWith('#'));
  if (stored.length === 0) return [];
  const kept = keptTexts(await ports.store.readSummaries({ threadId: state.id, ids: stored }));
  return kept.filter(({ from }) => from >= step.from && from <= step.to);
}
