/**
 * Work in steps: the same function can run at once for short input, or with pauses where other work would have to wait.
 */

/** Pauses after each slice of work. */
export type Steps<Result> = Generator<void, Result>;

/** Runs to the end without pauses. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs to the end with a pause wherever the work allows one. */
export async function inSteps<Result>(steps: Steps<Result>, pause: () => Promise<void>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

/** A piece of work costs as much as some characters, however short its text is. */
const charactersPerPiece = 64;

/** Says after each piece of work, given its characters, whether so much was done that it is time for a pause. */
export function slicesOf(characters: number): (done: number) => boolean {
  let total = 0;
  return (done) => {
    total += done + charactersPerPiece;
    if (total < characters) return false;
    total = 0;
    return true;
  };
}
