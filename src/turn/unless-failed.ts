/** A part of a context that cannot be read is left out and reported, so that the turn still gets its context (I-4). */
import type { Emitter } from '../engine/emitter.ts';
import type { Redaction } from '../engine/redaction.ts';

export type LeaveOutPorts = { emitter: Pick<Emitter, 'emit'>; redaction: Pick<Redaction, 'redact'> };

/** Most characters of an error that are reported. */
const mostCharacters = 200;

/** Undefined if reading failed. `consequence` says what the turn lacks then. */
export async function unlessFailed<Result>(
  { emitter, redaction }: LeaveOutPorts,
  { threadId, consequence }: { threadId: string; consequence: string },
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    emitter.emit('diagnostic', {
      threadId,
      code: 'store_failed',
      message: redaction.redact(message).slice(0, mostCharacters),
      consequence,
    });
    return undefined;
  }
}
