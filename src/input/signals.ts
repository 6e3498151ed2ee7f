/** Checks abort signals of callers, and waits for work until one aborts. */
import { invalidInput } from '../errors.ts';

export function checkSignal(signal: unknown): asserts signal is AbortSignal | undefined {
  if (signal === undefined || signal instanceof AbortSignal) return;
  throw invalidInput('signal', 'an AbortSignal', signal);
}

/** Rejects with the signal's reason as soon as it aborts. Work that has begun runs on, but its result is ignored. */
export async function untilAborted<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (signal === undefined) return work();
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
