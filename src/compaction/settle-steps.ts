/**
 * Runs the steps of a plan, several at once, because most of a step is waiting for a model. Steps begin in the order of
 * the plan. A step that reads the result of another waits for it. Results are in the order of the plan. After a failure
 * no further step begins, but running ones are awaited, because their answers are paid for.
 */
import type { PlanStep } from '../strategy.ts';

export async function settleSteps<Result>(options: {
  steps: readonly PlanStep[];
  atOnce: number;
  /** `earlier`: the results so far, by index. They include those that the step reads. */
  run(step: PlanStep, earlier: readonly Result[], index: number): Promise<Result>;
}): Promise<PromiseSettledResult<Result>[]> {
  const { steps, atOnce, run } = options;
  const started: Promise<Result>[] = [];
  const earlier: Result[] = [];
  let failed = false;

  const begin = async (step: PlanStep, index: number): Promise<Result> => {
    for (const needed of neededBy(step)) await started[needed];
    const result = await run(step, earlier, index);
    earlier[index] = result;
    return result;
  };
  const lane = async (): Promise<void> => {
    while (started.length < steps.length && !failed) {
      const index = started.length;
      const result = begin(steps[index]!, index);
      started.push(result);
      await result.catch(() => {
        failed = true;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, lane));
  return Promise.allSettled(started);
}

/** Indexes of the earlier steps of the plan that this step reads. */
function neededBy({ sources }: PlanStep): number[] {
  return sources.summaries.filter((id) => id.startsWith('#')).map((id) => Number(id.slice(1)));
}
