/**
 * What the library takes from the outside world besides I/O. Injected, so that the same input gives the same output.
 */
export type Runtime = {
  /** Milliseconds since 1970. */
  now(): number;
  /** A new unique id; `kind` is a short readable prefix such as `msg` or `sum`. */
  newId(kind: string): string;
  /**
   * Resolves after the delay, or rejects when the signal aborts. With `keepAlive: false` the program may exit
   * meanwhile.
   */
  sleep(milliseconds: number, signal?: AbortSignal, options?: { keepAlive?: boolean }): Promise<void>;
};

export const systemRuntime: Runtime = {
  now: () => Date.now(),
  newId: (kind) => `${kind}_${timeOrderedId()}`,
  sleep: (milliseconds, signal, { keepAlive = true } = {}) =>
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
      if (!keepAlive) timer.unref();
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/**
 * The time comes first, so that ids sort by creation and index pages fill in order. Ids are short because models see
 * those of summaries; 40 random bits are plenty within one millisecond.
 */
function timeOrderedId(): string {
  const random = (randomNumber() & 0xff) * 2 ** 32 + randomNumber();
  return Date.now().toString(36).padStart(9, '0') + random.toString(36).padStart(8, '0');
}

/** Fetched for many ids at once, because asking for randomness takes longer than all the rest of an id. */
const randomNumbers = new Uint32Array(256);
let randomUsed = randomNumbers.length;

function randomNumber(): number {
  if (randomUsed === randomNumbers.length) {
    crypto.getRandomValues(randomNumbers);
    randomUsed = 0;
  }
  randomUsed += 1;
  return randomNumbers[randomUsed - 1]!;
}

/** The last time written: one turn formats the same time again and again. */
let writtenTime = { milliseconds: 0, text: new Date(0).toISOString() };

export function isoTime(milliseconds: number): string {
  if (milliseconds !== writtenTime.milliseconds)
    writtenTime = { milliseconds, text: new Date(milliseconds).toISOString() };
  return writtenTime.text;
}

/** Uninterrupted work lets timers and sockets run after this time. */
const longestHoldMs = 15;
let heldSince: number | undefined;

/**
 * Called between pieces of work that can follow each other without end, such as the statements of a store. Promises
 * that are already resolved would otherwise never let the event loop run. Costs nothing while the event loop turns
 * anyway.
 */
export function breathe(): Promise<void> | undefined {
  if (heldSince === undefined) {
    heldSince = Date.now();
    setImmediate(letGo);
    return undefined;
  }
  // Called with every statement, and this clock is the fastest to read. A clock that was set back counts as expired.
  const heldMs = Date.now() - heldSince;
  return heldMs >= 0 && heldMs < longestHoldMs ? undefined : yieldToEventLoop();
}

function letGo(): void {
  heldSince = undefined;
}

/** Lets timers and sockets run: called between slices of long synchronous work. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
