/** The threads that the tools may read. Any other thread is reported as unknown, whether it exists or not. */
import { isEverthreadError } from '../../errors.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import type { Thread } from '../../thread.ts';
import { type ArchiveOptions, ArchiveToolError } from './archive-tool.ts';
import { threadText } from './quotation.ts';
import { readIndex, unknownCursor } from './tool-definition.ts';

export type ArchiveScope = {
  readonly threadIds: readonly string[] | 'all';
  /** The id of the thread, if the tools may read only one. */
  readonly single: string | undefined;
  /** The named thread, or the only one. Rejects with an ArchiveToolError. */
  thread(threadId: string | undefined): Promise<Thread>;
  /** All readable threads, each with the cursor that continues behind it. */
  threads(cursor?: string): AsyncIterable<{ state: ThreadState; cursor: string }>;
};

const threadsRead = 50;

export function createScope({
  everthread,
  threadIds,
}: Pick<ArchiveOptions, 'everthread' | 'threadIds'>): ArchiveScope {
  const allowedIds = threadIds === 'all' ? undefined : new Set(threadIds);
  const single = allowedIds?.size === 1 ? [...allowedIds][0] : undefined;
  const allows = (threadId: string) => allowedIds?.has(threadId) ?? true;

  const find = async (threadId: string): Promise<Thread | undefined> => {
    if (!allows(threadId)) return undefined;
    try {
      return await everthread.findThread(threadId);
    } catch (error) {
      if (isEverthreadError(error, 'invalid_input')) return undefined;
      throw error;
    }
  };

  async function* threads(cursor?: string): AsyncGenerator<{ state: ThreadState; cursor: string }> {
    if (allowedIds === undefined) {
      let after = cursor === undefined ? '' : readAfter(cursor);
      for (;;) {
        const states = await everthread.threads({ limit: threadsRead, ...(after === '' ? {} : { after }) });
        for (const state of states) {
          yield { state, cursor: `after:${after}` };
          after = state.id;
        }
        if (states.length < threadsRead) return;
      }
    }
    const start = readIndex(cursor);
    for (const [index, threadId] of [...allowedIds].slice(start).entries()) {
      const thread = await find(threadId);
      if (thread) yield { state: await thread.state(), cursor: String(start + index) };
    }
  }

  return {
    threads,
    threadIds: allowedIds === undefined ? 'all' : [...allowedIds],
    single,
    async thread(threadId = single) {
      if (threadId === undefined) {
        throw new ArchiveToolError(
          'there are several threads, so name one. `describe` without arguments lists them.',
          'thread',
        );
      }
      const thread = await find(threadId);
      if (thread) return thread;
      throw new ArchiveToolError(
        `there is no thread ${threadText(threadId)} here. \`describe\` without arguments lists those there are.`,
        'thread',
      );
    },
  };
}

function readAfter(cursor: string): string {
  if (!cursor.startsWith('after:')) throw unknownCursor();
  return cursor.slice('after:'.length);
}
