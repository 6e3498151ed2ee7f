/** Leases. Each change is one statement with its condition inside, so that of many at once exactly one succeeds. */
import type { Lease } from '../../store.ts';
import { checkId, unknownThread } from '../rules/checks.ts';
import type { SqlContext } from './context.ts';

export async function acquireLease(
  { db }: SqlContext,
  options: { threadId: string; owner: string; now: number; ttlMs: number },
): Promise<Lease | undefined> {
  const { threadId, owner, now, ttlMs } = options;
  checkId('threadId', threadId);
  checkId('owner', owner);
  const expiresAt = now + ttlMs;
  const row = await db
    .updateTable('threads')
    .set((thread) => ({ lease_owner: owner, lease_expires_at: expiresAt, fence: thread('fence', '+', 1) }))
    .where('id', '=', threadId)
    .where((thread) =>
      thread.or([
        thread('lease_owner', 'is', null),
        thread('lease_owner', '=', owner),
        thread('lease_expires_at', '<=', now),
      ]),
    )
    .returning('fence')
    .executeTakeFirst();
  if (row) return { threadId, owner, fence: row.fence, expiresAt };
  const known = await db.selectFrom('threads').select('key').where('id', '=', threadId).executeTakeFirst();
  if (!known) throw unknownThread(threadId);
  return undefined;
}

export async function renewLease(
  { db }: SqlContext,
  { lease, now, ttlMs }: { lease: Lease; now: number; ttlMs: number },
): Promise<Lease | undefined> {
  const expiresAt = now + ttlMs;
  const row = await db
    .updateTable('threads')
    .set({ lease_expires_at: expiresAt })
    .where('id', '=', lease.threadId)
    .where('lease_owner', '=', lease.owner)
    .where('fence', '=', lease.fence)
    .returning('fence')
    .executeTakeFirst();
  return row && { ...lease, expiresAt };
}

export async function releaseLease({ db }: SqlContext, lease: Lease): Promise<void> {
  await db
    .updateTable('threads')
    .set({ lease_owner: null, lease_expires_at: 0 })
    .where('id', '=', lease.threadId)
    .where('lease_owner', '=', lease.owner)
    .where('fence', '=', lease.fence)
    .execute();
}
