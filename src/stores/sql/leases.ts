/** Leases. Each change is one statement with its condition inside, so that of many at once exactly one succeeds. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Lease } from '../../store.ts';
import { checkId, unknownThread } from '../rules/checks.ts';
import type { SqlContext } from './context.ts';
import type { Schema } from './schema.ts';

type Wanted = { threadId: string; owner: string; now: number; ttlMs: number };

export async function acquireLease(context: SqlContext, wanted: Wanted): Promise<Lease | undefined> {
  const { db, dialect } = context;
  const { threadId, now } = wanted;
  checkId('threadId', threadId);
  checkId('owner', wanted.owner);
  const free = await takeLease(context, wanted, (thread) =>
    thread.or([
      thread('lease_owner', 'is', null),
      thread('lease_owner', '=', wanted.owner),
      thread('lease_expires_at', '<=', now),
    ]),
  );
  if (free) return free;
  const held = await db
    .selectFrom('threads')
    .select(['lease_owner', 'fence'])
    .where('id', '=', threadId)
    .executeTakeFirst();
  if (!held) throw unknownThread(threadId);
  const { lease_owner: holder, fence } = held;
  if (holder === null || !dialect.isGone(holder)) return undefined;
  return takeLease(context, wanted, (thread) =>
    thread.and([thread('lease_owner', '=', holder), thread('fence', '=', fence)]),
  );
}

async function takeLease(
  { db }: SqlContext,
  { threadId, owner, now, ttlMs }: Wanted,
  isFree: (thread: ExpressionBuilder<Schema, 'threads'>) => Expression<SqlBool>,
): Promise<Lease | undefined> {
  const expiresAt = now + ttlMs;
  const row = await db
    .updateTable('threads')
    .set((thread) => ({ lease_owner: owner, lease_expires_at: expiresAt, fence: thread('fence', '+', 1) }))
    .where('id', '=', threadId)
    .where(isFree)
    .returning('fence')
    .executeTakeFirst();
  return row && { threadId, owner, fence: row.fence, expiresAt };
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
