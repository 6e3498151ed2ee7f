/** The thread named in an address. It must exist: reading an address never creates a thread. */
import type { Thread } from '../../thread.ts';
import type { Caller } from '../caller.ts';
import { unknownThread } from '../problem.ts';

export async function knownThread({ everthread }: Caller, threadId: string): Promise<Thread> {
  const thread = await everthread.findThread(threadId);
  if (thread === undefined) throw unknownThread(threadId);
  return thread;
}
