/** Leases of threads in memory: one worker per thread, identified by a growing fence number. */
import type { Lease, Store } from '../../store.ts';
import { checkId } from '../rules/checks.ts';
import type { MemoryThread } from './memory-thread.ts';

export function createMemoryLeases(options: {
  threadOf: (threadId: string) => MemoryThread | undefined;
  /** Throws if the thread does not exist. */
  existing: (threadId: string) => MemoryThread;
}): Pick<Store, 'acquireLease' | 'renewLease' | 'releaseLease'> {
  const { threadOf, existing } = options;

  /** The thread, if the lease is still valid. */
  function leased({ threadId, owner, fence }: Lease): MemoryThread | undefined {
    const thread = threadOf(threadId);
    return thread?.leaseOwner === owner && thread.fence === fence ? thread : undefined;
  }

  return {
    async acquireLease({ threadId, owner, now, ttlMs }) {
      const thread = existing(threadId);
      checkId('owner', owner);
      const held = thread.leaseOwner !== null && thread.leaseOwner !== owner && thread.leaseExpiresAt > now;
      if (held) return undefined;
      thread.leaseOwner = owner;
      thread.leaseExpiresAt = now + ttlMs;
      thread.fence += 1;
      return { threadId, owner, fence: thread.fence, expiresAt: thread.leaseExpiresAt };
    },
    async renewLease({ lease, now, ttlMs }) {
      const thread = leased(lease);
      if (!thread) return undefined;
      thread.leaseExpiresAt = now + ttlMs;
      return { ...lease, expiresAt: thread.leaseExpiresAt };
    },
    async releaseLease(lease) {
      const thread = leased(lease);
      if (thread) thread.leaseOwner = null;
    },
  };
}
