/** What the library takes from the outside world besides I/O, injected so that the same input gives the same output. */
export type Runtime = {
  /** Milliseconds since 1970. */
  now(): number;
  /** A new unique id; `kind` is a short readable prefix such as `msg` or `sum`. */
  newId(kind: string): string;
  /** Resolves after the delay, or rejects when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
};

export const systemRuntime: Runtime = {
  now: () => Date.now(),
  newId: (kind) => `${kind}_${timeOrderedId()}`,
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** Time first, so that ids sort by creation and index pages fill in order. */
function timeOrderedId(): string {
  const random = crypto.getRandomValues(new Uint8Array(10));
  const suffix = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return Date.now().toString(36).padStart(9, '0') + suffix;
}

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Lets timers and sockets run: called between slices of long synchronous work. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
