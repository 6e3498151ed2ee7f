/** The single pool of the process. The number of threads is the highest that any instance wants. */
import { createPool, type Pool } from './pool.ts';

const users = new Map<symbol, number>();
let pool: Pool | undefined;

export function joinSharedPool(user: symbol, threads: number): Pool {
  users.set(user, threads);
  if (pool?.broken() !== undefined && users.size === 1) pool = undefined;
  pool ??= createPool({ threads: () => Math.max(...users.values()) });
  return pool;
}

/** The last user to leave ends the threads. */
export async function leaveSharedPool(user: symbol): Promise<void> {
  if (!users.delete(user) || users.size > 0) return;
  const left = pool;
  pool = undefined;
  await left?.close();
}
