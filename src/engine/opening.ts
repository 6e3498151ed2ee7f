/** The first call that needs the store opens it. If that fails, the next call tries again. */
import { EverthreadError } from '../errors.ts';

export type Opening = {
  /** Resolves when the store is open; throws `closed` after `close`. */
  ready(): Promise<void>;
  /** Throws `closed` after `close`. */
  checkOpen(): void;
  /** The opening in progress or done; undefined if no call has begun one or it failed. */
  started(): Promise<void> | undefined;
};

export function createOpening(open: () => Promise<void>, signal: AbortSignal): Opening {
  let opening: Promise<void> | undefined;
  const checkOpen = () => {
    if (signal.aborted) throw closedError();
  };
  return {
    checkOpen,
    started: () => opening,
    async ready() {
      checkOpen();
      opening ??= open().catch((error) => {
        // The reason for the failure may be gone at the next call.
        opening = undefined;
        throw error;
      });
      await opening;
    },
  };
}

export function closedError(): EverthreadError {
  return new EverthreadError({
    code: 'closed',
    message: 'This Everthread was closed. Call createEverthread again to continue.',
  });
}
