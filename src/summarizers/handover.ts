import type { PartialPart } from './parts.ts';

/** Hands finished parts to the caller, one at a time and in the order in which their work began. */
export function createHandover({
  onPart,
  signal,
  onFailure,
}: {
  onPart: ((part: PartialPart) => void | Promise<void>) | undefined;
  signal: AbortSignal;
  onFailure: (error: unknown) => void;
}) {
  let done: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    /** Number of parts that are not handed over yet. */
    waiting: () => waiting,
    done: () => done,
    add(part: Promise<PartialPart>): void {
      if (onPart === undefined) return;
      waiting += 1;
      done = done
        .then(() => part)
        .then((made) => (signal.aborted ? undefined : onPart(made)))
        .catch(onFailure)
        .finally(() => {
          waiting -= 1;
        });
    },
  };
}
