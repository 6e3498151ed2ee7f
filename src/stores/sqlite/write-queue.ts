/**
 * While many threads are written to at the same time, their writes go to the background thread: all writes that
 * gathered while it made the last ones are sent together, so that the thread that answers requests is not busy with
 * writing. A few conversations would only wait for the round trip, so their writes are made on the main connection.
 */
import { yieldToEventLoop } from '../../runtime.ts';
import type { ShortWrite, ShortWritten, WriteInBackground } from '../sql/short-writes.ts';

export type WriteOutcome = ShortWritten | { error: unknown };
export type SendWrites = (writes: ShortWrite[]) => Promise<WriteOutcome[]>;

type QueuedWrite = {
  write: ShortWrite;
  resolve(written: ShortWritten | undefined): void;
  reject(error: unknown): void;
};

/** When writes go to the background thread: this many writes within this time, for at least this many threads. */
const busyThreshold = { writes: 16, withinMs: 100, threads: 4 };
/** Most writes sent together, because the first ones wait for the last. */
const mostWrites = 64;

export function writeQueue(ports: {
  /** Undefined if there is no thread. Rejects if the thread failed; which writes were made is then unknown. */
  sender(): SendWrites | undefined;
  now(): number;
}): WriteInBackground {
  const recent: { threadId: string | undefined; at: number }[] = [];
  const queue: QueuedWrite[] = [];
  let isSending = false;

  function note(write: ShortWrite): void {
    recent.push({ threadId: threadOf(write), at: ports.now() });
    if (recent.length > busyThreshold.writes) recent.shift();
  }

  function isBusy(): boolean {
    if (recent.length < busyThreshold.writes || recent.at(-1)!.at - recent[0]!.at >= busyThreshold.withinMs)
      return false;
    return new Set(recent.map(({ threadId }) => threadId)).size >= busyThreshold.threads;
  }

  async function sendQueue(): Promise<void> {
    isSending = true;
    // Includes other writes of the same moment.
    await yieldToEventLoop();
    while (queue.length > 0) await sendBatch(queue.splice(0, mostWrites));
    isSending = false;
  }

  async function sendBatch(batch: readonly QueuedWrite[]): Promise<void> {
    let outcomes: WriteOutcome[] | undefined;
    try {
      outcomes = await ports.sender()?.(batch.map(({ write }) => write));
    } catch {
      // The writes are then made here. A message that is already stored is recognized by its id and not stored twice.
    }
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes?.[index];
      if (outcome !== undefined && 'error' in outcome) reject(outcome.error);
      else resolve(outcome);
    }
  }

  return (write) => {
    // Two connections that write at the same time block each other, so writes that come during a sent batch are sent
    // there too.
    note(write);
    const isWanted = isSending || isBusy();
    if (!isWanted || ports.sender() === undefined) return undefined;
    return new Promise((resolve, reject) => {
      queue.push({ write, resolve, reject });
      if (!isSending) void sendQueue();
    });
  };
}

function threadOf({ given }: ShortWrite): string | undefined {
  return Array.isArray(given) ? given[0]?.threadId : (given as { threadId: string }).threadId;
}
