/**
 * Holds the lease of one thread while a compaction runs. Renews it in the background, and aborts the work when the
 * lease is lost, because a worker without its lease cannot commit (I-5).
 */
import { EverthreadError } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import type { Lease, Store } from '../store.ts';

export type LeaseHandle = {
  /** The newest version of the lease. */
  current(): Lease;
  signal: AbortSignal;
};

export async function withLease<Result>(
  options: {
    store: Store;
    runtime: Runtime;
    threadId: string;
    owner: string;
    ttlMs: number;
    signal: AbortSignal;
  },
  work: (leaseHandle: LeaseHandle) => Promise<Result>,
): Promise<Result | undefined> {
  const { store, runtime, threadId, owner, ttlMs, signal } = options;
  let lease = await store.acquireLease({ threadId, owner, now: runtime.now(), ttlMs });
  if (!lease) return undefined;

  const stop = new AbortController();
  const lost = new AbortController();
  const leaseHandle: LeaseHandle = {
    current: () => lease as Lease,
    signal: AbortSignal.any([signal, lost.signal]),
  };
  const keepAlive = async () => {
    while (!stop.signal.aborted) {
      await runtime.sleep(ttlMs / 3, stop.signal);
      const renewed = await store.renewLease({ lease: lease as Lease, now: runtime.now(), ttlMs });
      if (!renewed) {
        lost.abort(leaseLost(threadId));
        return;
      }
      lease = renewed;
    }
  };
  // Ends when its sleep is aborted. A store error during renewal needs no report: if it cost the lease, the commit is refused.
  const heartbeat = keepAlive().catch(() => undefined);
  try {
    return await work(leaseHandle);
  } finally {
    stop.abort();
    await heartbeat;
    await store.releaseLease(lease).catch(() => undefined);
  }
}

function leaseLost(threadId: string): EverthreadError {
  return new EverthreadError({
    code: 'lease_lost',
    message: `Another worker took over the compaction of thread ${threadId}. Its result counts; this one is dropped.`,
    details: { threadId },
  });
}
