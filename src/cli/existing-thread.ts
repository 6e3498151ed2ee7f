/** The thread a command reads: it must be there already, for reading must not make one. */
import { EverthreadError } from '../errors.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Thread } from '../thread.ts';
import { UsageError } from './command.ts';
import { nearest } from './nearest.ts';
import { allThreads, currentThreadId, type OpenedEverthread } from './open-everthread.ts';
import { sanitizeLine } from './terminal/sanitize.ts';

const mostSuggested = 3;
const mostCompared = 5_000;

/** Throws `unknown_thread` that names the nearest ids. */
export async function existingThread(
  opened: OpenedEverthread,
): Promise<{ thread: Thread; state: ThreadState }> {
  const id = await currentThreadId(opened);
  if (id === undefined) {
    throw new UsageError(
      'There are no threads yet. `everthread chat` begins one, `everthread import` brings one in.',
    );
  }
  const thread = await opened.everthread.findThread(id);
  if (thread === undefined) throw await unknownThread(opened, id);
  return { thread, state: await thread.state() };
}

async function unknownThread({ everthread }: OpenedEverthread, id: string): Promise<EverthreadError> {
  const known: string[] = [];
  for await (const state of allThreads(everthread)) {
    known.push(state.id);
    if (known.length === mostCompared) break;
  }
  const near = nearestOf(id, known);
  const remedy =
    known.length === 0
      ? 'There are none yet.'
      : near.length > 0
        ? `Nearest: ${near.join(', ')}.`
        : `Some that there are: ${known.slice(0, mostSuggested).map(sanitizeLine).join(', ')}.`;
  return new EverthreadError({
    code: 'unknown_thread',
    field: 'thread',
    message: `There is no thread ${JSON.stringify(sanitizeLine(id.slice(0, 80)))}. ${remedy}`,
    details: { nearest: near },
  });
}

function nearestOf(id: string, known: readonly string[]): string[] {
  const left = new Set(known);
  const found: string[] = [];
  while (found.length < mostSuggested) {
    const next = nearest(id, [...left]);
    if (next === undefined) break;
    left.delete(next);
    found.push(sanitizeLine(next));
  }
  return found;
}
