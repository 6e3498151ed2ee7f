/**
 * Gives freed pages back, so that nothing forgotten is left in the file or its write-ahead log. Only for the bytes
 * of these files: copies, backups and what the disk keeps of its own are out of reach.
 */
import { type Kysely, sql } from 'kysely';
import { EverthreadError } from '../../errors.ts';
import type { Schema } from '../sql/schema.ts';
import { dropRemovedTerms } from './text-index.ts';

const pauseMs = 10;

export async function vacuum(
  db: Kysely<Schema>,
  options: { busyTimeoutMs: number; location: string },
): Promise<void> {
  await dropRemovedTerms(db);
  await emptyLog(db, options);
  await sql`vacuum`.execute(db);
  await emptyLog(db, options);
}

/**
 * A checkpoint that a reader is in the way of does not fail, it only says so. Waits for the reader and gives up
 * with an error: a log that was kept may hold what should be gone.
 */
async function emptyLog(
  db: Kysely<Schema>,
  { busyTimeoutMs, location }: { busyTimeoutMs: number; location: string },
): Promise<void> {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (!rows[0]?.busy) return;
    if (performance.now() >= deadline) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new EverthreadError({
    code: 'store_failed',
    message: `The log of the database ${location} could not be emptied: another process is reading it and does not let go. What was removed may still be in the file ${location}-wal. End that process, or raise busyTimeoutMs, and try again.`,
    details: { location, sqlite: 'SQLITE_BUSY' },
  });
}
