/** The store is opened by the first call that needs it, once; where that failed, the next call tries again. */
import { EverthreadError } from '../errors.ts';

export type Opening = {
  /** Resolves when the store is open; throws `closed` after the end. */
  ready(): Promise<void>;
  /** Throws `closed` after the end. */
  checkOpen(): void;
  /** What the first call began, where there was one and it did not fail. */
  begun(): Promise<void> | undefined;
};

export function createOpening(open: () => Promise<void>, signal: AbortSignal): Opening {
  let opening: Promise<void> | undefined;
  const checkOpen = () => {
    if (signal.aborted) throw closedError();
  };
  return {
    checkOpen,
    begun: () => opening,
    async ready() {
      checkOpen();
      opening ??= open().catch((error) => {
        // What was in the way may be gone by the next call.
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
    message: 'This Everthread was closed. Call createEverthread again to go on.',
  });
}
