/**
 * Coroutines for databases that answer either at once or with a promise. The same code serves both: it pauses only
 * where a statement really returned a promise. Awaiting a dozen resolved promises would take as long as the dozen short
 * statements themselves.
 */
export type MaybePromise<Result> = Result | Promise<Result>;

/** Yields the promises that it has to wait for. */
export type Coroutine<Result> = Generator<Promise<unknown>, Result, unknown>;

/** `await` inside a coroutine: the value, or what its promise resolves to. */
export function* awaited<Result>(value: MaybePromise<Result>): Coroutine<Result> {
  return value instanceof Promise ? ((yield value) as Result) : value;
}

/** Returns a promise only if the coroutine had to wait. An error before its first pause is thrown, not rejected. */
export function runCoroutine<Result>(coroutine: Coroutine<Result>): MaybePromise<Result> {
  const { done, value } = coroutine.next();
  return done ? value : continueAfter(coroutine, value);
}

async function continueAfter<Result>(coroutine: Coroutine<Result>, first: Promise<unknown>): Promise<Result> {
  for (let promise = first; ; ) {
    const step = await promise.then(
      (answer) => coroutine.next(answer),
      (error) => coroutine.throw(error),
    );
    if (step.done) return step.value;
    promise = step.value;
  }
}
