/** Threads in memory: creating, listing, naming and deleting them. Their contents are in other files. */
import type { ThreadDetails } from '../../records/thread-state.ts';
import { isoTime } from '../../runtime.ts';
import type { Store } from '../../store.ts';
import { checkId, encodeJson } from '../rules/checks.ts';
import { changedDetails, checkDetails } from '../rules/details.ts';
import { mergedSettings } from '../rules/settings.ts';
import { listedOwners, listedThreads } from './memory-lists.ts';
import type { MemoryProfiles } from './memory-profiles.ts';
import { blankThread, type MemoryThread, stateOf } from './memory-thread.ts';

export function createMemoryThreads(options: {
  threads: Map<string, MemoryThread>;
  checkOpen: () => void;
  threadOf: (threadId: string) => MemoryThread | undefined;
  existing: (threadId: string) => MemoryThread;
  profiles: Pick<MemoryProfiles, 'release' | 'receive' | 'drop'>;
  /** Called when a thread was deleted. */
  dropped: (threadId: string) => void;
}): Pick<
  Store,
  | 'ensureThread'
  | 'readThread'
  | 'listThreads'
  | 'makeTitle'
  | 'updateDetails'
  | 'listOwners'
  | 'updateSettings'
  | 'deleteThread'
  | 'deleteOwner'
> {
  const { threads, checkOpen, threadOf, existing, profiles, dropped } = options;
  /** A thread created again under an old id starts above this number, so that no lease of the old thread is valid. */
  let fenceFloor = 0;

  function remove(thread: MemoryThread): void {
    const { id } = thread.state;
    fenceFloor = Math.max(fenceFloor, thread.fence);
    threads.delete(id);
    dropped(id);
  }

  return {
    async ensureThread({ threadId, now, details = {} }) {
      checkDetails(details);
      const known = threadOf(threadId);
      if (known) return stateOf(known);
      const thread = blankThread({
        threadId,
        createdAt: isoTime(now),
        fence: fenceFloor,
        details: changedDetails<ThreadDetails>({}, details),
      });
      threads.set(threadId, thread);
      return stateOf(thread);
    },
    async readThread(threadId) {
      const thread = threadOf(threadId);
      return thread && stateOf(thread);
    },
    async listThreads(query) {
      checkOpen();
      return listedThreads([...threads.values()], query).map(stateOf);
    },
    async makeTitle({ threadId, title, from, revision }) {
      const thread = existing(threadId);
      checkDetails({ title });
      if (thread.state.title === undefined && thread.state.revision === revision) {
        thread.state = changedDetails(thread.state, { title }, { from });
      }
      return stateOf(thread);
    },
    async updateDetails({ threadId, details, now }) {
      const thread = existing(threadId);
      checkDetails(details);
      const moved = details.owner !== undefined && (details.owner ?? undefined) !== thread.state.owner;
      if (moved) profiles.release(thread);
      thread.state = { ...changedDetails(thread.state, details), updatedAt: isoTime(now) };
      if (moved) profiles.receive(thread);
      return stateOf(thread);
    },
    async listOwners({ after, limit }) {
      checkOpen();
      return listedOwners([...threads.values()], { after, limit });
    },
    async updateSettings({ threadId, settings, now }) {
      const thread = existing(threadId);
      thread.settings = encodeJson('settings', mergedSettings(JSON.parse(thread.settings), settings));
      thread.state = { ...thread.state, updatedAt: isoTime(now) };
      return stateOf(thread);
    },
    async deleteThread(threadId) {
      const thread = threadOf(threadId);
      if (!thread) return false;
      profiles.release(thread);
      remove(thread);
      return true;
    },
    async deleteOwner(owner) {
      checkOpen();
      checkId('owner', owner);
      const owned = [...threads.values()].filter(({ state }) => state.owner === owner);
      for (const thread of owned) remove(thread);
      profiles.drop(owner);
      return {
        threads: owned.length,
        messages: owned.reduce((sum, { messages }) => sum + messages.length, 0),
      };
    },
  };
}
