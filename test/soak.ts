/**
 * How much of a long test runs: `make test` takes a sample that is the same in every run, `make soak` takes everything,
 * with new random cases in each run.
 */
export const soak = process.env.EVERTHREAD_SOAK === '1';

/** Runs of a property; `EVERTHREAD_RUNS` overrides both. */
export function runsOf(runs: { test: number; soak: number }): number {
  return Number(process.env.EVERTHREAD_RUNS ?? (soak ? runs.soak : runs.test));
}

/** Every n-th item of a list, beginning at `from`; tests that begin at different places together see all of it. */
export function sampleOf<Item>(items: readonly Item[], options: { every: number; from?: number }): Item[] {
  const { every, from = 0 } = options;
  return soak ? [...items] : items.filter((_, index) => index % every === from % every);
}
