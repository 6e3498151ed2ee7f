/** Finds the thread a command reads. It must exist, because reading must not create one. */
import { EverthreadError } from '../errors.ts';
import { nearest } from '../input/nearest.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Thread } from '../thread.ts';
import { UsageError } from './command.ts';
import { allThreads, currentThreadId, type OpenedEverthread } from './open-everthread.ts';
import { sanitizeLine } from './terminal/sanitize.ts';

const mostSuggested = 3;
const mostCompared = 5_000;

/** Finds the thread by its id, or by what a list shows: its title, or an id that was cut with `…`. */
export async function existingThread(
  opened: OpenedEverthread,
): Promise<{ thread: Thread; state: ThreadState }> {
  const name = await currentThreadId(opened);
  if (name === undefined) {
    throw new UsageError(
      'There are no threads yet. `everthread chat` begins one, `everthread import` brings one in.',
    );
  }
  const { everthread } = opened;
  const thread = await threadNamed(everthread, name);
  return { thread, state: await thread.state() };
}

export async function threadNamed(everthread: OpenedEverthread['everthread'], name: string): Promise<Thread> {
  return (await everthread.findThread(name)) ?? (await shownThread(everthread, name));
}

async function shownThread(everthread: OpenedEverthread['everthread'], name: string): Promise<Thread> {
  const known: ThreadState[] = [];
  for await (const state of allThreads(everthread)) {
    known.push(state);
    if (known.length === mostCompared) break;
  }
  const meant = known.filter((state) => isShownAs(state, name)).map(({ id }) => id);
  const thread = meant.length === 1 ? await everthread.findThread(meant[0]!) : undefined;
  if (thread === undefined) throw unknownThread(name, { meant, known: known.map(({ id }) => id) });
  return thread;
}

function isShownAs({ id, title = '' }: ThreadState, name: string): boolean {
  if (name.length > 1 && name.endsWith('…')) return id.startsWith(name.slice(0, -1));
  return title.trim().toLowerCase() === name.trim().toLowerCase();
}

/** Names the threads that could be meant, or else the nearest ids. */
function unknownThread(
  name: string,
  { meant, known }: { meant: readonly string[]; known: readonly string[] },
): EverthreadError {
  const near = meant.length > 0 ? meant.slice(0, mostSuggested).map(sanitizeLine) : nearestOf(name, known);
  const remedy =
    known.length === 0
      ? 'There are none yet.'
      : meant.length > 0
        ? `${meant.length} are shown so, take one by its id: ${near.join(', ')}${meant.length > near.length ? ', …' : ''}.`
        : near.length > 0
          ? `Nearest: ${near.join(', ')}.`
          : `Some that there are: ${known.slice(0, mostSuggested).map(sanitizeLine).join(', ')}. \`everthread threads --title WORD\` finds one by a word of its title.`;
  return new EverthreadError({
    code: 'unknown_thread',
    field: 'thread',
    message: `There is no thread ${JSON.stringify(sanitizeLine(name.slice(0, 80)))}. ${remedy}`,
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
