/** Work in steps: the same function at once where it is short, and with pauses where others would wait for it. */

/** Pauses after each slice of work. */
export type Steps<Result> = Generator<void, Result>;

/** To the end at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** To the end, with a pause wherever the work allows one. */
export async function inSteps<Result>(steps: Steps<Result>, pause: () => Promise<void>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}
