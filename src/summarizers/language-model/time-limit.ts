/** Runs work with a time limit and an abort signal, and ends on time even if the work ignores both. */
import type { Runtime } from '../../runtime.ts';

export type TimeLimited<Value> =
  | { ended: 'returned'; value: Value }
  | { ended: 'threw'; error: unknown }
  | { ended: 'timeout' }
  | { ended: 'aborted' };

export async function withTimeLimit<Value>(options: {
  timeoutMs: number;
  signal: AbortSignal;
  runtime: Pick<Runtime, 'sleep'>;
  work: (signal: AbortSignal) => Promise<Value>;
}): Promise<TimeLimited<Value>> {
  const { timeoutMs, signal, runtime, work } = options;
  if (signal.aborted) return { ended: 'aborted' };
  const timeout = new AbortController();
  const finished = new AbortController();
  const { promise: cutOff, resolve: cut } = Promise.withResolvers<TimeLimited<Value>>();

  const onAbort = () => cut({ ended: 'aborted' });
  signal.addEventListener('abort', onAbort, { once: true });
  runtime.sleep(timeoutMs, finished.signal).then(
    () => {
      timeout.abort(new DOMException('The time limit was reached.', 'TimeoutError'));
      cut({ ended: 'timeout' });
    },
    () => {},
  );
  const worked = (async (): Promise<TimeLimited<Value>> => {
    try {
      return { ended: 'returned', value: await work(AbortSignal.any([signal, timeout.signal])) };
    } catch (error) {
      if (signal.aborted) return { ended: 'aborted' };
      if (timeout.signal.aborted) return { ended: 'timeout' };
      return { ended: 'threw', error };
    }
  })();
  try {
    return await Promise.race([cutOff, worked]);
  } finally {
    finished.abort();
    signal.removeEventListener('abort', onAbort);
  }
}
