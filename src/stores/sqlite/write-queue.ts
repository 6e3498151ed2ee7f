/**
 * Where many people talk at the same moment, what they say is written by the background thread, all that has gathered
 * while it wrote the last of it in one go: who answers requests need not write, too. A conversation alone, or a few,
 * would only wait for the way there and back, and are written by the connection at hand.
 */
import { yieldToEventLoop } from '../../runtime.ts';
import type { ShortWrite, ShortWritten, WriteElsewhere } from '../sql/short-writes.ts';

export type WriteOutcome = ShortWritten | { error: unknown };
export type SendWrites = (writes: ShortWrite[]) => Promise<WriteOutcome[]>;

type Waiting = {
  write: ShortWrite;
  resolve(written: ShortWritten | undefined): void;
  reject(error: unknown): void;
};

/** Many talk at the same moment: so many writes within so many milliseconds, for so many threads. */
const crowd = { writes: 16, withinMs: 100, threads: 4 };
/** Those who come first wait for those who come last. */
const mostWrites = 64;

export function writeQueue(ports: {
  /** Undefined while there is no thread. It fails where the thread failed, and nobody knows what was written. */
  sender(): SendWrites | undefined;
  now(): number;
}): WriteElsewhere {
  const recent: { threadId: string | undefined; at: number }[] = [];
  const waiting: Waiting[] = [];
  let isSending = false;

  function note(write: ShortWrite): void {
    recent.push({ threadId: threadOf(write), at: ports.now() });
    if (recent.length > crowd.writes) recent.shift();
  }

  function isCrowded(): boolean {
    if (recent.length < crowd.writes || recent.at(-1)!.at - recent[0]!.at >= crowd.withinMs) return false;
    return new Set(recent.map(({ threadId }) => threadId)).size >= crowd.threads;
  }

  async function sendWaiting(): Promise<void> {
    isSending = true;
    // Others have something to write at the same moment.
    await yieldToEventLoop();
    while (waiting.length > 0) await sendSome(waiting.splice(0, mostWrites));
    isSending = false;
  }

  async function sendSome(batch: readonly Waiting[]): Promise<void> {
    let outcomes: WriteOutcome[] | undefined;
    try {
      outcomes = await ports.sender()?.(batch.map(({ write }) => write));
    } catch {
      // Made here, then. A message that was stored is known by its id, and not stored twice.
    }
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes?.[index];
      if (outcome !== undefined && 'error' in outcome) reject(outcome.error);
      else resolve(outcome);
    }
  }

  return (write) => {
    // Two connections that write at the same time wait for each other: who comes while the other writes goes there, too.
    note(write);
    const isWanted = isSending || isCrowded();
    if (!isWanted || ports.sender() === undefined) return undefined;
    return new Promise((resolve, reject) => {
      waiting.push({ write, resolve, reject });
      if (!isSending) void sendWaiting();
    });
  };
}

function threadOf({ given }: ShortWrite): string | undefined {
  return Array.isArray(given) ? given[0]?.threadId : (given as { threadId: string }).threadId;
}
