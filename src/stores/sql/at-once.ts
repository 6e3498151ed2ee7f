/**
 * Work on a database that may answer at once or later: written once, it goes through without a pause where nothing has
 * to be waited for. A dozen promises take as long as the short statements between them.
 */
export type MaybePromise<Result> = Result | Promise<Result>;

/** Hands out what it has to wait for. */
export type Waiting<Result> = Generator<Promise<unknown>, Result, unknown>;

/** Within such work: what was asked for, now or once it is there. */
export function* settled<Result>(asked: MaybePromise<Result>): Waiting<Result> {
  return asked instanceof Promise ? ((yield asked) as Result) : asked;
}

/** A promise only where something was waited for; a failure before that is thrown. */
export function carriedOut<Result>(work: Waiting<Result>): MaybePromise<Result> {
  const { done, value } = work.next();
  return done ? value : goOn(work, value);
}

async function goOn<Result>(work: Waiting<Result>, first: Promise<unknown>): Promise<Result> {
  for (let asked = first; ; ) {
    const step = await asked.then(
      (answer) => work.next(answer),
      (error) => work.throw(error),
    );
    if (step.done) return step.value;
    asked = step.value;
  }
}
